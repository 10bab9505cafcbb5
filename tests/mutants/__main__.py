"""Mutation testing with Cosmic Ray: `python -m tests.mutants [part…]`, or `make mutants` for all of `parts.toml`.

Cosmic Ray edits source files, so it works on a copy of the project in `build/mutants`, where it also keeps its
sessions: a run that was stopped goes on, and one that was finished tries the survivors again. Numba is off
(NUMBA_DISABLE_JIT): the rules run as plain Python, and a mutant costs a few seconds instead of a compilation.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
BUILD = PROJECT / "build" / "mutants"
BIN = Path(sys.executable).parent

OPERATORS = re.compile(
    r"core/(NumberReplacer|AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd"
    r"|ZeroIterationForLoop|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ExceptionReplacer"
    r"|ReplaceUnaryOperator_Delete_\w+"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul"
    r"|LShift_RShift|RShift_LShift|BitAnd_BitOr|BitOr_BitAnd|BitXor_BitAnd)"
    r"|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is))"
)
"""One way to change each kind of operator: Cosmic Ray knows eleven for `+` alone, and the same tests kill them."""


class Mutant(NamedTuple):
    """One change: where it is, the line before and the line after."""

    module: str
    inside: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}, {self.inside or 'module'}:\n  - {self.before}\n  + {self.after}"


def main(names: list[str]) -> int:
    """Make the mutants of the named parts, or of all, and say which survived without an explanation."""
    parts = tomllib.loads((HERE / "parts.toml").read_text("utf-8"))
    totals: Counter[str] = Counter()
    unexplained: list[Mutant] = []
    for name in names or parts:
        outcomes = run(name, parts[name])
        survivors = [mutant for mutant, survived in outcomes if survived]
        new = [mutant for mutant in survivors if mutant not in explained()]
        counts = {"made": len(outcomes), "killed": len(outcomes) - len(survivors), "survived": len(survivors)}
        print(name, counts, f"{len(new)} not explained", flush=True)
        totals.update(counts)
        unexplained += new
    print("all", dict(totals))
    for mutant in unexplained:
        print(f"survived: {mutant}")
    return 1 if unexplained else 0


def copy_project(copy: Path) -> None:
    """Bring a copy of the project up to date, without what is compiled."""
    for folder in ("src", "tests", "docs", "web/src"):
        shutil.rmtree(copy / folder, ignore_errors=True)
        shutil.copytree(PROJECT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "page"))
    shutil.copy(PROJECT / "pyproject.toml", copy)


def run(name: str, part: dict[str, Any]) -> list[tuple[Mutant, bool]]:
    """Every mutant of a part, and whether it survived."""
    copy, session, config = BUILD / name, BUILD / f"{name}-{version(part)}.sqlite", BUILD / f"{name}.toml"
    copy_project(copy)
    config.write_text(configuration(part), "utf-8")
    # The tests must pass before anything is changed. Their bytecode is kept, and spares every mutant the parsing.
    call(copy, "python", *test_options(part), PYTHONDONTWRITEBYTECODE="")
    if session.is_file():
        forget_survivors(session)
    else:
        call(copy, "cosmic-ray", "init", str(config), str(session))
        choose(session, part["sample"])
    call(copy, "cosmic-ray", "exec", str(config), str(session))
    lines = call(copy, "cosmic-ray", "dump", str(session)).splitlines()
    return [told for line in lines if (told := outcome(*json.loads(line)))]


def version(part: dict[str, Any]) -> str:
    """A short hash of the sources of a part: a session is of no use for others."""
    sources = b"".join((PROJECT / "src" / "lido" / module).read_bytes() for module in part["modules"])
    return f"{crc32(sources + bytes(part['sample'])):08x}"


def configuration(part: dict[str, Any]) -> str:
    """What Cosmic Ray reads, as TOML."""
    command = " ".join([str(BIN / "python"), *test_options(part)])
    return "\n".join(
        (
            "[cosmic-ray]",
            f"module-path = {json.dumps([f'src/lido/{module}' for module in part['modules']])}",
            f"timeout = {part['seconds']}.0",
            "excluded-modules = []",
            f"test-command = {json.dumps(command)}",
            '[cosmic-ray.distributor]\nname = "local"\n',
        )
    )


def test_options(part: dict[str, Any]) -> list[str]:
    """How Python runs the tests of a part: in their order, until the first that fails."""
    options = "-m pytest -q -x -p no:cacheprovider -p no:xdist --hypothesis-profile mutants"
    return [*options.split(), *part["tests"].split()]


def choose(session: Path, sample: int) -> None:
    """Skip the operators that are not ours, and of the rest all but one in `sample`, always the same ones."""
    with use_db(session) as database:
        for item in list(database.pending_work_items):
            (mutation,) = item.mutations
            name = f"{mutation.module_path} {mutation.operator_name} {mutation.occurrence}"
            if not OPERATORS.fullmatch(mutation.operator_name) or crc32(name.encode()) % sample:
                database.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def forget_survivors(session: Path) -> None:
    """Have the mutants tried again that survived: the tests may be better now."""
    with closing(sqlite3.connect(session)) as database, database:
        database.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")


def call(copy: Path, program: str, *arguments: str, **environment: str) -> str:
    """What a program of the environment prints, run in the copy."""
    done = subprocess.run(
        [str(BIN / program), *arguments],
        cwd=copy,
        check=False,
        env=os.environ | {"PYTHONPATH": "src", "NUMBA_DISABLE_JIT": "1"} | environment,
        text=True,
        stdout=subprocess.PIPE,
    )
    if done.returncode:
        sys.exit(f"{program} {' '.join(arguments)} failed:\n{done.stdout}")
    return done.stdout


def outcome(item: dict[str, Any], result: dict[str, Any] | None) -> tuple[Mutant, bool] | None:
    """A mutant and whether it survived, or None where it was not made: it was skipped, or is beyond Cosmic Ray."""
    if result is None or result["worker_outcome"] != "normal":
        return None
    (mutation,) = item["mutations"]
    changed = [line for line in result["diff"].splitlines() if not line.startswith(("---", "+++"))]
    before, after = (" ".join(line[1:].strip() for line in changed if line.startswith(sign)).strip() for sign in "-+")
    module = mutation["module_path"].removeprefix("src/lido/")
    return Mutant(module, mutation["definition_name"] or "", before, after), result["test_outcome"] == "survived"


def explained() -> set[Mutant]:
    """The mutants that `explained.toml` says no test can notice, or need not."""
    listed = tomllib.loads((HERE / "explained.toml").read_text("utf-8"))["explained"]
    return {Mutant(entry["module"], *change) for entry in listed for change in entry["changes"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
