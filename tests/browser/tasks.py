"""Random games to be compared, with moves that are refused, moves taken back, and bots that think."""

import random
from typing import Any

import lido
from lido import bots, registry
from lido.game import RecordGame
from lido.games import find
from lido.match import Match
from tests.browser.transcript import Setup, Transcript

SIGNS = "abcdefghij0123456789- "


def random_game(game: str, players: int, number: int, shown: float) -> Transcript:
    """A whole game of random moves; views, position and record are looked at after that share of them."""
    dice = random.Random(f"{game} {players} {number}")
    played = Transcript(game, setup(game, players, dice))
    match = played.match
    played.do("shown")
    while match.turn:
        if dice.random() < 0.05:
            played.do("play", _refused(match, dice))
        if dice.random() < 0.02:
            played.do("undo", dice.randint(1, 5), dice.random() < 0.5)
        else:
            played.do("play", dice.choice(match.legal_moves()))
        if dice.random() < shown:
            played.do("shown")
    record = match.record()
    for step in (["shown"], ["play", "pass"], ["replay", record], ["replay", _spoilt(record, dice)]):
        played.do(*step)
    return played


def setup(game: str, players: int, dice: random.Random) -> Setup:
    """A match with options drawn; some begin in the position of another one."""
    found = find(game)
    drawn: Setup = {
        "players": players,
        "seed": f"{dice.getrandbits(64):x}",
        "options": {name: dice.choice(values) for name, values in found.options.items()},
        "laws": dice.randint(1, found.laws),
        "strings": [f"{dice.getrandbits(32):x} é" for _ in range(dice.choice((0, 0, players)))],
    }
    if dice.random() < 0.2:
        match = lido.new(game, **drawn)
        for _ in range(dice.randrange(30)):
            if match.turn:
                match.play(dice.choice(match.legal_moves()))
        if match.turn:
            kept = {key: drawn[key] for key in ("players", "options", "laws", "seed")}
            return kept | {"position": match.position()}
    return drawn


def _refused(match: Match, dice: random.Random) -> str:
    """Text that is no move, or a legal move with a sign changed."""
    move = dice.choice(match.legal_moves())
    if dice.random() < 0.3:
        return "".join(dice.choices(SIGNS, k=dice.randint(0, 8)))
    place = dice.randrange(len(move))
    other = move[:place] + dice.choice(SIGNS) + move[place + 1 :]
    return f"{other}!" if other in match.legal_moves() else other


def _spoilt(record: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A record that does not replay, mostly."""
    changes: list[dict[str, Any]] = [
        {"result": None},
        {"moves": record["moves"][:-1]},
        {"moves": [*record["moves"], "pass"]},
        {"moves": ["pass", *record["moves"][1:]]},
        {"players": record["players"] + 5},
        {"laws": 99},
        {"options": {"none": 1}},
        {"seed": f"{record['seed']} other"},
        {"seed": None, "strings": ["x"]},
    ]
    return {**record, **dice.choice(changes)}


def searched_game(game: str, players: int, number: int, iterations: int) -> Transcript:
    """A part of a game in which bots of all levels think and choose; each keeps its tree between its moves."""
    dice = random.Random(f"searched {game} {players} {number}")
    played = Transcript(game, setup(game, players, dice), tables=True)
    match = played.match
    for _ in range(dice.randrange(40)):
        if match.turn:
            played.do("play", dice.choice(match.legal_moves()))
    levels = (*bots.LEVELS, "match-21")
    for turn in range(8):
        if match.turn:
            level = levels[(match.turn + turn // players) % len(levels)]
            name = f"{level} at {match.turn}"
            played.do("choose", name, level, {"iterations": iterations})
            if level != "random":
                played.do("think", f"{name} thinks", level, iterations)
            played.do("play", dice.choice(match.legal_moves()))
    if match.turn:
        played.do("analyse", "seed", iterations)
    return played


def analysed_game(game: str, players: int, number: int, iterations: int) -> Transcript:
    """A game of random moves that is analysed without tables."""
    dice = random.Random(f"analysed {game} {players} {number}")
    played = Transcript(game, setup(game, players, dice))
    for _ in range(dice.randrange(40)):
        if played.match.turn:
            played.do("play", dice.choice(played.match.legal_moves()))
    if played.match.turn:
        played.do("analyse", "seed", iterations)
    return played


def solved_game(game: str, players: int, number: int) -> Transcript:
    """A game in which the bots play that know more of this game than others, after some random moves."""
    dice = random.Random(f"solved {game} {players} {number}")
    setup: Setup = {"players": players, "seed": f"{dice.getrandbits(64):x}"}
    played = Transcript(game, setup, [["levels"]], tables=True)
    match, own = played.match, [level for level in bots.levels_for(game, players) if level not in bots.LEVELS]
    for _ in range(dice.randrange(12)):
        played.do("play", dice.choice(match.legal_moves()))
    for _ in range(60):
        if not match.turn:
            break
        played.do("analyse", "seed", 50)
        for level in own:
            played.do("choose", f"{level} at {match.turn}", level, {})
        played.do("play", dice.choice(match.legal_moves()) if dice.random() < 0.2 else played.told[-1][0])
    return played


def record_games() -> list[tuple[str, int]]:
    """Every game that comes with Lido and runs in a browser, with every number of players."""
    games = [game for game in lido.games() if isinstance(game, RecordGame) and game.id in registry.own()]
    return [(game.id, count) for game in games for count in game.players]
