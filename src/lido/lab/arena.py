"""An arena: bots play each other many times and are rated."""

from pathlib import Path

from lido.folder import data
from lido.given import check_whole
from lido.lab.batches import Batch, OnProgress, play_batches
from lido.lab.processes import Executor, play_all
from lido.lab.results import Results, summarise
from lido.lab.setup import Setup, file_name


def play_arena(
    setup: Setup, games: int, path: Path | str, *, progress: OnProgress | None = None, execute: Executor = play_all
) -> Results:
    """The results of the first `games` games of a set-up. Those that the file at `path` does not hold are played.

    A finished game is appended to the file at once, so an arena can be stopped at any time; the same call
    resumes it, and more `games` extend it. Raises BadRecord for a file of another set-up, and LidoError
    if a game fails.
    """
    check_whole("games", games)
    (outcomes,) = play_batches([Batch(setup, games, Path(path))], progress=progress, execute=execute)
    return summarise(setup, outcomes)


def default_path(setup: Setup) -> Path:
    """The file of a set-up's games in the user's data folder."""
    return data() / "arena" / file_name(setup)
