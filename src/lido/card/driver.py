"""The driver of NVIDIA's cards, by its own interface: no other library is needed.

All work is done on the default stream of the context that PyTorch, JAX and CuPy use too, so that it comes in order
with what they do there.
"""

import ctypes
from ctypes import byref, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache
from typing import Any

from lido.errors import BadSetup

LIBRARIES = ("libcuda.so.1", "nvcuda.dll")
OUT_OF_MEMORY = 2
WITHOUT_TIME = 2
"""An event that does not measure."""
MAPPED = 3
"""Memory of the processor that every context and the card can write to."""
LEGACY_STREAMS = (None, -1, 0, 1)
"""What `__dlpack__` may be given where there is nothing to wait for: no stream, or the one that all work is done on."""
ERROR_LOG, ERROR_LOG_SIZE = 5, 6
"""Options of loading code: where the compiler writes its errors, and how much room it has."""
LOG_ROOM = 8192


class Memory:
    """A piece of the memory of a card, given back when nobody holds it any more."""

    def __init__(self, card: "Card", size: int) -> None:
        self._card = card
        found = c_uint64()
        card.call("cuMemAlloc_v2", byref(found), c_size_t(max(size, 1)), facts={"size": size})
        self.address = found.value
        card.call("cuMemsetD8_v2", c_uint64(self.address), ctypes.c_ubyte(0), c_size_t(max(size, 1)))

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self._card.free(self.address)


class Card:
    """The first card that the driver shows (`CUDA_VISIBLE_DEVICES` says which)."""

    number = 0

    def __init__(self) -> None:
        self._library = _library()
        code = self._library.cuInit(c_uint(0))
        if code:
            raise BadSetup("research.no-card", reason=self._reason(code))
        device = c_int()
        code = self._library.cuDeviceGet(byref(device), self.number)
        if code:
            raise BadSetup("research.no-card", reason=self._reason(code))
        self._context = c_void_p()
        code = self._library.cuDevicePrimaryCtxRetain(byref(self._context), device)
        if code:
            raise BadSetup("research.no-card", reason=self._reason(code))
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode()
        self._event = c_void_p()
        self.call("cuEventCreate", byref(self._event), c_uint(WITHOUT_TIME))

    def call(self, function: str, *arguments: Any, facts: dict[str, Any] | None = None) -> None:
        """Call a function of the driver, or raise BadSetup with what it says."""
        self._library.cuCtxSetCurrent(self._context)
        code = getattr(self._library, function)(*arguments)
        if code == OUT_OF_MEMORY and facts:
            raise BadSetup("research.card-memory", megabytes=facts["size"] // 1_000_000)
        if code:
            raise BadSetup("research.card", reason=self._reason(code))

    def _reason(self, code: int) -> str:
        text = ctypes.c_char_p()
        self._library.cuGetErrorString(c_int(code), byref(text))
        return (text.value or b"").decode() or f"error {code}"

    def memory(self, size: int) -> Memory:
        """So many bytes of its memory, all zero."""
        return Memory(self, size)

    def free(self, address: int) -> None:
        """Give memory back; at the end of a program it may be gone already."""
        self._library.cuCtxSetCurrent(self._context)
        self._library.cuMemFree_v2(c_uint64(address))

    def shared_word(self) -> tuple[ctypes.c_int64, int]:
        """A number that the card may write and the processor may read at any time, and its address on the card."""
        place, there = c_void_p(), c_uint64()
        self.call("cuMemHostAlloc", byref(place), c_size_t(8), c_uint(MAPPED))
        self.call("cuMemHostGetDevicePointer_v2", byref(there), place, c_uint(0))
        assert place.value
        return ctypes.c_int64.from_address(place.value), there.value

    def upload(self, to: int, content: int, size: int) -> None:
        """Copy from the memory of the processor."""
        self.call("cuMemcpyHtoD_v2", c_uint64(to), c_void_p(content), c_size_t(size))

    def download(self, to: int, content: int, size: int) -> None:
        """Copy to the memory of the processor, once all that was asked for is done."""
        self.call("cuMemcpyDtoH_v2", c_void_p(to), c_uint64(content), c_size_t(size))

    def wait(self) -> None:
        """Wait until all that was asked for is done."""
        self.call("cuStreamSynchronize", c_void_p(0))

    def order_after(self, stream: int | None) -> None:
        """Let another stream wait for all that was asked for so far."""
        if stream not in LEGACY_STREAMS:
            self.call("cuEventRecord", self._event, c_void_p(0))
            self.call("cuStreamWaitEvent", c_void_p(stream), self._event, c_uint(0))

    def module(self, ptx: bytes) -> c_void_p:
        """A module of code, compiled by the driver for this card."""
        log = ctypes.create_string_buffer(LOG_ROOM)
        options = (c_int * 2)(ERROR_LOG, ERROR_LOG_SIZE)
        values = (c_void_p * 2)(ctypes.addressof(log), LOG_ROOM)
        module = c_void_p()
        self._library.cuCtxSetCurrent(self._context)
        code = self._library.cuModuleLoadDataEx(byref(module), ctypes.c_char_p(ptx), c_uint(2), options, values)
        if code:
            raise BadSetup("research.card", reason=f"{self._reason(code)} {log.value.decode(errors='replace')}".strip())
        return module

    def kernel(self, module: c_void_p, name: str, values: list[Any]) -> "Kernel":
        """A kernel of a module that is given these values, as they are when it is launched."""
        function = c_void_p()
        self.call("cuModuleGetFunction", byref(function), module, ctypes.c_char_p(name.encode()))
        return Kernel(self, function, values)


class Kernel:
    """A function that the threads of a card run."""

    def __init__(self, card: Card, function: c_void_p, values: list[Any]) -> None:
        self._card = card
        self._function = function
        self._values = values  # the driver reads them at their addresses
        self._places = (c_void_p * len(values))(*(ctypes.addressof(value) for value in values))

    def launch(self, blocks: int, threads: int) -> None:
        """Let so many blocks of so many threads run it."""
        one, nothing = c_uint(1), c_uint(0)
        shape = c_uint(blocks), one, one, c_uint(threads), one, one
        self._card.call("cuLaunchKernel", self._function, *shape, nothing, c_void_p(0), self._places, c_void_p(0))


def _library() -> Any:
    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise BadSetup("research.no-driver")


@cache
def card() -> Card:
    """The card, or BadSetup where there is none."""
    return Card()
