"""One game being played: the deal, moves as text, history, undo, views, records, the result."""

import secrets
import sys
from collections.abc import Hashable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from lido import pictures
from lido.deal import Draws
from lido.errors import BadRecord, BadSetup, IllegalMove, LidoError
from lido.game import SPECTATOR, Event, Game, Json, Option, Played, Result, Start
from lido.games import find
from lido.given import check_seat, check_seed, check_undo, is_whole
from lido.player_view import PlayerView, document
from lido.record import Ending, Record, Recorded, read, written

__all__ = ["DEEPEST_PERFT", "Match", "PlayerView", "arrived", "begin", "new", "repeated", "replay"]

REPETITION = "repetition"
NO_DETAILS: dict[str, Json] = {}
KEPT_EVERY = 64
"""After so many moves the state is kept, so that taking back plays only the last moves again."""
DEEPEST_PERFT = 64
"""Memory is taken for every move of a sequence, and no count comes near this depth."""


class Match:
    """A game being played. Make one with `lido.new` or `lido.replay`.

    `turn` is the seat that must act, from 1, and `result` how the game ended; one of them is None. `players` is the
    number of seats, `options` and `laws` say what is played, and `seed` what chance draws from. `print` shows it in a
    line, and a notebook its board. Whatever is refused raises a `lido.LidoError` and changes nothing.
    """

    def __init__(self, game: Game[Any], start: Start, seed: str | None, strings: tuple[str, ...], state: Any) -> None:
        self.game = game
        self.players = start.players
        self.options = start.options
        self.laws = start.laws
        """The number of the laws that the game is played under."""
        self.seed = seed
        """What chance draws from, or None where the deal was given."""
        self._strings = strings
        self._start = start
        self._state = state
        self._kept = [state]
        """The states after every `KEPT_EVERY` moves, from the first."""
        self._moves: list[str] = []
        self._details: list[dict[str, Json]] = []
        self._repetitions: dict[Hashable, int] = {}  # a Counter takes three times as long
        self._story: list[tuple[Event, ...]] | None = None
        self._arrive()

    def _arrive(self) -> None:
        self.result: Result | None
        self.result, self._times_occurred = arrived(self.game, self.players, self._state, self._repetitions)
        self.turn: int | None = None if self.result else self.game.turn(self._state)
        """The seat that must act, from 1, or None when the game is over."""

    def __repr__(self) -> str:
        played = f"{len(self._moves)} move{'s' * (len(self._moves) != 1)}"
        now = f"over: {self.result.reason}" if self.result else f"seat {self.turn} to act"
        return f"<Match of {self.game.id}: {self.players} players, {played}, {now}>"

    def copy(self) -> "Match":
        """Another match in the same position: what is played in one does not change the other."""
        other = Match(self.game, self._start, self.seed, self._strings, self._state)
        other._kept, other._moves, other._details = self._kept.copy(), self._moves.copy(), self._details.copy()
        other._repetitions, other._times_occurred = self._repetitions.copy(), self._times_occurred
        other._story = None if self._story is None else self._story.copy()
        other.result, other.turn = self.result, self.turn
        return other

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()  # states are never changed in place

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def last_details(self) -> dict[str, Json]:
        """What a record keeps of the last move beyond its text. Not to be changed."""
        return self._details[-1]

    def legal_moves(self) -> list[str]:
        """Every move the seat to act may make, sorted as text; empty when the game is over."""
        return [] if self.result else self.game.legal_moves(self._state)

    def play(self, move: str, /, **details: Json) -> list[Event]:
        """Carry out a move and return what everybody at the table saw happen.

        `details` are for games whose moves are more than their text.
        """
        return self.advance(move, self.outcome(move, **details))

    def perform(self, move: str, /, seed: str | int | None = None, **details: Json) -> list[Event]:
        """Carry out a move as well as its player can: as `play`, but `details` are what the player means to do.

        In a game of the hand, the hand lags and trembles (`Game.perform`). Without a seed nobody can foresee how.
        """
        check_seed(seed)
        if self.result:
            raise IllegalMove("match.over")
        return self.play(move, **self.game.perform(self._state, move, details, seed))

    def begins_as_dealt(self, move: str, /, **details: Json) -> bool:
        """Whether a recorded move of a served game begins here as chance had it (`Game.begins_as_dealt`)."""
        return self.game.begins_as_dealt(self._state, move, details)

    def worked_out_anew(self, move: str, /, **details: Json) -> Mapping[str, Json]:
        """The details of a recorded move, computed again in this position (`Game.worked_out_anew`)."""
        return self.game.worked_out_anew(self._state, move, details)

    def outcome(self, move: str, /, **details: Json) -> Played[Any]:
        """What a move leads to, without carrying it out; `advance` does that."""
        if not isinstance(move, str):
            raise IllegalMove("match.move-type", given=repr(move))
        if self.result:
            raise IllegalMove("match.over")
        return self.game.play(self._state, move, details)

    def advance(self, move: str, played: Played[Any]) -> list[Event]:
        """Carry out a move with its `outcome` in this position, and return what everybody at the table saw happen."""
        self._state = played.state
        # A service keeps many long games: equal moves share one text, and moves without details one empty mapping.
        self._moves.append(sys.intern(str(move)))
        self._details.append(played.details or NO_DETAILS)
        if len(self._moves) % KEPT_EVERY == 0:
            self._kept.append(self._state)
        self._arrive()
        if self._story is not None:
            self._story.append(tuple(played.events))
        ending: list[Event] = [{"event": "over", **self.result.document()}] if self.result else []
        return played.events + ending

    def undo(self, moves: int = 1, *, remember: bool = False) -> None:
        """Take back the last moves.

        With `remember`, what everybody saw in them stays shown where the game can keep it (`Game.remember`).
        """
        check_undo(moves, len(self._moves))
        left = len(self._moves) - moves
        kept = left // KEPT_EVERY
        states = self._played_again(self._kept[kept], kept * KEPT_EVERY)
        state = states[left - kept * KEPT_EVERY]
        for gone in states[left - kept * KEPT_EVERY + 1 :]:
            self._leave(gone)
        del self._moves[left:], self._details[left:], self._kept[kept + 1 :]
        if self._story is not None:
            del self._story[len(self._story) - moves :]
        self._leave(state)
        self._state = self.game.remember(state, self._state) if remember else state
        self._arrive()

    def _played_again(self, state: Any, first: int) -> list[Any]:
        """A state after so many moves, and the states after it until now."""
        states = [state]
        for move, details in zip(self._moves[first:], self._details[first:], strict=True):
            states.append(self.game.play(states[-1], move, details).state)
        return states

    def _leave(self, state: Any) -> None:
        """The opposite of `_arrive`: a position does not count as having occurred."""
        if not self.game.repetition or self.game.result(state) is not None:
            return
        key = self.game.key(state)
        self._repetitions[key] -= 1
        if not self._repetitions[key]:
            del self._repetitions[key]

    def view(self, seat: int = SPECTATOR, *, ended: bool = False) -> dict[str, Json]:
        """All that a seat may know, as JSON; seat 0 is a spectator. A game that is over hides nothing.

        `ended` is for a game that was stopped before its rules ended it: then it hides nothing either.
        """
        check_seat(seat, self.players)
        over = self.result or ended
        seen = self.game.shown_at_end(self._state, seat) if over else self.game.observation(self._state, seat)
        return document(self.game, self._start, seat, seen, self.turn, self._times_occurred, self.result)

    def player_view(self, seat: int | None = None) -> PlayerView:
        """What a seat has seen: the input of a bot. Without a number, the seat that must act."""
        if seat is None:
            if self.turn is None:
                raise IllegalMove("match.over")
            seat = self.turn
        check_seat(seat, self.players)
        observation = self.game.observation(self._state, seat)
        shown = self.game.shown_at_end(self._state, seat) if self.result else observation
        story = tuple(self._told()) if self.game.secrets else ()
        return PlayerView(
            game=self.game,
            players=self.players,
            seat=seat,
            observation=observation,
            shown=shown,
            moves=self.moves,
            repetitions=dict(self._repetitions),
            story=story,
            start=self.game.seen_start(self._start, shown),
            turn=self.turn,
            stood=self._times_occurred,
            result=self.result,
        )

    def _told(self) -> list[tuple[Event, ...]]:
        """The events of every move so far, those of the position it began from first; kept once they are asked for."""
        if self._story is None:
            self._story, state = self.game.told_before(self._start), self._kept[0]
            for move, details in zip(self._moves, self._details, strict=True):
                played = self.game.play(state, move, details)
                state = played.state
                self._story.append(tuple(played.events))
        return self._story

    def position(self) -> Json:
        """The full position, secrets included, in the text form of the laws."""
        return deepcopy(self.game.position(self._state, self._start, self._moves))

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from here; a shorter game counts once.

        Draws by repetition are ignored.
        """
        if not is_whole(depth) or not 0 <= depth <= DEEPEST_PERFT:
            raise BadSetup("match.perft-depth", given=repr(depth), most=DEEPEST_PERFT)
        return self.game.perft(self._state, depth)

    def record(self, seats: Sequence[str] = ()) -> dict[str, Json]:
        """The game so far as one JSON document. It holds the deal, so do not show it to the players of a running game.

        `seats` names who sits where.
        """
        if len(seats) > self.players:
            raise BadSetup("match.record-seats", names=len(seats), players=self.players)
        moves = [
            {"move": move, **details} if details else move
            for move, details in zip(self._moves, self._details, strict=True)
        ]
        return written(
            Record(
                format=1,
                game=self.game.id,
                players=self.players,
                options=dict(self.options),
                seed=self.seed,
                strings=list(self._strings),
                laws=self._start.laws,
                deal=self._start.deal,
                position=self._start.position,
                moves=moves,
                result=Ending(list(self.result.payoffs), self.result.reason) if self.result else None,
                seats=list(seats),
            )
        )

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None where the game draws none."""
        return pictures.drawn(self.view(SPECTATOR))


def arrived(game: Game[Any], players: int, state: Any, repetitions: dict[Hashable, int]) -> tuple[Result | None, int]:
    """The result of a game that has arrived at a state, or None, and how often this position has occurred.

    Counts the position in `repetitions`. In a game without a repetition rule, or one that is over, the number is 0.
    """
    result = game.result(state)
    if not game.repetition or result is not None:
        return result, 0
    return repeated(game, players, game.key(state), repetitions)


def repeated(
    game: Game[Any], players: int, key: Hashable, repetitions: dict[Hashable, int]
) -> tuple[Result | None, int]:
    """Count a position of a game with a repetition rule: the draw that it is, or None, and how often it occurred."""
    times = repetitions[key] = repetitions.get(key, 0) + 1
    return (Result((1 / players,) * players, REPETITION) if times == game.repetition else None), times


def new(
    game: str,
    *,
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, Option] | None = None,
    deal: Json = None,
    position: Json = None,
    strings: Sequence[str] = (),
    laws: int | None = None,
) -> Match:
    """A new match; without `players`, for the fewest that the game allows, or that the position can be for.

    It is played under the newest `laws` of the game unless an earlier number is given.

    The deal is drawn from `seed` (from the system's randomness where none is given) and the
    seats' `strings`, unless a `deal` or a `position` is given.
    """
    newest = find(game if isinstance(game, str) else repr(game))
    check_seed(seed)
    number = newest.laws if laws is None else laws
    rules = newest.under(number)
    given = options or {}
    if players is None:
        players = rules.players[0] if position is None else _players_of(rules, position, given)
    rules.check(players, given)
    chosen = rules.complete(given)
    text = secrets.token_hex(16) if seed is None else str(seed)
    try:
        draws = Draws(text, strings)
    except UnicodeEncodeError as error:
        raise BadSetup("match.seed") from error
    if deal is not None and position is not None:
        raise BadSetup("match.deal-and-position")
    start = Start(players, chosen, deepcopy(deal), position, number)
    if position is not None:
        state = rules.start(start, draws)
        # Written out again, so that the record holds what the seed filled in, as far as the text can.
        start = replace(start, position=rules.position(state, start, ()))
        return Match(rules, start, text, tuple(strings), state)
    if deal is not None:
        return Match(rules, start, None, (), rules.start(start, draws))
    start = replace(start, deal=rules.deal(players, chosen, draws))
    return Match(rules, start, text, tuple(strings), rules.start(start, draws))


def _players_of(rules: Game[Any], position: Json, given: Mapping[str, Option]) -> int:
    """The fewest players that a position can be for with the given options, or that play the game at all."""
    for players in rules.players:
        try:
            rules.check(players, given)
            rules.start(Start(players, rules.complete(given), None, position, rules.laws), Draws("", ()))
            return players
        except LidoError:
            continue
    return rules.players[0]


def begin(record: Recorded) -> Match:
    """The match before the first move of a record. The deal is checked."""
    kept = read(record)
    try:
        return _begun(kept)
    except LidoError as error:
        raise BadRecord("match.record-start", why=error) from error


def replay(record: Recorded) -> Match:
    """The match at the end of a record: a mapping, JSON text, or the path of a file.

    The deal, every move and the result are checked.
    """
    kept = read(record)
    match = begin(kept)
    for number, move, details in kept.steps():
        try:
            match.play(move, **details)
        except LidoError as error:
            raise BadRecord("match.record-move", number=number, move=move, why=error) from error
        if match._details[-1] != details:
            raise BadRecord("match.record-details", number=number, move=move)
    ending = Ending(list(match.result.payoffs), match.result.reason) if match.result else None
    if kept.result != ending:
        raise BadRecord("match.record-result")
    if (other := kept.stopped) and (
        len(other.payoffs) != match.players or (ending and (other == ending or other.reason != ending.reason))
    ):
        raise BadRecord("match.record-stopped")
    return match


def _begun(kept: Record) -> Match:
    if kept.seed is None and kept.deal is None and kept.position is None:
        raise BadRecord("match.record-no-start")
    if kept.seed is None and kept.strings:
        raise BadRecord("match.record-strings")
    is_drawn = kept.seed is not None and kept.position is None
    match = new(
        kept.game,
        players=kept.players,
        options=kept.options,
        strings=kept.strings,
        laws=kept.laws,
        seed=kept.seed or "",
        deal=None if is_drawn else kept.deal,
        position=kept.position,
    )
    match.seed = kept.seed
    if is_drawn and match._start.deal != kept.deal:
        raise BadRecord("match.record-deal")
    return match
