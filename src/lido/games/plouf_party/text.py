"""Plouf Party in text: moves and deals, read strictly and written in one way only."""

import re
from typing import Any

import numpy as np

from lido.deal import Draws
from lido.errors import BadSetup, IllegalMove
from lido.game import Json, Options
from lido.games.plouf_party import rules
from lido.games.plouf_party.board import COLOURS, LETTERS, NAMES, SPACES

EDITIONS = ("fr", "en")
MEMORIES = ("aid", "none")
DIRECTIONS = ("cw", "ccw")
STEPS = ("pick", "direct", "accuse", "over")

PICK = re.compile(r"pick (0|[1-9]\d?)", re.ASCII)
ACCUSE = re.compile(rf"accuse ([1-9]) ({'|'.join(COLOURS)})")
WORDS = {"cw": rules.CLOCKWISE, "ccw": rules.ANTICLOCKWISE, "decline": rules.DECLINE}


def parse_move(state: np.record, text: str) -> int:
    """The number of the move written so, legal or not."""
    if text in WORDS:
        return WORDS[text]
    if (found := PICK.fullmatch(text)) and int(found[1]) < SPACES:
        return int(found[1])
    if found := ACCUSE.fullmatch(text):
        seat = int(found[1])
        if seat > state.players:
            raise IllegalMove("plouf-party.no-seat", accused=seat, players=int(state.players))
        return rules.ACCUSE + 6 * (seat - 1) + COLOURS.index(found[2])
    raise IllegalMove("plouf-party.not-a-move", move=text)


def move_text(move: int) -> str:
    """How a move is written."""
    if move < rules.CLOCKWISE:
        return f"pick {move}"
    if move < rules.ACCUSE:
        return DIRECTIONS[move - rules.CLOCKWISE]
    if move == rules.DECLINE:
        return "decline"
    seat, colour = accusation(move)
    return f"accuse {seat} {COLOURS[colour]}"


def accusation(move: int) -> tuple[int, int]:
    """The seat, from 1, and the colour that an accusation names."""
    seat, colour = divmod(move - rules.ACCUSE, 6)
    return seat + 1, colour


def refusal(state: np.record, move: int) -> IllegalMove:
    """Why a move that is not legal is not, told from what the seat to act knows."""
    if state.step == rules.OVER:
        return IllegalMove("match.over")
    if not _fits_step(state, move):
        return IllegalMove(f"plouf-party.{STEPS[state.step]}-now")
    if move < rules.CLOCKWISE:
        if state.occupied >> move & 1:
            return IllegalMove("plouf-party.moved-last", space=move)
        return IllegalMove("plouf-party.empty", space=move)
    if move < rules.ACCUSE:
        return IllegalMove("plouf-party.reverse", onward=DIRECTIONS[state.heading])
    seat, colour = accusation(move)
    if seat == state.turn + 1:
        return IllegalMove("plouf-party.accuse-yourself")
    if not state.alive >> seat - 1 & 1:
        return IllegalMove("plouf-party.accuse-out", accused=seat)
    if colour == state.tokens[state.turn]:
        return IllegalMove("plouf-party.accuse-own")
    return IllegalMove("plouf-party.accuse-drowned")


def _fits_step(state: np.record, move: int) -> bool:
    if move < rules.CLOCKWISE:
        return bool(state.step == rules.PICK)
    return bool(state.step == (rules.DIRECT if move < rules.ACCUSE else rules.ACCUSING))


def draw_deal(players: int, draws: Draws) -> dict[str, Json]:
    """A deal drawn by chance (PP-1, PP-2, PP-R10)."""
    return {
        "ring": draws.shuffled(NAMES),
        "tokens": draws.shuffled(LETTERS)[:players],
        "faceup": [name for name in NAMES if draws.below(2)],
    }


def parse_deal(deal: Json, players: int, options: Options) -> np.record:
    """The set-up that a deal gives, or BadSetup."""
    if not isinstance(deal, dict) or set(deal) != {"ring", "tokens", "faceup"}:
        raise BadSetup("plouf-party.deal-form")
    if any(isinstance(deal[part], list) and None in deal[part] for part in deal) or "?" in str(deal["ring"]):
        raise BadSetup("plouf-party.deal-hidden")
    ring, tokens, faceup = (_names(deal[part], part) for part in ("ring", "tokens", "faceup"))
    if sorted(ring) != sorted(NAMES):
        raise BadSetup("plouf-party.deal-ring")
    if len(tokens) != players or len(set(tokens)) < players or not set(tokens) <= set(LETTERS):
        raise BadSetup("plouf-party.deal-tokens", players=players)
    if len(set(faceup)) < len(faceup) or not set(faceup) <= set(NAMES):
        raise BadSetup("plouf-party.deal-faceup")
    return rules.start(
        colours=[LETTERS.index(name[0]) for name in ring],
        numbers=[int(name[1]) for name in ring],
        faceup=[name in faceup for name in ring],
        tokens=[LETTERS.index(letter) for letter in tokens],
        edition=EDITIONS.index(str(options["edition"])),
        memory=MEMORIES.index(str(options["memory"])),
    )


def known_deal(deal: Json, observation: np.record) -> dict[str, Json]:
    """A deal as the seat of an observation knows it: `R?` is a red pawn with any number, None any colour.

    Of `faceup` it has the pawns that were seen to fall so.
    """
    numbers, fallen = observation["numbers"].tolist(), int(observation["faceup"])
    ring, faceup = [], []
    for space, name in enumerate(deal["ring"]):
        colour = name[0]
        pawn = 3 * LETTERS.index(colour) + len([other for other in deal["ring"][:space] if other[0] == colour])
        known = f"{colour}{numbers[pawn] or '?'}"
        ring.append(known)
        if fallen >> pawn & 1:
            faceup.append(known)
    tokens = observation["tokens"].tolist()[: int(observation["players"])]
    shown = [None if token == rules.NONE else LETTERS[token] for token in tokens]
    return {"ring": ring, "tokens": shown, "faceup": sorted(faceup)}


def _names(value: Any, part: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadSetup("plouf-party.deal-list", part=part)
    return value
