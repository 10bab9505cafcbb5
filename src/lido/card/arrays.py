"""Arrays in the memory of a card, handed to other libraries as they are, by DLPack."""

import ctypes
import math
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lido.card.driver import Card

CUDA = 2
"""The memory of a card, as DLPack numbers the kinds of memory."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""The kinds of numbers, by NumPy's letters and as DLPack numbers them."""
UNCONSUMED = b"dltensor"


class Tensor(ctypes.Structure):
    """`DLTensor`."""

    _fields_ = (
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device", c_int32),
        ("dimensions", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", ctypes.POINTER(c_int64)),
        ("strides", ctypes.POINTER(c_int64)),
        ("offset", c_uint64),
    )


DELETER = ctypes.PYFUNCTYPE(None, c_void_p)


class ManagedTensor(ctypes.Structure):
    """`DLManagedTensor`."""

    _fields_ = (("tensor", Tensor), ("context", c_void_p), ("deleter", DELETER))


_api: Any = ctypes.pythonapi
_new_capsule = _api.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (c_void_p, ctypes.c_char_p, c_void_p)
_is_valid = _api.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (c_void_p, ctypes.c_char_p)
_pointer_of = _api.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = c_void_p, (c_void_p, ctypes.c_char_p)

_lent: dict[int, tuple[Any, ...]] = {}
"""What other libraries hold, by the address of its `ManagedTensor`: kept alive until they give it back."""


def _give_back(address: int) -> None:
    _lent.pop(address, None)


def _drop(capsule: int) -> None:
    """Ends a capsule. Who took what is in it has renamed it, and gives it back later."""
    if _is_valid(capsule, UNCONSUMED):
        _give_back(_pointer_of(capsule, UNCONSUMED))


_given_back, _dropped = DELETER(_give_back), DELETER(_drop)


class CardArray:
    """An array in the memory of a card: `torch.from_dlpack`, `jax.dlpack.from_dlpack` and `cupy.from_dlpack` see the
    same memory, without a copy. `numpy()` copies it to the processor.
    """

    def __init__(self, card: Card, shape: tuple[int, ...], dtype: np.dtype[Any], memory: Any = None) -> None:
        self.shape, self.dtype = shape, dtype
        self.nbytes = dtype.itemsize * math.prod(shape)
        self._card = card
        self._memory = memory or card.memory(self.nbytes)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"CardArray(shape={self.shape}, dtype={self.dtype})"

    @property
    def address(self) -> int:
        """Where it begins in the memory of the card."""
        return int(self._memory.address)

    def reshape(self, *shape: int) -> "CardArray":
        """The same memory in another shape."""
        return CardArray(self._card, shape, self.dtype, self._memory)

    def numpy(self) -> NDArray[Any]:
        """A copy in the memory of the processor, once all that was asked for is done."""
        found = np.empty(self.shape, dtype=self.dtype)
        self._card.download(found.ctypes.data, self.address, self.nbytes)
        return found

    def fill_from(self, content: NDArray[Any]) -> None:
        """Copy an array of the processor into this one."""
        given = np.ascontiguousarray(content, dtype=self.dtype)
        assert given.nbytes == self.nbytes
        self._card.upload(self.address, given.ctypes.data, given.nbytes)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self._card.number

    def __dlpack__(
        self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("only the memory itself can be handed over: use numpy() for a copy")
        self._card.order_after(stream)
        shape = (c_int64 * len(self.shape))(*self.shape)
        managed = ManagedTensor(
            Tensor(
                self.address, *self.__dlpack_device__(), len(self.shape), CODES[self.dtype.kind],
                8 * self.dtype.itemsize, 1, shape, None, 0,
            ),
            None,
            _given_back,
        )  # fmt: skip
        address = ctypes.addressof(managed)
        _lent[address] = managed, shape, self._memory
        return _new_capsule(address, UNCONSUMED, ctypes.cast(_dropped, c_void_p))


class Borrowed(NamedTuple):
    """An array of another library on a card."""

    address: int
    shape: tuple[int, ...]
    dtype: str
    """`i8` is a signed number of eight bytes, as NumPy writes it."""
    whole: bool
    """Whether it is in one piece."""


def borrowed(array: Any) -> Borrowed:
    """Where an array of any library is on the card."""
    # 1 is the stream on which all of Lido's work is done: what is still being computed will be there in time.
    capsule = array.__dlpack__(stream=1)
    found = ManagedTensor.from_address(_pointer_of(id(capsule), UNCONSUMED)).tensor
    shape = tuple(found.shape[: found.dimensions])
    stride, whole = 1, True
    for at in range(found.dimensions - 1, -1, -1):
        whole = whole and (not found.strides or shape[at] == 1 or found.strides[at] == stride)
        stride *= shape[at]
    letter = {code: letter for letter, code in CODES.items()}.get(found.code, "?")
    return Borrowed((found.data or 0) + found.offset, shape, f"{letter}{found.bits // 8}", whole)
