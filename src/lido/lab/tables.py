"""The sections of a report's page that are tables: what options change, how games end, who won, and all numbers."""

from dataclasses import dataclass
from html import escape
from typing import Any

from lido.games import find
from lido.lab.effects import OptionEffect, timed
from lido.lab.estimates import ENOUGH, FEWEST, exact
from lido.lab.measures import Measures
from lido.lab.outcome import FORFEIT
from lido.lab.plan import unseen
from lido.lab.ratings import expected
from lido.lab.report import Report
from lido.lab.results import Pair, Results
from lido.lab.shown import FIRST, IMBALANCE, SHARES, Shown
from lido.lab.written import Written, table
from lido.words import say


@dataclass(frozen=True)
class Tables:
    """The tables of one report."""

    report: Report
    shown: tuple[Shown, ...]
    """The measures."""
    written: Written

    def options(self) -> str:
        """What each option changes."""
        report, words = self.report, self.written.words
        never = unseen(report.game, report.usual_level)
        said = [
            f"<p>{words('option-unseen', option=name, value=value)}</p>"
            for name, values in find(report.game).options.items()
            if name in never
            for value in values[1:]
        ]
        effects = [effect for effect in report.effects if effect.option not in never]
        notes = []
        if not all(effect.changed_none for effect in effects):
            notes.append(words("options-bold", enough=ENOUGH))
            if timed(report.setup, [report.usual_level]):
                notes.append(words("option-timed"))
        how = [f"<p>{' '.join(notes)}</p>"] if notes else []
        return "".join([*how, *map(self._effect, effects), *said]) or f"<p>{words('no-options')}</p>"

    def _effect(self, effect: OptionEffect) -> str:
        words = self.written.words
        who: dict[str, Any] = {
            "players": effect.usual.setup.seats,
            "level": escape(self.report.usual_level),
            "option": effect.option,
            "value": effect.value,
        }
        if effect.changed_none:
            return f"<p>{words('option-nothing', games=effect.paired, **who)}</p>"
        heads = [
            words("column-measure"),
            words("column-usual", option=effect.option, value=effect.default),
            words("column-changed", option=effect.option, value=effect.value),
            words("column-difference"),
        ]
        lines = []
        for shown in self.shown:
            if shown.of(effect.usual) and shown.of(effect.changed) and effect.compares(shown):
                both = [self._measured(shown, each) for each in (effect.usual, effect.changed)]
                told = self.written.difference(effect.difference(shown), shown.digits)
                lines.append([self.written.name(shown), *both, told])
        caption = [
            words("option-caption", usual=effect.usual.games, changed=effect.changed.games, **who),
            words("option-pairs", games=effect.pairs),
        ]
        if effect.begins:
            usual_moves, changed_moves = effect.begins
            caption.append(words("option-begins", usual=usual_moves, changed=changed_moves))
        elif effect.paired:
            caption.append(words("option-same", same=effect.same, paired=effect.paired))
        if not effect.same_teams:
            caption.append(words("option-teams"))
        return table(" ".join(caption), heads, lines)

    def endings(self) -> str:
        """How games of each number of players end."""
        codes = ["endings-ahead" if self.report.is_estimated else "endings-only"]
        if self.report.is_estimated and find(self.report.game).repetition:
            codes.append("endings-repetition")
        said = " ".join(map(self.written.words, codes))
        return f"<p>{said}</p>" + "".join(map(self._endings_of, self.report.players))

    def _endings_of(self, players: int) -> str:
        report, written = self.report, self.written
        levels = [report.levels[name, players] for name in report.names]
        lines = [self._games(levels) + [""] * report.is_estimated]
        for reason in sorted({reason for measured in levels for reason in measured.endings}):
            parts = [written.estimate(measured.endings.get(reason, exact(0, measured.games)), 3) for measured in levels]
            if report.is_estimated:
                parts.append(self._ahead(report.levels[report.usual_level, players], reason))
            code = "arena.forfeit" if reason == FORFEIT else f"{report.game}.over-{reason}"
            lines.append([escape(say(code, written.language)), *parts])
        heads = [written.words("column-ending"), *map(escape, report.names)]
        if report.is_estimated:
            heads.append(written.words("column-ahead", level=escape(report.usual_level)))
        return table(written.words("players", players=players), heads, lines)

    def _ahead(self, measured: Measures, reason: str) -> str:
        """The lead when games ended so, and how many did."""
        ahead = measured.ahead.get(reason)
        if ahead is None:
            return "–"
        games = round(measured.endings[reason].value * measured.games)
        return self._few(games) or f"{self.written.estimate(ahead, 2)} {self.of_games(games)}"

    def ratings(self) -> str:
        """What the pairs of levels came to."""
        results, written = self.report.ratings, self.written
        assert results
        drawn = ["pair-even"] if any(pair.even for pair in results.pairs) else []
        heads = [say(f"arena.column-{name}", written.language) for name in ("pair", "pair-won", *drawn, "score")]
        lines = [
            [
                escape(f"{pair.one} – {pair.other}"),
                f"{pair.won} : {pair.lost}",
                *(str(pair.even) for _ in drawn),
                self._score(pair) if pair.score else "–",
            ]
            for pair in results.pairs
        ]
        each = min(pair.won + pair.lost + pair.even for pair in results.pairs)
        fewest, most = results.rounds
        even = "ratings-even" if fewest == most else "ratings-uneven"
        caption = [
            written.words(even, games=results.games, each=each, seating=fewest),
            written.words("ratings-caption"),
        ]
        return f"<p>{' '.join(self._doubts(results))}</p>" + table(" ".join(caption), heads, lines)

    def _doubts(self, results: Results) -> list[str]:
        """How far the ratings can be relied on."""
        words, rating = self.written.words, {standing.level: standing.rating for standing in results.standings}
        said = [words("ratings-prior")]
        missed = [
            f"{escape(pair.one)} – {escape(pair.other)} ({self.written.number(share, 2)})"
            for pair in results.pairs
            for share in [expected(rating[pair.one], rating[pair.other])]
            if pair.score and not pair.score.low <= share <= pair.score.high
        ]
        return [*said, words("ratings-missed", pairs=", ".join(missed))] if missed else said

    def _score(self, pair: Pair) -> str:
        """Bold where the interval says which of two is stronger."""
        assert pair.score
        said = self.written.estimate(pair.score, 3)
        return said if pair.score.low <= 1 / 2 <= pair.score.high else f"<b>{said}</b>"

    def numbers(self, players: int) -> str:
        """All measures of the games of so many players."""
        report, written = self.report, self.written
        levels = [report.levels[name, players] for name in report.names]
        lines = [self._games(levels)]
        if any(measured.alike for measured in levels):
            lines.append([written.words("column-alike"), *(str(measured.alike) for measured in levels)])
        if any(measured.ways < measured.games for measured in levels):
            lines.append([written.words("column-ways"), *(str(measured.ways) for measured in levels)])
        for shown in self.shown:
            if any(map(shown.of, levels)):
                lines.append([written.name(shown), *(self._measured(shown, measured) for measured in levels)])
            if shown is IMBALANCE and players > 2:
                lines.append(self._by_chance(levels))
            if shown is FIRST and players > 2:
                lines += [self._seat(seat, levels) for seat in range(2, players + 1)]
        heads = [written.words("column-measure"), *map(escape, report.names)]
        return f'<div id="players-{players}">{table(written.words("players", players=players), heads, lines)}</div>'

    def _measured(self, shown: Shown, measured: Measures) -> str:
        """A measure, and in how many games if some have nothing to measure: no winner, or no such event."""
        value = shown.of(measured)
        if value is None:
            return "–"
        games = measured.among(shown.key)
        said = self.written.estimate(value, shown.digits)
        if not self.tells(shown, measured):
            return self._few(games)
        return f"{said} {self.of_games(games)}" if games < measured.games else said

    def tells(self, shown: Shown, measured: Measures) -> bool:
        """Whether a measure rests on enough games to say its number."""
        return shown in SHARES or measured.among(shown.key) >= FEWEST

    def _few(self, games: int) -> str:
        """Instead of a mean of so few games that it says nothing; empty if they are enough."""
        return f"<small>{self.written.words('few-games', games=games)}</small>" if games < FEWEST else ""

    def of_games(self, games: int) -> str:
        """A note beside a number."""
        return f"<small>{self.written.words('of-games', games=games)}</small>"

    def _seat(self, seat: int, levels: list[Measures]) -> list[str]:
        paid = [self.written.estimate(measured.seats[seat - 1], FIRST.digits) for measured in levels]
        return [self.written.words("payoff-seat", seat=seat), *paid]

    def _by_chance(self, levels: list[Measures]) -> list[str]:
        ends = [measured.imbalance_by_chance for measured in levels]
        cells = ["–" if end is None else self.written.number(end, IMBALANCE.digits) for end in ends]
        return [self.written.words("imbalance-by-chance"), *cells]

    def _games(self, levels: list[Measures]) -> list[str]:
        return [self.written.words("column-games"), *(str(measured.games) for measured in levels)]
