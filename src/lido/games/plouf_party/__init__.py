"""Plouf Party: push the others' pawns into the pool, and let nobody guess your colour.

2 to 6 players, each with a secret colour; every pawn's number is hidden until it is shown.
Nothing is random after the deal. 57 different moves; a random game of four lasts about 50
moves with 6 to choose from.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from lido.deal import Draws
from lido.errors import BadPosition, IllegalMove, LidoError
from lido.game import Event, Json, Options, RecordGame, Rules, Start, copied
from lido.games.plouf_party import knowledge, rules, text
from lido.games.plouf_party.board import LETTERS, PAWNS, SPACES

T = TypeVar("T")


class PloufParty(RecordGame):
    """The game as a match asks for it."""

    id = "plouf-party"
    laws = 2
    list_order = 2
    players = (2, 3, 4, 5, 6)
    secrets = True
    reveals = frozenset({"take", "fall", "verdict", "eliminate"})
    irreversible = frozenset({"eliminate"})
    again_after_tie = True
    options = {"edition": text.EDITIONS, "memory": text.MEMORIES}  # noqa: RUF012
    rules = Rules.of("plouf-party", rules, knowledge, hidden=True)

    def longest(self, players: int) -> int:
        # Three moves per turn, and at most QUIET_TURNS turns until the next pawn drowns.
        return 3 * rules.QUIET_TURNS * PAWNS

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return text.draw_deal(players, draws)

    def start(self, start: Start, draws: Draws) -> np.record:
        if start.position is None:
            return text.parse_deal(start.deal, start.players, start.options)
        state, _ = self._played(start)
        return state

    def told_before(self, start: Start) -> list[tuple[Event, ...]]:
        if start.position is None:
            return []
        _, story = self._played(start)
        return story

    def _played(self, start: Start) -> tuple[np.record, list[tuple[Event, ...]]]:
        """The state that the moves of a position lead to, and what everybody saw happen in each of them."""
        deal, moves = _split(start.position)
        state, story = text.parse_deal(deal, start.players, start.options), []
        for number, move in enumerate(moves, start=1):
            try:
                played = self.play(state, move, {})
            except LidoError as error:
                raise BadPosition("plouf-party.position-move", number=number, move=move, why=error) from error
            state = played.state
            story.append(tuple(played.events))
        return state, story

    def parse_move(self, state: np.record, move: str) -> int:
        return text.parse_move(state, move)

    def move_text(self, state: np.record, move: int) -> str:
        return text.move_text(move)

    def refusal(self, state: np.record, move: int) -> IllegalMove:
        return text.refusal(state, move)

    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        seat = int(before["turn"]) + 1
        if move < rules.CLOCKWISE:
            pawn = int(before["ring"][move])
            return [{"event": "take", "seat": seat, "space": move, **_pawn(pawn, int(before["numbers"][pawn]))}]
        if move == rules.DECLINE:
            return [{"event": "decline", "seat": seat}]
        drowned = [*_falls(before, after), *_eliminations(before, after)]
        if move < rules.ACCUSE:
            pawn = int(before["ring"][before["taken"]])
            way = {
                "from": int(before["taken"]),
                "to": int(after["last"]),
                "direction": text.DIRECTIONS[after["heading"]],
            }
            return [{"event": "move", "seat": seat, **way, **_pawn(pawn, int(before["numbers"][pawn]))}, *drowned]
        accused, colour = text.accusation(move)
        named = {"seat": seat, "accused": accused, "colour": LETTERS[colour]}
        right = not after["alive"] >> accused - 1 & 1
        return [{"event": "accuse", **named}, {"event": "verdict", **named, "right": right}, *drowned]

    def under(self, laws: int) -> RecordGame:
        super().under(laws)
        return FIRST_LAWS if laws == 1 else self

    def remember(self, state: np.record, seen: np.record) -> np.record:
        remembered = copied(state)
        remembered["seen"] |= seen["seen"]
        return remembered

    def shown_at_end(self, state: np.record, seat: int) -> np.record:
        shown = copied(state)
        shown["seen"], shown["memory"] = (1 << PAWNS) - 1, rules.AID
        return shown

    def view(self, observation: np.record, seat: int) -> dict[str, Json]:
        # By item: to ask a record for an attribute is four times slower.
        players, alive, last = (int(observation[field]) for field in ("players", "alive", "last"))
        numbers = _shown_numbers(observation)
        return {
            "step": text.STEPS[observation["step"]],
            "ring": [
                None if pawn == rules.NONE else _pawn(pawn, numbers[pawn]) for pawn in observation["ring"].tolist()
            ],
            "water": [_pawn(pawn, numbers[pawn]) for pawn in observation["water"].tolist() if pawn != rules.NONE],
            "in": [bool(alive >> other & 1) for other in range(players)],
            "tokens": [_known(token, LETTERS) for token in observation["tokens"].tolist()[:players]],
            "cleared": [_letters(colours) for colours in observation["cleared"].tolist()[:players]],
            "taken": _known(int(observation["taken"]), range(SPACES)),
            "last": _known(last, range(SPACES)),
            "onward": None if last == rules.NONE else text.DIRECTIONS[observation["heading"]],
            "quiet": int(observation["quiet"]),
        }

    def position(self, state: np.record, start: Start, moves: Sequence[str]) -> Json:
        deal, before = (start.deal, []) if start.position is None else _split(start.position)
        return {"deal": deal, "moves": [*before, *moves]}

    def seen_start(self, start: Start, observation: np.record) -> Start:
        if start.position is None:
            return replace(start, deal=text.known_deal(start.deal, observation))
        deal, moves = _split(start.position)
        return replace(start, deal=None, position={"deal": text.known_deal(deal, observation), "moves": moves})

    def reason(self, state: np.record) -> str:
        return ENDINGS.get(rules.ending(state), "stall")


class FirstLaws(PloufParty):
    """The game under its first laws: what had not come out by the end stayed hidden (PP-R13)."""

    def shown_at_end(self, state: np.record, seat: int) -> np.record:
        return self.observation(state, seat)


ENDINGS = {rules.LAST_PLAYER: "last-player", rules.COLOURS_LEFT: "colours"}


def _split(position: Json) -> tuple[Json, list[str]]:
    """The deal of a position and the moves that lead to it, or BadPosition."""
    if not isinstance(position, dict) or set(position) != {"deal", "moves"}:
        raise BadPosition("plouf-party.position-form")
    moves = position["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadPosition("plouf-party.position-form")
    return position["deal"], moves


def _pawn(pawn: int, number: int | None) -> dict[str, Json]:
    return {"colour": LETTERS[pawn // 3], "number": number}


def _shown_numbers(observation: np.record) -> list[int | None]:
    """By pawn: the number that the table shows, or None."""
    showing = knowledge.showing(observation)
    return [number if showing >> pawn & 1 else None for pawn, number in enumerate(observation["numbers"].tolist())]


def _known(value: int, among: Sequence[T]) -> T | None:
    return None if value == rules.NONE else among[value]


def _letters(colours: int) -> list[str]:
    return [letter for colour, letter in enumerate(LETTERS) if colours >> colour & 1]


def _falls(before: np.record, after: np.record) -> list[Event]:
    """The pawns that a move drowned, each with its number if it fell that way up."""
    dry = int(before["dry"])
    fallen = [pawn for pawn in after["water"].tolist() if pawn != rules.NONE and dry >> pawn & 1]
    spaces = before["ring"].tolist()
    return [
        {"event": "fall", "space": spaces.index(pawn), **_pawn(pawn, _fallen_number(after, pawn))} for pawn in fallen
    ]


def _fallen_number(state: np.record, pawn: int) -> int | None:
    return int(state["numbers"][pawn]) if state["faceup"] >> pawn & 1 else None


def _eliminations(before: np.record, after: np.record) -> list[Event]:
    """The player whom a move put out of the game, and their colour."""
    out = int(before["alive"]) & ~int(after["alive"])
    return [
        {"event": "eliminate", "seat": seat + 1, "token": LETTERS[before["tokens"][seat]]}
        for seat in range(int(before["players"]))
        if out >> seat & 1
    ]


GAME = PloufParty()
FIRST_LAWS = FirstLaws()
