"""The record of a finished table: the game, and all that anybody needs to check that it was fair."""

from collections.abc import Sequence

from lido.game import Json
from lido.match import Match
from lido.server.log import Entry, Over


def document(match: Match, names: Sequence[str], entries: Sequence[Entry]) -> dict[str, Json]:
    """The record of a table whose game is over, for `lido.verify`. `names` says who sat where.

    What people said is not in it: the log has only digests of it.
    """
    record = match.record(names)
    over = next(entry.body.event for entry in entries if isinstance(entry.body.event, Over))
    if match.result is None:
        record["stopped"] = {"payoffs": over.payoffs, "reason": over.reason}
    record["log"] = [entry.raw.decode() for entry in entries]
    return record
