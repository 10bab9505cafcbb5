"""What the games of one matchup show about the game itself. Most measures have the names that Ludii uses.

`words/report.toml` explains every measure, for readers of the report.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, pi, sqrt
from statistics import fmean

from lido import match as matches
from lido.games import find
from lido.lab.config import EventShare, report_config
from lido.lab.estimates import Count, Estimate, average, exact, farthest, farthest_by_chance, mean, median, rate, ratio
from lido.lab.outcome import PLAYOUTS, Outcome, trajectory_of
from lido.lab.setup import Seating, Setup
from lido.lab.trajectory import Trajectory

MARGIN = 0.15
"""A smaller lead does not count: it may be noise of the playouts.

It is three standard errors of the lead of one of two equal seats, so noise alone reaches it in about one of a thousand
such positions. Among more seats chances vary less, and it does so less often.
"""
NOISE = sqrt(2 / pi / PLAYOUTS)
"""The mean lead of one of two equal seats, all of it noise of the playouts. Among more equal seats it is smaller."""
TENTHS = 10
HUNDRED = 100

Chances = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Measures:
    """The measures of one matchup. Those that need playouts are None for a game without them."""

    setup: Setup
    games: int
    alike: int
    """How many more are not counted, as all went alike to the last move."""
    ways: int
    """How many of the games that count are different."""
    counted: dict[str, dict[int, Count]]
    """By the key of a measure (`lido.lab.shown`) and the number of a game: what was counted in it, maybe among none."""
    seats: tuple[Estimate, ...]
    """The mean payoff of each seat."""
    imbalance: Estimate | None
    """The largest difference between the mean payoff of a seat and an even share; None for two, where one says all."""
    imbalance_by_chance: float | None
    """What it stays below in 95 % of such series of games where the seats are equal."""
    length: Estimate
    median: Estimate | None
    """Of the lengths, where there are enough; a few long games do not move it."""
    lengths: tuple[int, ...]
    """In moves, the shortest game first."""
    branching: Estimate
    """Legal moves in a position."""
    drawn: Estimate | None
    """The share of games that more than one seat or team wins; None for a game in which only one can."""
    tied: Estimate | None
    """The share of games that all share, where more than two can; between two it is `drawn`."""
    drama: Estimate | None
    """How far the later winner was behind."""
    leads: Estimate | None
    """Lead changes in a game."""
    rate: Estimate | None
    """Lead changes in `HUNDRED` moves: in long games there are more."""
    own: dict[str, Estimate]
    """By name: the measures that only this game has, where there is something to measure."""
    counts: dict[str, tuple[int, ...]]
    """By name, for those of them that are counted: the number of every game, the smallest first."""
    endings: dict[str, Estimate]
    """By ending: the share of games that ended so."""
    ahead: dict[str, Estimate]
    """By ending: the mean lead when a game ended so."""
    choices_through: tuple[Estimate, ...]
    """In each tenth of a game: the number of legal moves."""
    lead_through: tuple[Estimate, ...]
    """In each tenth of a game: the lead."""

    def among(self, key: str) -> int:
        """In how many games a measure was counted: those that have a winner, or such events."""
        return sum(among > 0 for _, among in self.counted[key].values()) if key in self.counted else self.games

    @property
    def first(self) -> Estimate:
        """The mean payoff of the seat that moves first."""
        return self.seats[0]


def different(setup: Setup, outcomes: Collection[Outcome]) -> list[Outcome]:
    """The games that count: of bots that never vary, the first of each seating, where chance has dealt nothing.

    They play one game, however often: its repetitions say nothing that it does not say. Where bots do vary, all games
    count, also those that happened to go alike: without them, what happens often would seem rare.
    """
    ways: dict[Seating, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        ways[outcome.seating].append(outcome)
    repeated = {seating for seating, games in ways.items() if _ways(setup, games) == 1}
    return [outcome for outcome in outcomes if outcome.seating not in repeated or outcome is ways[outcome.seating][0]]


def _ways(setup: Setup, outcomes: Collection[Outcome]) -> int:
    """How many of the games are different."""
    begun = matches.new(setup.game, players=setup.seats, options=setup.options, seed="")
    if begun.record()["deal"] or not all(outcome.line for outcome in outcomes):
        return len(outcomes)
    return len({repr((outcome.seating, outcome.line)) for outcome in outcomes})


def measure(setup: Setup, played: Collection[Outcome]) -> Measures:
    """The measures of games that all have a trajectory."""
    outcomes = different(setup, played)
    trajectories = [trajectory_of(setup, outcome) for outcome in outcomes]
    judged = [
        (outcome, trajectory) for outcome, trajectory in zip(outcomes, trajectories, strict=True) if trajectory.chances
    ]
    ahead = defaultdict(list)
    for outcome, trajectory in judged:
        ahead[outcome.reason].append(lead(trajectory.chances[-1]))
    paid = [[outcome.payoffs[seat] for outcome in outcomes] for seat in range(setup.seats)]
    most = most_paid(setup)
    own, counts = _own(setup, outcomes, trajectories)
    counted = {**_counted(setup, outcomes, trajectories), **{f"report-{name}": games for name, games in own.items()}}

    def over_games(name: str, most: float = inf, least: float = 0.0) -> Estimate | None:
        numbers = [count for count, among in counted.get(name, {}).values() if among]
        return average(numbers, most, min(least, *numbers, inf)) if numbers else None

    # There is a move in every position; a bot that fails at once leaves a game without any.
    length, branching = over_games("length", least=1.0), over_games("branching", least=1.0)
    assert length
    assert branching
    return Measures(
        setup=setup,
        games=len(outcomes),
        alike=len(played) - len(outcomes),
        ways=_ways(setup, outcomes),
        counted=counted,
        seats=tuple(mean(payoffs, most=most) for payoffs in paid),
        imbalance=farthest(paid, 1 / setup.seats, most=most) if setup.seats > 2 else None,
        imbalance_by_chance=farthest_by_chance([outcome.payoffs for outcome in outcomes]) if setup.seats > 2 else None,
        length=length,
        median=median([outcome.moves for outcome in outcomes]),
        lengths=tuple(sorted(outcome.moves for outcome in outcomes)),
        branching=branching,
        drawn=_share(counted, "drawn"),
        tied=_share(counted, "tied"),
        drama=over_games("drama", 1.0),
        leads=over_games("leads"),
        rate=rate(list(counted["rate"].values())) if "rate" in counted else None,
        own={
            name: average([count for count, _ in games.values()]) if name in counts else ratio(list(games.values()))
            for name, games in own.items()
        },
        counts=counts,
        endings={
            reason: exact(count / len(outcomes), len(outcomes))
            for reason, count in Counter(outcome.reason for outcome in outcomes).items()
        },
        ahead={reason: average(leads, 1.0) for reason, leads in ahead.items()},
        choices_through=through(trajectory.choices for trajectory in trajectories),
        lead_through=through(([lead(chances) for chances in trajectory.chances] for _, trajectory in judged), 1.0),
    )


def most_paid(setup: Setup) -> float:
    """The most that a seat can be paid."""
    return max(1 / len(team) for team in teams_of(setup))


def _counted(
    setup: Setup, outcomes: Sequence[Outcome], trajectories: Sequence[Trajectory]
) -> dict[str, dict[int, Count]]:
    """By measure and number of game: what the measures that all games have counted in it."""
    found: dict[str, dict[int, Count]] = defaultdict(dict)
    for outcome, trajectory in zip(outcomes, trajectories, strict=True):
        number, chances = outcome.number, trajectory.chances
        found["first"][number] = outcome.payoffs[0], 1
        found["length"][number] = outcome.moves, 1
        found["branching"][number] = fmean(trajectory.choices or [0]), 1
        if report_config(setup.game).draws:
            winners, teams = winning(outcome, setup), len(teams_of(setup))
            found["drawn"][number] = winners > 1, 1
            if teams > 2:
                found["tied"][number] = winners == teams, 1
        if chances:
            found["leads"][number] = lead_changes(chances), 1
            found["rate"][number] = lead_changes(chances), len(chances) / HUNDRED
            behind = winner_behind(outcome, chances)
            found["drama"][number] = (0, 0) if behind is None else (behind, 1)
    return dict(found)


def _share(counted: dict[str, dict[int, Count]], name: str) -> Estimate | None:
    games = [is_so for is_so, _ in counted.get(name, {}).values()]
    return exact(fmean(games), len(games)) if games else None


def winning(outcome: Outcome, setup: Setup) -> int:
    """How many teams are paid; a seat that plays alone is a team."""
    return sum(any(outcome.payoffs[seat - 1] for seat in team) for team in teams_of(setup))


def teams_of(setup: Setup) -> list[list[int]]:
    """The seats that win together, and share what it pays."""
    return [list(team) for team in find(setup.game).teams(setup.seats, setup.options)]


def lead(chances: Sequence[float]) -> float:
    """How far the leading seat is ahead of the next best."""
    *_, second, first = sorted(chances)
    return first - second


def lead_changes(trajectory: Chances) -> int:
    """How often the lead passes to another seat, by at least MARGIN. Before one seat has that lead, nobody leads."""
    leaders: list[int] = []
    for chances in trajectory:
        best = max(range(len(chances)), key=chances.__getitem__)
        ahead = chances[best] - chances[leaders[-1]] if leaders else lead(chances)
        if ahead >= MARGIN:
            leaders.append(best)
    return sum(one != other for one, other in pairwise(leaders))


def winner_behind(outcome: Outcome, trajectory: Chances) -> float | None:
    """How far the best placed winner was behind the leader, on average over the game; None if all seats share the win.

    Only one of several winners can lead.
    """
    most = max(outcome.payoffs)
    winners = [seat for seat, paid in enumerate(outcome.payoffs) if paid == most]
    if len(winners) == len(outcome.payoffs):
        return None
    return fmean(max(chances) - max(chances[seat] for seat in winners) for chances in trajectory)


def _own(
    setup: Setup, outcomes: Sequence[Outcome], trajectories: Sequence[Trajectory]
) -> tuple[dict[str, dict[int, Count]], dict[str, tuple[int, ...]]]:
    """By name of a measure that only this game has: what it counted in every game; and that sorted, if it is a number.

    A stored game may be older than a measure and not have it.
    """
    found: dict[str, dict[int, Count]] = defaultdict(dict)
    numbers: dict[str, list[int]] = defaultdict(list)
    for outcome, trajectory in zip(outcomes, trajectories, strict=True):
        events = sum(map(Counter, outcome.events), Counter())
        for own in report_config(setup.game).measures:
            if isinstance(own, EventShare):
                found[own.name][outcome.number] = events[own.event], events[own.among]
            elif here := trajectory.counts.get(own.name):
                numbers[own.name].append(own.of_game(here))
                found[own.name][outcome.number] = numbers[own.name][-1], 1
    measured = {name: games for name, games in found.items() if any(among for _, among in games.values())}
    return measured, {name: tuple(sorted(counts)) for name, counts in numbers.items()}


def through(games: Iterable[Sequence[float]], most: float = inf) -> tuple[Estimate, ...]:
    """The mean of the values, at most `most`, in each tenth of the games; none where no game has a value.

    The positions of one game are not independent of each other: a game is one observation. It counts in every tenth,
    also if it has fewer positions: with the one that stood in the middle of that tenth.
    """
    tenths: list[list[float]] = [[] for _ in range(TENTHS)]
    for values in filter(len, games):
        count = len(values)
        for at, tenth in enumerate(tenths):
            middle = (2 * at + 1) * count // (2 * TENTHS)
            here = values[at * count // TENTHS : (at + 1) * count // TENTHS]
            tenth.append(fmean(here) if count >= TENTHS else values[middle])
    return tuple(average(tenth, most) for tenth in tenths if tenth)
