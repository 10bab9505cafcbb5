"""Python translated to JavaScript means the same."""

import json
import subprocess
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lido.browser.image import Image
from tests.browser.node import NODE, ROOT

RUN = """
import * as python from "{root}/web/src/engine/python/index.ts";
import image from "./image.js";
const { tried } = image(python, {{}}, null);
console.log(JSON.stringify(python.plain(tried())));
""".replace("{ tried }", "{{ tried }}")


class Point(NamedTuple):
    x: int
    y: int = 3

    @property
    def size(self) -> int:
        return abs(self.x) + abs(self.y)


class Laws:
    """Equal only to itself."""


class NewLaws(Laws):
    pass


LETTERS = ("a", "b", "c")
CALLS: list[int] = []


def arithmetic() -> list[Any]:
    big = (1 << 62) + 3
    return [7 // -2, -7 % 3, divmod(-9, 4), 2**70 % 1000, big & 0xFFFF, (big >> 5) % 97, ~5, -3 >> 1, 7 / 2, True + 1]


def truth() -> list[Any]:
    none: Any = None
    empty: list[int] = []
    one = len(LETTERS) - 2
    return [
        not empty,
        not {},
        not (0,),
        empty or "x",
        empty and one,
        none is None,
        0 < one < 3,
        3 in (one, 2),
        one == 1.0,
    ]


def sequences() -> list[Any]:
    numbers = [*range(10)]
    first, *rest = numbers
    return [numbers[-1], numbers[2:-2], numbers[::-1], first, rest, sorted("bca"), list(zip("ab", (1, 2), strict=True))]


def dicts() -> list[Any]:
    held: dict[Any, Any] = {(1, 2): "tuple", "x": 1, 3: None}
    held |= {"y": [*held]}
    return [
        held[1, 2],
        held.get("z", "none"),
        len(held),
        [*held.values()][1],
        {k: v for k, v in held.items() if v == 1},
    ]


def texts() -> list[Any]:
    name = "it's"
    return [f"{name!r} {3} {None} {True}", ["a", "b"], "-".join(LETTERS), repr(("a", 1, ["\n"]))]


def named() -> list[Any]:
    point = Point(-4)
    return [point, point.size, point._replace(y=1), point == (-4, 3), max([Point(1), Point(2)], key=lambda p: -p.x)]


def loops() -> list[Any]:
    found = []

    def pairs() -> Any:
        for x in range(3):
            for y in range(x):
                yield x, y

    for x, y in pairs():
        if x + y == 2:
            continue
        found.append([x, y])
    while len(found) < 4:
        found.append([len(found)])
    return [found, sum(x * y for x, y in pairs()), any(x > 1 for x, _ in pairs()), (last := 5) + last]


def errors() -> list[Any]:
    found: list[Any] = []
    for text in ("12", "x"):
        try:
            found.append(int(text))
        except ValueError:
            found.append("no number")
        finally:
            found.append("done")
    return found


@lru_cache(4)
def counted(laws: Laws, number: int, letters: tuple[str, ...]) -> int:
    CALLS.append(number)
    return len(CALLS)


def cached() -> list[Any]:
    laws, others = Laws(), NewLaws()
    return [counted(laws, 1, ("a",)), counted(others, 1, ("a",)), counted(laws, 1, ("a",)), counted(laws, 1, ("b",))]


@pytest.mark.parametrize("tried", [arithmetic, truth, sequences, dicts, texts, named, loops, errors, cached])
def test_it_means_the_same(tried: Callable[[], list[Any]], tmp_path: Path) -> None:
    (tmp_path / "image.js").write_text(Image().text({"tried": tried}), "utf-8")
    (tmp_path / "run.ts").write_text(RUN.format(root=ROOT), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    ran = subprocess.run([NODE, tmp_path / "run.ts"], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == json.loads(json.dumps(tried()))
