"""Cannonball: everybody jumps, and the biggest jump takes the round.

2 to 4 players, hidden hands, no chance after the deal. 12 different moves; a game lasts 10 to 12 moves.
"""

from collections.abc import Sequence

import numpy as np

from lido.deal import Draws
from lido.errors import BadPosition, IllegalMove, LidoError
from lido.game import Event, Json, Options, RecordGame, Rules, Start
from lido_cannonball import rules, text


class Cannonball(RecordGame):
    """The game as a match asks for it."""

    id = "cannonball"
    players = (2, 3, 4)
    secrets = True
    reveals = frozenset({"jump"})
    again_after_tie = True
    rules = Rules.of("cannonball", rules, hidden=True)

    def longest(self, players: int) -> int:
        return players * int(rules.HAND_SIZES[players])

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return text.draw_deal(players, draws)

    def start(self, start: Start, draws: Draws) -> np.record:
        if start.position is None:
            return text.parse_deal(start.deal, start.players)
        deal, moves = _split(start.position)
        state = text.parse_deal(deal, start.players)
        for number, move in enumerate(moves, start=1):
            try:
                state = self.play(state, move, {}).state
            except LidoError as error:
                raise BadPosition("cannonball.position-move", number=number, move=move, why=error) from error
        return state

    def parse_move(self, state: np.record, move: str) -> int:
        return text.parse_move(move)

    def move_text(self, state: np.record, move: int) -> str:
        return text.NAMES[move]

    def refusal(self, state: np.record, move: int) -> IllegalMove:
        return text.refusal(move)

    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        seat = int(before.turn) + 1
        jump = {"event": "jump", "seat": seat, "card": move + 1}
        if after.jumps.any():
            return [jump]
        return [jump, {"event": "take", "seat": int(after.turn) + 1}]

    def view(self, observation: np.record, seat: int) -> dict[str, Json]:
        players = int(observation.players)
        return {
            "step": "jump",
            "hand": text.cards(int(observation.hands[seat - 1])) if seat else [],
            "round": [int(card).bit_length() or None for card in observation.jumps[:players]],
            "taken": observation.taken[:players].tolist(),
            "played": text.cards(int(observation.played)),
        }

    def position(self, state: np.record, start: Start, moves: Sequence[str]) -> Json:
        deal, before = (start.deal, []) if start.position is None else _split(start.position)
        return {"deal": deal, "moves": [*before, *moves]}

    def reason(self, state: np.record) -> str:
        return "cards"


def _split(position: Json) -> tuple[Json, list[str]]:
    """The deal of a position and the moves that lead to it, or BadPosition."""
    if not isinstance(position, dict) or set(position) != {"deal", "moves"}:
        raise BadPosition("cannonball.position-form")
    moves = position["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadPosition("cannonball.position-form")
    return position["deal"], moves


GAME = Cannonball()
