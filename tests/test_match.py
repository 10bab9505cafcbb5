"""What the core does for any game, shown on toys: secrets, options, moves with details, deals, undo."""

import pickle
import random
from collections import Counter
from typing import Any

import pytest

import lido
from lido import match as matches
from lido.game import Game
from lido.rng import seeded
from tests.toys import cards

pytestmark = pytest.mark.usefixtures("toys")


def dealt(*hands: int, rounds: int = 2) -> lido.Match:
    return lido.new("cards", players=len(hands), deal=list(hands), options={"rounds": rounds})


def all_that_is_seen(match: lido.Match, seat: int) -> tuple[object, ...]:
    player_view = match.player_view(seat)
    return match.view(seat), player_view.observation.tobytes(), player_view.moves, player_view.repetitions


def test_a_match_goes_to_another_process_as_it_is() -> None:
    match = lido.new("le-plouf", seed=1)
    for _ in range(12):
        match.play(match.legal_moves()[0])
    sent = pickle.loads(pickle.dumps(match))
    assert sent.view(1) == match.view(1)
    assert sent.legal_moves() == match.legal_moves()
    assert sent.play(match.legal_moves()[0]) == match.play(match.legal_moves()[0])


# Setting up


def test_a_game_has_as_few_players_and_the_options_it_says_unless_told_otherwise() -> None:
    match = lido.new("cards")
    assert (match.players, match.options) == (2, {"rounds": 2})
    assert lido.new("cards", players=4, options={"rounds": 1}).view(0)["options"] == {"rounds": 1}


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"game": "bridge"}, "match.game"),
        ({"game": "cards", "players": 5}, "match.players"),
        ({"game": "cards", "players": 0}, "match.players"),
        ({"game": "cards", "options": {"pace": 2}}, "match.option"),
        ({"game": "cards", "options": {"rounds": 3}}, "match.option-value"),
        ({"game": "cards", "options": {"rounds": "2"}}, "match.option-value"),
        ({"game": "cards", "deal": [1, 2], "position": [1, 2]}, "match.deal-and-position"),
        ({"game": "cards", "deal": [1, 1]}, "cards.deal"),
    ],
)
def test_a_set_up_that_no_game_has_is_refused(setup: dict[str, Any], code: str) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new(setup.pop("game"), **setup)
    assert refusal.value.code == code
    assert refusal.value.said("en") != refusal.value.said("fr")


def test_the_option_changes_the_game() -> None:
    short, long = dealt(1, 2, rounds=1), dealt(1, 2, rounds=2)
    for match in (short, long):
        match.play("3")
        match.play("4")
    assert short.result == ((0.5, 0.5), "shared")
    assert long.result is None


def test_the_seed_and_the_strings_decide_the_deal() -> None:
    def hands(**how: Any) -> Any:
        return lido.new("cards", players=4, **how).position()

    assert hands(seed=7) == hands(seed="7")
    assert hands(seed=7, strings=["a", "b"]) == hands(seed=7, strings=["a", "b"])
    assert len({tuple(hands(seed=seed)) for seed in range(40)}) > 20
    assert len({tuple(hands(seed=7, strings=["a", str(number)])) for number in range(40)}) > 20


def test_without_a_seed_the_deal_is_a_new_one_and_its_seed_is_known() -> None:
    matches = [lido.new("cards", players=4) for _ in range(20)]
    assert len({match.seed for match in matches}) == 20
    again = lido.new("cards", players=4, seed=matches[0].seed)
    assert again.position() == matches[0].position()


# Secrets


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_seat_sees_its_own_card_and_no_other(seat: int) -> None:
    match = dealt(4, 5, 6)
    assert match.view(seat)["hands"] == [card if seat == at else 0 for at, card in enumerate([4, 5, 6, 0], start=1)]
    assert match.player_view(seat).observation.hands.tolist() == match.view(seat)["hands"]


def test_a_spectator_sees_no_card() -> None:
    assert dealt(4, 5, 6).view(0)["hands"] == [0, 0, 0, 0]


@pytest.mark.parametrize(("seat", "other_world"), [(0, (5, 6, 4)), (1, (4, 6, 5)), (2, (6, 5, 4)), (3, (5, 4, 6))])
def test_worlds_a_seat_cannot_tell_apart_look_the_same_to_the_last_byte(seat: int, other_world: tuple[int]) -> None:
    one, other = dealt(4, 5, 6), dealt(*other_world)
    for move in ("1", "2", "3"):
        assert one.play(move) == other.play(move)
        assert all_that_is_seen(one, seat) == all_that_is_seen(other, seat)


def test_worlds_a_seat_can_tell_apart_look_different() -> None:
    assert all_that_is_seen(dealt(4, 5, 6), 1) != all_that_is_seen(dealt(5, 4, 6), 1)


def test_there_is_no_other_seat() -> None:
    match = dealt(4, 5)
    for seat in (-1, 3):
        with pytest.raises(lido.BadSetup) as refusal:
            match.view(seat)
        assert refusal.value.code == "match.seat"
        with pytest.raises(lido.BadSetup):
            match.player_view(seat)


@pytest.mark.parametrize("seat", ["1", 1.0, None])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    with pytest.raises(lido.BadSetup, match="A seat is a whole number, not"):
        dealt(4, 5).view(seat)


def test_a_view_of_a_finished_game_hides_nothing_from_a_player_either() -> None:
    match = dealt(4, 5, rounds=1)
    while match.turn:
        assert match.player_view(1).view() == match.view(1)
        assert match.player_view(1).view()["hands"][1] == 0
        match.play(match.legal_moves()[0])
    assert [match.player_view(seat).view() for seat in range(3)] == [match.view(seat) for seat in range(3)]


@pytest.mark.parametrize(
    ("moves", "said"),
    [(3, "Only 2 moves can be taken back"), (-1, "a whole number from 1"), ("1", "a whole number from 1, not '1'")],
)
def test_what_cannot_be_taken_back_is_said(moves: Any, said: str) -> None:
    match = dealt(4, 5)
    for _ in range(2):
        match.play(match.legal_moves()[0])
    before = match.position()
    with pytest.raises(lido.LidoError, match=said):
        match.undo(moves)
    assert match.position() == before


def test_changing_a_player_view_does_not_change_the_match() -> None:
    match = dealt(4, 5, 6)
    before = match.view(1), match.position()
    match.player_view(1).observation.hands[:] = 3
    match.view(1)["hands"][0] = 3
    assert (match.view(1), match.position()) == before


def test_a_world_drawn_from_a_view_fits_all_the_seat_has_seen_and_all_of_them_come_up() -> None:
    match = dealt(4, 5, 6)
    match.play("1")  # the second seat has not 1
    match.play("2")  # the third seat has not 2
    generator = seeded("worlds")
    worlds: Counter[tuple[int, ...]] = Counter()
    for _ in range(1300):
        view = match.player_view(1).observation
        cards.redeal(view, generator)
        worlds[tuple(view.hands[:3].tolist())] += 1
    possible = {(4, b, c) for b in (2, 3, 5, 6) for c in (1, 3, 5, 6) if b != c}
    assert worlds.keys() == possible
    each = 1300 / len(possible)
    assert sum((seen - each) ** 2 / each for seen in worlds.values()) < len(possible) + 4 * (2 * len(possible)) ** 0.5


# Playing


def test_several_players_play_in_turn_until_one_wins() -> None:
    match = dealt(1, 2, 3, 4)
    assert [match.turn, *(match.play("6") and match.turn for _ in range(3))] == [1, 2, 3, 4]
    assert match.legal_moves() == ["1", "2", "3", "5", "6"]
    events = match.play("1")
    assert events == [
        {"event": "guess", "seat": 4, "card": 1, "right": True},
        {"event": "over", "payoffs": [0.0, 0.0, 0.0, 1.0], "reason": "guessed"},
    ]
    assert (match.turn, match.legal_moves(), match.view(0)["step"]) == (None, [], "over")
    assert match.view(0)["result"] == {"payoffs": [0.0, 0.0, 0.0, 1.0], "reason": "guessed"}
    with pytest.raises(lido.IllegalMove) as refusal:
        match.play("2")
    assert refusal.value.code == "match.over"


@pytest.mark.parametrize(("move", "code"), [("1", "cards.own"), ("7", "cards.card"), ("", "cards.card")])
def test_a_refused_move_changes_nothing(move: str, code: str) -> None:
    match = dealt(1, 2)
    before = match.record()
    with pytest.raises(lido.IllegalMove) as refusal:
        match.play(move)
    assert refusal.value.code == code
    assert match.record() == before


def test_a_game_of_texts_takes_no_details() -> None:
    with pytest.raises(lido.IllegalMove) as refusal:
        dealt(1, 2).play("3", power=4)
    assert refusal.value.code == "match.details"


def test_undo_takes_back_one_move_after_another() -> None:
    match = dealt(1, 2, 3)
    seen = [all_that_is_seen(match, 2)]
    for move in ("4", "5", "1"):
        match.play(move)
        seen.append(all_that_is_seen(match, 2))
    assert match.result == ((0.0, 0.0, 1.0), "guessed")
    for before in reversed(seen[:-1]):
        match.undo()
        assert all_that_is_seen(match, 2) == before
    with pytest.raises(lido.IllegalMove) as refusal:
        match.undo()
    assert refusal.value.code == "match.nothing-to-undo"


def test_sequences_are_counted_for_any_game_of_records() -> None:
    assert dealt(1, 2, rounds=1).perft(1) == 5
    assert dealt(1, 2, rounds=1).perft(2) == 1 + 4 * 5, "a right guess ends the game"


# Moves with details


def test_what_came_of_a_move_is_kept_with_it_and_replayed() -> None:
    match = lido.new("throws", seed="breeze")
    wind = match.position()["wind"]
    match.play("throw", power=3)
    match.play("throw", power=2)
    record = match.record()
    assert record["moves"] == [
        {"move": "throw", "power": 3, "landed": 30 + wind},
        {"move": "throw", "power": 2, "landed": 20 + wind},
    ]
    again = lido.replay(record)
    assert again.result == match.result == ((1.0, 0.0), "thrown")
    assert again.record() == record


@pytest.mark.parametrize("remember", [False, True])
def test_what_everybody_saw_stays_shown_after_undo_only_if_it_is_to_be_remembered(remember: bool) -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    before = match.view(0)
    match.play(match.legal_moves()[0])
    match.undo(remember=remember)
    assert (match.view(0) != before) == remember
    assert match.legal_moves() == lido.new("plouf-party", players=3, seed=1).legal_moves()


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_a_match_that_went_back_and_on_is_the_one_that_was_played_straight(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(matches, "KEPT_EVERY", 4)
    rng = random.Random(game)
    match = lido.new(game, seed="back")
    for _ in range(60):
        for _ in range(rng.randrange(1, 12)):
            if legal := match.legal_moves():
                match.play(rng.choice(legal))
                match.player_view(1)
        match.undo(rng.randint(1, len(match.moves)))
        straight = lido.new(game, seed="back")
        for move in match.moves:
            straight.play(move)
        assert all_that_is_seen(match, 1) == all_that_is_seen(straight, 1)
        assert match.player_view(2).story == straight.player_view(2).story
        assert (match.turn, match.result) == (straight.turn, straight.result)


def test_taking_back_plays_only_the_last_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "KEPT_EVERY", 8)
    match = lido.new("le-plouf", seed=1)
    rng = random.Random(1)
    while len(match.moves) < 100:
        match.play(rng.choice(match.legal_moves()))
        if match.result:
            match.undo(3)
    played, play = list[str](), match.game.play

    def counted(_: Any, state: Any, move: str, details: Any) -> Any:
        played.append(move)
        return play(state, move, details)

    monkeypatch.setattr(type(match.game), "play", counted)
    match.undo(2)
    assert 0 < len(played) <= 10


def test_undo_keeps_the_details_of_the_moves_that_stand() -> None:
    match = lido.new("throws", seed="breeze")
    match.play("throw", power=3)
    kept = match.record()
    match.play("throw", power=2)
    match.undo()
    assert match.record() == kept


def test_details_that_do_not_come_true_again_are_refused() -> None:
    match = lido.new("throws", seed="breeze")
    match.play("throw", power=3)
    record = match.record()
    record["moves"][0]["landed"] += 1
    with pytest.raises(lido.BadRecord) as refusal:
        lido.replay(record)
    assert refusal.value.code == "match.record-move"
    assert refusal.value.facts["why"].code == "throws.landed"


def test_what_the_seed_filled_into_a_position_is_in_the_record() -> None:
    match = lido.new("throws", seed="breeze", position={})
    assert match.record()["position"]["wind"] == match.position()["wind"]


@pytest.mark.parametrize("game", [game for game in lido.games() if game.players[-1] > 2], ids=lambda game: game.id)
def test_a_position_says_for_how_many_it_is(game: Game[Any]) -> None:
    most = lido.new(game.id, players=game.players[-1], seed=1)
    most.play(most.legal_moves()[0])
    again = lido.new(game.id, seed=1, position=most.position())
    assert (again.players, again.legal_moves()) == (most.players, most.legal_moves())
    with pytest.raises(lido.LidoError):
        lido.new(game.id, players=game.players[0], position=most.position())


def test_a_game_that_is_not_of_records_is_not_counted() -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("throws").perft(1)
    assert refusal.value.code == "match.no-perft"


# Deals in records


def test_a_dealt_game_replays_with_its_seed_and_strings() -> None:
    match = lido.new("cards", players=3, seed="s", strings=["a", "b", "c"], options={"rounds": 1})
    match.play(match.legal_moves()[0])
    again = lido.replay(match.record())
    assert again.record() == match.record()
    assert again.position() == match.position()


@pytest.mark.parametrize("change", [{"seed": "t"}, {"strings": ["b", "a"]}, {"deal": [6, 5]}, {"deal": None}])
def test_a_deal_that_its_seed_does_not_give_is_refused(change: dict[str, Any]) -> None:
    record = lido.new("cards", seed="s", strings=["a", "b"]).record()
    assert record["deal"] not in ([6, 5], lido.new("cards", seed="t", strings=["a", "b"]).record()["deal"])
    with pytest.raises(lido.BadRecord) as refusal:
        lido.replay(record | change)
    assert refusal.value.code == "match.record-start"
    assert refusal.value.facts["why"].code == "match.record-deal"


def test_a_deal_that_was_given_is_kept_without_a_seed() -> None:
    match = dealt(4, 5)
    assert (match.seed, match.record()["seed"], match.record()["deal"]) == (None, None, [4, 5])
    assert lido.replay(match.record()).position() == [4, 5]


def test_nothing_given_or_taken_can_change_the_match() -> None:
    deal = lido.new("plouf-party", players=3, seed=1).record()["deal"]
    match = lido.new("plouf-party", players=3, deal=deal)
    before = match.record()
    deal["tokens"][0] = "Z"
    match.position()["deal"]["tokens"][0] = "Z"
    match.record()["deal"]["tokens"][0] = "Z"
    match.view(1)["tokens"][0] = "Z"
    assert match.record() == before
