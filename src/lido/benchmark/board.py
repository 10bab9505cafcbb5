"""The leaderboard: a CSV file, one line for each score, that anybody may add to."""

import csv
from collections.abc import Iterable
from pathlib import Path

from lido.benchmark.tasks import Score, Task
from lido.errors import BadSetup

FIELDS = ("task", "version", "player", "score", "within", "items", "seconds", "lido", "network", "by")
"""`within` is half of the interval of 95 %; `lido` is the version that measured, `network` that of a level, `by` who
measured, with a link if any."""
SHOWN = ("player", "score", "items", "network", "by")


class Line(dict[str, str]):
    """One line of the file, by its fields."""


def read(file: Path) -> list[Line]:
    """All lines of a leaderboard, or BadSetup where one is not as it should be."""
    if not file.exists():
        return []
    with file.open(newline="", encoding="utf-8") as held:
        rows = csv.DictReader(held)
        if tuple(rows.fieldnames or ()) != FIELDS:
            raise BadSetup("research.board", file=file, fields=", ".join(FIELDS))
        return [Line(row) for row in rows]


def add(file: Path, scores: Iterable[Score], version: str, by: str) -> None:
    """Add scores at the end of a leaderboard, in place of those of the same player, task and version."""
    new = [
        Line(
            task=score.task,
            version=str(score.version),
            player=score.player,
            score=f"{score.score:.4f}",
            within=f"{score.within:.4f}",
            items=str(score.items),
            seconds=f"{score.seconds:.0f}",
            lido=version,
            network=score.network,
            by=by,
        )
        for score in scores
    ]
    replaced = {_key(line) for line in new}
    lines = [line for line in read(file) if _key(line) not in replaced] + new
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="", encoding="utf-8") as held:
        rows = csv.DictWriter(held, FIELDS, lineterminator="\n")
        rows.writeheader()
        rows.writerows(lines)


def _key(line: Line) -> tuple[str, str, str]:
    return line["task"], line["version"], line["player"]


def table(lines: list[Line], tasks: dict[str, Task]) -> str:
    """The leaderboard as Markdown: for each task the newest version, the best player first."""
    parts = []
    for name, task in tasks.items():
        own = [line for line in lines if line["task"] == name and line["version"] == str(task.version)]
        own.sort(key=lambda line: float(line["score"]), reverse=not task.lower_is_better)
        told = [line | {"score": f"{line['score']} ± {line['within']}"} for line in own]
        rows = [_row(line[field] for field in SHOWN) for line in told]
        better = "lower" if task.lower_is_better else "higher"
        head = [f"**{name}**, version {task.version}: {task.unit}, {better} is better", ""]
        parts.append("\n".join([*head, _row(SHOWN), _row("---" for _ in SHOWN), *rows, ""]))
    return "\n".join(parts)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
