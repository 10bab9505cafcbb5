"""The words, numbers and tables of a report's page, in one language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lido.lab.estimates import ENOUGH, Estimate
from lido.lab.measures import MARGIN, NOISE
from lido.lab.outcome import PLAYOUTS
from lido.lab.shown import Shown
from lido.words import catalogue, number, say


@dataclass(frozen=True)
class Written:
    """What a page says of one game."""

    game: str
    language: str

    def words(self, code: str, **facts: Any) -> str:
        """A sentence of reports."""
        return say(f"report.{code}", self.language, **facts)

    def own_words(self, code: str, **facts: Any) -> str:
        """A sentence that the game has for its report."""
        return say(f"{self.game}.report-{code}", self.language, **facts)

    def name(self, shown: Shown) -> str:
        """What a measure is called."""
        return self.own_words(f"{shown.name}") if shown.own else self.words(f"measure-{shown.name}")

    def meaning(self, shown: Shown) -> str:
        """What a measure means, with the note that a game may add to that of a general one."""
        if shown.own:
            return self.own_words(f"{shown.name}-meaning")
        note = f"{self.game}.report-note-{shown.name}"
        meaning = self.explained(shown.name)
        return f"{meaning} {say(note, self.language)}" if note in catalogue() else meaning

    def explained(self, name: str) -> str:
        """What something that every report has means."""
        margin, noise = self.number(MARGIN, 2), self.number(NOISE, 2)
        return self.words(f"meaning-{name}", playouts=PLAYOUTS, margin=margin, noise=noise, enough=ENOUGH)

    def list_of(self, names: Sequence[str]) -> str:
        """Some names in a sentence."""
        *others, last = names
        return self.words("and", names=", ".join(others), last=last) if others else last

    def number(self, value: float, digits: int) -> str:
        """A number with so many decimal places."""
        return number(value, digits, self.language)

    def estimate(self, estimate: Estimate, digits: int) -> str:
        """A number with its interval, in a table."""
        return f"{self.number(estimate.value, digits)} <small>({self.range(estimate, digits)})</small>"

    def range(self, estimate: Estimate, digits: int) -> str:
        """An interval; that of games which are all alike has no width and says nothing."""
        if estimate.low == estimate.high:
            return "–"
        return f"{self.number(estimate.low, digits)}–{self.number(estimate.high, digits)}"

    def difference(self, found: Estimate | None, digits: int) -> str:
        """A difference with its interval, bold where that says that there is one."""
        if found is None:
            return f"<small>{self.words('few-pairs')}</small>"
        low, value, high = (self._signed(each, digits) for each in (found.low, found.value, found.high))
        said = f"{value} <small>({self.words('from-to', low=low, high=high)})</small>"
        return said if found.low <= 0 <= found.high else f"<b>{said}</b>"

    def _signed(self, value: float, digits: int) -> str:
        said = self.number(abs(value), digits)
        return said if not float(f"{abs(value):.{digits}f}") else f"{'+' if value > 0 else '−'}{said}"


def table(caption: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table in HTML, whose lines begin with their heads."""
    head = "".join(f'<th scope="col">{words}</th>' for words in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in lines
    )
    return (
        f'<div class="table" tabindex="0"><table><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
