"""Proves puzzles of Le Plouf without the code that made them: by a program in C++, and values found by another.

`prove.cpp` reads the values that `solve.cu` found, with rules of its own, on a graphics card or on the processor.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from lido.games.le_plouf import solution
from lido.puzzles import Puzzle

HERE = Path(__file__).parent
CUDA = Path(solution.__file__).parent / "cuda"


def as_line(puzzle: Puzzle) -> str:
    """A puzzle as `prove.cpp` reads it."""
    others = "/".join(" ".join(turn) for turn in puzzle.why)
    shown = "/".join(" ".join(f"{move}:{','.join(replies)}" for move, replies in turn.items()) for turn in puzzle.why)
    return "|".join([puzzle.position, puzzle.kind, " ".join(puzzle.line), others, shown])


def prove_all(puzzles: list[Puzzle], values: Path, folder: Path) -> str:
    """What the program in C++ says of puzzles; it fails where one is wrong."""
    program = compiled(HERE / "prove.cpp", folder)
    lines = "\n".join(map(as_line, puzzles)) + "\n"
    done = subprocess.run([program, values], input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout.strip()


def compiled(source: Path, folder: Path) -> Path:
    """A program in C++, or for the graphics card but built for the processor; it is built once in a folder."""
    program = folder / source.stem
    if program.exists():
        return program
    compiler = ["g++"] if shutil.which("g++") else [sys.executable, "-m", "ziglang", "c++"]
    subprocess.run([*compiler, "-O2", "-std=c++17", f"-I{CUDA}", "-x", "c++", "-o", program, source], check=True)
    return program
