"""Messages to browsers that are not open: what RFC 8291 and 8292 say of their encryption and of who sends them.

`pywebpush` does the same with an HTTP client and nine more packages behind it; this is two functions on `cryptography`.
"""

import base64
import json
import secrets
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lido.server.store import Subscription

CURVE = ec.SECP256R1()
RECORD = 4096
"""Bytes of a record: a message is one record."""
POINT, SECRET = 65, 16
"""Bytes of the keys of a subscription."""
VALID = 12 * 3600
"""Seconds for which a signature is valid."""


def b64(data: bytes) -> str:
    """Base64 as these protocols have it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """The bytes of such a text; raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_point(data: bytes) -> bool:
    """Whether bytes are a public key of the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        return False
    return len(data) == POINT


def new_key() -> bytes:
    """A new private key, as it is kept."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")


class Sender:
    """Who sends: a service signs all its messages with one key, which browsers are told before."""

    def __init__(self, key: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(key, "big"), CURVE)
        self.public = _point(self._key.public_key())

    def authorization(self, endpoint: str, now: float, contact: str) -> str:
        """The header that says who sends, for the push service of an endpoint."""
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(now) + VALID, "sub": contact}
        signed = ".".join(b64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        token = f"{signed}.{b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return f"vapid t={token}, k={b64(self.public)}"


def encrypted(
    text: bytes, to: Subscription, salt: bytes | None = None, own: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A message that only that browser can read, in the coding `aes128gcm`. Salt and key are new for every message."""
    salt = salt or secrets.token_bytes(16)
    own = own or ec.generate_private_key(CURVE)
    public = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.p256dh))
    secret = _derived(to.auth, shared, b"WebPush: info\0" + to.p256dh + public, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
