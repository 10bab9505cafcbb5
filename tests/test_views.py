"""What a seat is shown: the story so far, and everything once the game is over."""

import lido


def test_a_view_tells_what_everybody_saw_since_the_first_move_whenever_it_is_asked_for() -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    seen = [tuple(match.play(match.legal_moves()[0])) for _ in range(6)]
    assert match.player_view(1).story == tuple(seen)
    seen += [tuple(match.play(match.legal_moves()[0])) for _ in range(6)]
    assert match.player_view(2).story == tuple(seen)
    assert len(set(map(str, seen))) > 6


def test_a_view_hides_nothing_once_the_game_is_over_or_was_stopped() -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    tokens = match.record()["deal"]["tokens"]
    assert match.view(0)["tokens"] == [None, None, None]
    assert match.view(1)["tokens"] == [tokens[0], None, None]
    assert match.view(0, ended=True)["tokens"] == tokens
    while not match.result:
        moves = match.legal_moves()
        match.play("decline" if "decline" in moves else moves[len(match.moves) % len(moves)])
    assert match.view(0)["tokens"] == match.view(1)["tokens"] == tokens
