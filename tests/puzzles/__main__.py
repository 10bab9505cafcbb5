"""Proves every puzzle that is shipped, without the code that made them: `python -m tests.puzzles [VALUES]`.

Those of Le Plouf need the values of all positions, which `solve` writes on a graphics card in seconds
(docs/le-plouf-solved.md); without them only the others are proved.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lido.puzzles import Puzzle, puzzles
from tests.puzzles import croc_pool, le_plouf, plouf_party

SEARCHED: dict[str, Callable[[Puzzle], list[str]]] = {
    "plouf-party": plouf_party.wrong_claims,
    "croc-pool": croc_pool.wrong_claims,
}


def main() -> int:
    """Print how many puzzles of each game are proved; 1 if one is wrong."""
    failed = 0
    for game, wrong_claims in SEARCHED.items():
        proved = 0
        for puzzle in puzzles(game).values():
            wrong = wrong_claims(puzzle)
            proved += not wrong
            for each in wrong:
                print(f"{puzzle.id}: {each}")
        failed += len(puzzles(game)) - proved
        print(f"{game}: {proved} of {len(puzzles(game))} puzzles proved", flush=True)
    for values in map(Path, sys.argv[1:2]):
        with tempfile.TemporaryDirectory() as folder:
            print("le-plouf:", le_plouf.prove_all(list(puzzles("le-plouf").values()), values, Path(folder)))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
