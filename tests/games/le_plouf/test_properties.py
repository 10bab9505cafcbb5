"""What must hold at every table of Le Plouf, whatever the pawns, whatever the moves."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lido
from lido.deal import Draws
from lido.game import Start, copied
from lido.games import find
from lido.games.le_plouf import LePlouf, rules
from lido.kernel import uncompiled
from tests.games.le_plouf.reference import POOL, RIM, Table, written
from tests.games.le_plouf.scenes import at
from tests.games.le_plouf.strategies import choices, tables

game = find("le-plouf")
assert isinstance(game, LePlouf)
GAME: LePlouf = game


def state_of(table: Table) -> np.record:
    return GAME.start(Start(table.players, {}, None, written(table)), Draws(""))


def owners(match: lido.Match) -> dict[str, int]:
    cells: dict[str, int] = match.view(0)["cells"]
    return dict(cells)


def choose(match: lido.Match, choice: int) -> str:
    moves = match.legal_moves()
    return moves[choice % len(moves)]


def everything(state: np.record) -> bytes:
    return state.tobytes()


@given(tables(), choices(20))
def test_pawns_are_never_made_or_lost(table: Table, plan: list[int]) -> None:
    match = at(written(table))
    for choice in plan:
        if match.result:
            break
        view = match.view(0)
        before = list(view["cells"].values())
        placed = [view["turn"]] if view["step"] == "place" else []
        match.play(choose(match, choice))
        assert sorted(owners(match).values()) == sorted(before + placed)


@given(tables(), choices(20))
def test_the_cursor_moves_on_with_the_first_seat_of_the_second_phase(table: Table, plan: list[int]) -> None:
    match = at(written(table))
    for choice in plan:
        if match.result:
            break
        before = match.view(0)
        match.play(choose(match, choice))
        _, cursor, turn, _ = match.position().split()
        round_ended = before["turn"] == match.players
        assert turn == "ABCD"[0 if round_ended else before["turn"]]
        advances = round_ended and before["step"] == "move"
        assert int(cursor) == (before["cursor"] % 3 + 1 if advances else before["cursor"])


@settings(max_examples=25)
@given(tables())
def test_play_accepts_the_moves_listed_and_no_others(table: Table) -> None:
    state = state_of(table)
    before = everything(state)
    listed = GAME.legal_moves(state)
    numbers = [GAME.parse_move(state, move) for move in listed]
    assert len(set(listed)) == len(listed)
    assert sorted(numbers) == sorted(GAME.legal(state))
    for number in range(rules.MOVES):
        move = GAME.move_text(state, number)
        if move in listed:
            GAME.play(state, move, {})
            assert number in numbers
        else:
            with pytest.raises(lido.IllegalMove) as refusal:
                GAME.play(state, move, {})
            english, french = refusal.value.said("en"), refusal.value.said("fr")
            assert english == str(refusal.value) != french
            assert refusal.value.clause
            assert english.endswith(f". ({refusal.value.clause})")
            assert french.endswith(f". ({refusal.value.clause})")
        assert everything(state) == before


@given(tables(), st.text("abcdef0123456-= pas", max_size=9) | st.text(max_size=9))
@example(Table({}, 1, 1, 2), "a1\n")
@example(Table({}, 1, 1, 2), "A1")
@example(Table({}, 1, 1, 2), "")
@example(Table({}, 1, 1, 2), "a１")
def test_what_is_no_move_is_refused(table: Table, text: str) -> None:
    match = at(written(table))
    if text in match.legal_moves():
        match.play(text)
        assert match.moves == (text,)
    else:
        with pytest.raises(lido.IllegalMove):
            match.play(text)
        assert (match.moves, match.position()) == ((), written(table))


@given(tables(), choices(12), st.integers(1, 12))
def test_undo_goes_back_to_the_same_bytes(table: Table, plan: list[int], back: int) -> None:
    match = at(written(table))
    history = [(everything(match.player_view(0).observation), match.player_view(0).repetitions, match.result)]
    for choice in plan:
        if match.result:
            break
        match.play(choose(match, choice))
        history.append((everything(match.player_view(0).observation), match.player_view(0).repetitions, match.result))
    for now in reversed(history[:-1][-back:]):
        match.undo()
        assert (everything(match.player_view(0).observation), match.player_view(0).repetitions, match.result) == now


@given(tables())
def test_moves_read_back_as_they_are_written(table: Table) -> None:
    state = state_of(table)
    for number in GAME.legal(state):
        assert GAME.parse_move(state, GAME.move_text(state, number)) == number


def test_every_number_of_a_move_has_a_text_of_its_own() -> None:
    state = lido.new("le-plouf").player_view(0).observation
    texts = {GAME.move_text(state, number) for number in range(GAME.rules.moves)}
    walks = {f"{RIM[at]}-{RIM[(at + way) % 16]}" for at in range(16) for way in (1, -1)}
    dives = {f"{walk}={cell}" for walk in walks for cell in POOL}
    assert texts == {*RIM, *walks, *dives, "pass"}


@given(tables())
def test_positions_read_back_as_they_are_written(table: Table) -> None:
    assert at(written(table)).position() == written(table)


@st.composite
def nearly_positions(draw: st.DrawFn) -> str:
    """A position with a few characters changed, taken out or put in."""
    text = written(draw(tables()))
    for _ in range(draw(st.integers(1, 3))):
        at_place, kept = draw(st.integers(0, len(text))), draw(st.integers(0, 2))
        text = text[:at_place] + draw(st.text("ABCDE0123456789/ \n", max_size=2)) + text[at_place + kept :]
    return text


@settings(max_examples=300)
@given(nearly_positions() | st.text("ABCD12345/ ", max_size=40) | st.text(), st.sampled_from([2, 3, 4]))
@example("5/5/5/5/5 1 A 2\n", 2)
@example("41/5/5/5/5 1 A 2", 2)
@example("5/5/5/5/5  1 A 2", 2)
@example("٥/5/5/5/5 1 A 2", 2)
def test_a_text_is_a_position_written_as_it_must_be_or_is_refused(text: str, players: int) -> None:
    try:
        match = lido.new("le-plouf", players=players, position=text)
    except lido.BadPosition:
        return
    assert match.position() == text


@pytest.mark.parametrize("position", [5, ["5/5/5/5/5 1 A 2"], {"position": "5/5/5/5/5 1 A 2"}, True, 1.5])
def test_a_position_is_a_text(position: object) -> None:
    with pytest.raises(lido.BadPosition):
        lido.new("le-plouf", players=2, position=position)


def shown(cells: dict[str, int], events: list[dict[str, Any]]) -> dict[str, int]:
    """The board after events, carried out one by one by somebody who knows no rules."""
    for event in events:
        if event["event"] == "place":
            assert event["cell"] not in cells
            cells[event["cell"]] = event["seat"]
        elif "from" in event:
            assert event["to"] not in cells
            assert cells.pop(event["from"]) == event["seat"]
            cells[event["to"]] = event["seat"]
    return cells


@given(tables())
def test_the_events_lead_from_the_board_before_to_the_board_after(table: Table) -> None:
    match = at(written(table))
    before = match.view(0)
    for move in match.legal_moves():
        events = match.play(move)
        after = match.view(0)
        kinds = [event["event"] for event in events]
        assert shown(dict(before["cells"]), events) == after["cells"]
        assert kinds.count("phase") == (before["step"] == "place" and after["to_place"] == [0] * match.players)
        said = [event["cursor"] for event in events if event["event"] == "cursor"]
        assert said == ([after["cursor"]] if after["cursor"] != before["cursor"] else [])
        assert kinds.count("over") == (match.result is not None)
        match.undo()


@settings(max_examples=50)
@given(tables())
def test_the_rules_are_the_same_uncompiled(table: Table) -> None:
    state = state_of(table)
    moves, plain_moves = np.zeros((2, rules.MOST_MOVES), dtype=np.int16)
    count = rules.legal(state, moves)
    assert uncompiled(rules.legal)(state, plain_moves) == count
    assert moves.tolist() == plain_moves.tolist()
    for move in moves[:count]:
        after, plain_after = copied(state), copied(state)
        rules.play(after, move)
        uncompiled(rules.play)(plain_after, move)
        assert everything(after) == everything(plain_after)
        assert rules.key(after) == uncompiled(rules.key)(plain_after)
        assert rules.over(after) == uncompiled(rules.over)(plain_after)
    payoffs, plain_payoffs = np.zeros((2, 6))
    rules.payoffs(state, payoffs)
    uncompiled(rules.payoffs)(state, plain_payoffs)
    assert payoffs.tolist() == plain_payoffs.tolist()


@given(st.lists(tables(), min_size=2, max_size=8))
def test_only_the_same_position_has_the_same_key(some: list[Table]) -> None:
    for players in (2, 3, 4):
        met = {written(table): state_of(table) for table in some if table.players == players}
        for state in list(met.values()):
            for number in GAME.legal(state):
                after = copied(state)
                rules.play(after, number)
                met[GAME.position(after, Start(players, {}, None, None), ())] = after
        assert len({GAME.key(state) for state in met.values()}) == len(met)


@given(tables())
def test_the_key_tells_cursor_and_player_to_move_apart(table: Table) -> None:
    state = state_of(table)
    keys = set()
    for state.cursor in (1, 2, 3):
        for state.turn in range(table.players):
            keys.add(rules.key(state))
    assert len(keys) == 3 * table.players


@given(tables())
def test_a_finished_game_pays_1_in_all(table: Table) -> None:
    payoffs = np.zeros(6)
    rules.payoffs(state_of(table), payoffs)
    assert payoffs.sum() == pytest.approx(1)
    assert payoffs[table.players :].tolist() == [0] * (6 - table.players)
    assert (payoffs >= 0).all()


@given(tables(), st.integers(0, 4))
def test_an_observation_is_a_copy_of_the_whole_state(table: Table, seat: int) -> None:
    state = state_of(table)
    before = everything(state)
    observation = GAME.observation(state, min(seat, table.players))
    assert everything(observation) == before
    observation.pawns[:] = 0
    observation.turn = observation.players = observation.cursor = observation.to_place = 0
    assert everything(state) == before


@given(st.permutations(RIM), st.sampled_from([2, 3, 4]))
def test_a_match_never_touches_what_it_has_shown(cells: list[str], players: int) -> None:
    match = lido.new("le-plouf", players=players)
    first, player_view = match.view(1), match.player_view(1)
    text, repetitions = str(first), dict(player_view.repetitions)
    for cell in cells[:6]:
        match.play(cell)
    assert str(first) == text
    assert player_view.repetitions == repetitions
    assert not player_view.observation.pawns.any()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("5/5/5/5 1 A 2", "five ranks with slashes between them, the fifth first; here are 4"),
        ("A4/5/X4/5/5 1 A 2", "'X' means nothing in a position"),
        ("A4/5/b4/5/5 1 A 2", "'b' means nothing in a position"),
        ("A4/5/5/5/5 9 A 2", "'A4/5/5/5/5 9 A 2' is not a position"),
        ("nowhere", "'nowhere' is not a position"),
        (7, "7 is not a position"),
    ],
)
def test_the_part_of_a_text_that_keeps_it_from_being_a_position_is_named(position: object, said: str) -> None:
    with pytest.raises(lido.BadPosition, match=said):
        lido.new("le-plouf", players=2, position=position)
