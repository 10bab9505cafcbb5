"""A push service of the tests' own, and a browser's side of a subscription: it opens what was encrypted for it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from types import TracebackType
from typing import Any, NamedTuple, Self

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lido.server.club.web_push import b64, unb64

AUTH = bytes(range(16))


class Pushed(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushServer:
    """Takes messages on loopback, and answers with `status`."""

    def __init__(self) -> None:
        self.came: Queue[Pushed] = Queue()
        self.status = 201
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(server.status)
                self.send_header("content-length", "0")
                self.end_headers()
                server.came.put(Pushed(self.path, headers, body))

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()


class Receiver:
    """The keys of a subscription, as a browser keeps them."""

    def __init__(self, endpoint: str, private: bytes | None = None, auth: bytes = AUTH) -> None:
        self.endpoint = endpoint
        self.auth = auth
        curve = ec.SECP256R1()
        self._key = (
            ec.derive_private_key(int.from_bytes(private, "big"), curve) if private else ec.generate_private_key(curve)
        )
        self.point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, str]:
        """What the service is told."""
        return {"endpoint": self.endpoint, "p256dh": b64(self.point), "auth": b64(self.auth)}

    def opened(self, body: bytes) -> bytes:
        """The message in a body, by the receiver's half of RFC 8291."""
        salt, length = body[:16], body[20]
        sender, text = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = self._hkdf(self.auth, shared, b"WebPush: info\x00" + self.point + sender, 32)
        key = self._hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = self._hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, text, None)
        assert padded.rstrip(b"\x00").endswith(b"\x02"), "this is not the last record"
        return padded.rstrip(b"\x00")[:-1]

    @staticmethod
    def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def claims(authorization: str, key: str) -> dict[str, Any]:
    """What a sender claims, whose signature must be that of the public key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    raw = unb64(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    public.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(unb64(signed.split(".")[1]))
    return found
