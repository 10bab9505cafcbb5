"""Hold processes to a share of a processor, by a control group of Linux."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""Short, so that a process that has used up its share does not stand still for long."""


class Share:
    """A control group that may use so much of one processor. Needs the rights of the administrator."""

    def __init__(self, name: str, part: float) -> None:
        quota = round(part * PERIOD_US)
        if (GROUPS / "cgroup.controllers").exists():
            self._folder = GROUPS / name
            self._folder.mkdir()
            (self._folder / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        else:
            self._folder = GROUPS / "cpu" / name
            self._folder.mkdir()
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (self._folder / "cpu.cfs_quota_us").write_text(str(quota))

    def hold(self, pid: int) -> None:
        """Hold a process, and all that it starts from now on."""
        (self._folder / "cgroup.procs").write_text(str(pid))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.rmdir()


def used_by(pids: list[int]) -> float:
    """Processor seconds that processes have used so far; those that have ended count nothing."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:  # it has ended
            continue
        total += sum(map(int, fields[11:13]))
    return total / os.sysconf("SC_CLK_TCK")
