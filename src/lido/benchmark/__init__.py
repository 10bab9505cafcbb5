"""A benchmark to cite: fixed tasks with fixed splits and scores, reference players, and data sets of games.

`python -m lido.benchmark` runs it: `tasks`, `run`, `board`, `games`, `learn`. See docs/benchmark.md.
"""

from lido.benchmark.tasks import Entrant, Score, Task, entrant, run, tasks

__all__ = ["Entrant", "Score", "Task", "entrant", "run", "tasks"]
