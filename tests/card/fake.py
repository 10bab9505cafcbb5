"""A driver without a card: memory is that of the processor, and what is launched is only written down."""

import ctypes
from ctypes import c_char_p, c_int64, c_ubyte
from typing import Any, NamedTuple


class Launch(NamedTuple):
    """A kernel that was launched, and the numbers that it was given, as they were then."""

    name: str
    blocks: int
    threads: int
    values: list[int]


class FakeDriver:
    """The functions of the driver that Lido calls, by their names; each returns the code of an error, or 0."""

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.held: dict[int, Any] = {}
        self.names: list[str] = []
        self.launches: list[Launch] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("cu"):
            return lambda *given: 0
        raise AttributeError(name)

    def cuInit(self, flags: Any) -> int:
        return self.start

    def cuGetErrorString(self, code: Any, text: Any) -> int:
        text._obj.value = b"no CUDA-capable device is detected"
        return 0

    def cuDeviceGetName(self, name: Any, size: int, device: Any) -> int:
        name.value = b"A card"
        return 0

    def cuMemAlloc_v2(self, found: Any, size: Any) -> int:
        piece = (c_ubyte * size.value)()
        found._obj.value = ctypes.addressof(piece)
        self.held[ctypes.addressof(piece)] = piece
        return 0

    def cuMemHostAlloc(self, found: Any, size: Any, flags: Any) -> int:
        return self.cuMemAlloc_v2(found, size)

    def cuMemHostGetDevicePointer_v2(self, there: Any, place: Any, flags: Any) -> int:
        there._obj.value = place.value
        return 0

    def cuMemFree_v2(self, address: Any) -> int:
        del self.held[address.value]
        return 0

    def cuMemcpyHtoD_v2(self, to: Any, content: Any, size: Any) -> int:
        ctypes.memmove(to.value, content.value, size.value)
        return 0

    def cuMemcpyDtoH_v2(self, to: Any, content: Any, size: Any) -> int:
        ctypes.memmove(to.value, content.value, size.value)
        return 0

    def cuModuleGetFunction(self, function: Any, module: Any, name: c_char_p) -> int:
        self.names.append((name.value or b"").decode())
        function._obj.value = len(self.names)
        return 0

    def cuLaunchKernel(self, function: Any, *given: Any) -> int:
        places = given[8]
        values = [c_int64.from_address(place).value for place in places]
        self.launches.append(Launch(self.names[function.value - 1], given[0].value, given[3].value, values))
        return 0
