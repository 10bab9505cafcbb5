"""After the game: rematch, ratings, the record. And talk, which is at any time."""

import hashlib
from typing import Any

import pytest

import lido
from lido.errors import LidoError
from lido.server.messages import Close, Leave, Player, Resign, Return, Say, SeatBot, Stand
from lido.server.table import ratings, views
from lido.server.table.events import FIRST, Again, Created, digest, read
from tests.server.table.desk import NAMES, Desk, after_a_placement, begun, sitting
from tests.server.table.test_leaving import played_out


def resigned(game: str = "le-plouf", players: int = 2, **setup: Any) -> Desk:
    desk = begun(game, players, **setup)
    desk.do("p2", Resign(number=1, seat=2))
    return desk


def test_a_rematch_keeps_a_seat_for_everybody_one_further() -> None:
    desk = played_out(Desk(players=3, bots={3: "gentle"}).sit(1, 2))
    table, there, here = desk.rematch("p2", "another")
    assert desk.table.again == "another"
    assert [type(entry.body.event).__name__ for entry in here.entries] == ["Again"]
    created = there.entries[0].body.event
    assert isinstance(created, Created)
    assert (created.kept, created.again, created.host) == ({2: "p1", 3: "p2"}, "table", "p2")
    assert [seat.level for seat in table.seats] == ["gentle", None, None]
    assert [player.kept for player in views.info(table, NAMES, {}, desk.at).seats] == [False, True, True]


def test_a_kept_seat_is_for_its_person_until_the_host_frees_it() -> None:
    desk = resigned()
    again = Desk()
    again.table, there, _ = desk.rematch("p1", "another")
    again.log = there.entries
    again.refuses("server.seat-kept", "p3", sitting(1))
    again.refuses("server.seat-kept", "p1", SeatBot(number=1, seat=1, level="club"))
    again.do("p1", Stand(number=1, seat=1))
    again.do("p3", sitting(1))
    assert again.table.status == "open"
    again.do("p1", sitting(2))
    assert again.table.status == "running"


def test_everybody_is_told_who_asked_for_a_rematch() -> None:
    desk = resigned()
    desk.rematch("p2", "another")
    info = views.info(desk.table, NAMES, {}, desk.at)
    assert (info.again, info.again_by) == ("another", "p2")
    assert desk.replayed().seen() == desk.seen()
    old = read(b'{"table":"t","n":1,"at":1,"before":"","event":{"kind":"again","table":"u"}}')
    assert old.body.event == Again(table="u")


def test_a_rematch_starts_as_soon_as_all_have_agreed() -> None:
    desk = played_out(Desk(players=3, bots={3: "gentle"}).sit(1, 2))
    again = Desk(players=3)
    again.table, _, _ = desk.rematch("p2", "another")
    again.do("p2", sitting(3))
    assert again.table.status == "open"
    again.do("p1", sitting(2))
    assert again.table.status == "running"


def test_whoever_declines_a_rematch_frees_their_seat_and_the_others_are_told() -> None:
    desk = resigned()
    again = Desk()
    again.table, there, _ = desk.rematch("p1", "another")
    again.log = list(there.entries)
    again.do("p2", Stand(number=1, seat=1))
    info = views.info(again.table, NAMES, {}, desk.at)
    assert info.declined == [Player(seat=1, person="p2", name="Person 2")]
    assert info.seats[0] == Player(seat=1)
    assert "p2" in again.table.people()
    again.do("p2", sitting(1))
    assert views.info(again.table, NAMES, {}, desk.at).declined == []


def test_a_seat_that_the_host_frees_was_not_declined() -> None:
    desk = resigned()
    again = Desk()
    again.table, _, _ = desk.rematch("p1", "another")
    again.do("p1", Stand(number=1, seat=1))
    assert views.info(again.table, NAMES, {}, desk.at).declined == []


def test_after_the_first_layout_the_free_one_is_offered_first() -> None:
    desk = begun("croc-pool")
    assert views.info(desk.table, {}, {}, desk.at).rematches == []
    desk.do("p2", Resign(number=1, seat=2))
    offered = views.info(desk.table, {}, {}, desk.at).rematches
    assert offered == [{"layout": "free"}, {"layout": "first"}]
    with pytest.raises(LidoError) as refused:
        desk.rematch("p1", "another", {"layout": "round"})
    assert refused.value.code == "match.option-value"
    table, _, _ = desk.rematch("p1", "another", offered[0])
    assert table.opened.options == {"layout": "free"}
    assert views.info(resigned(game="croc-pool", options={"layout": "free"}).table, {}, {}, 0).rematches == []
    assert views.info(resigned().table, {}, {}, 0).rematches == []


def test_a_rematch_is_opened_once_after_the_end_by_those_who_played() -> None:
    running, desk = begun(), resigned()
    for table, who, code in (
        (running, "p1", "server.not-over"),
        (desk, "p3", "server.not-seated"),
    ):
        with pytest.raises(LidoError) as refused:
            table.rematch(who, "another")
        assert refused.value.code == code
    desk.rematch("p1", "another")
    with pytest.raises(LidoError, match="already a table"):
        desk.rematch("p2", "third")


def test_the_winner_of_a_rated_game_gains_what_the_loser_loses() -> None:
    desk = resigned(rated=True)
    rated = ratings.after(desk.table, {"p1": None, "p2": (25.0, 8.0)})
    assert rated["p1"][0] > 25 > rated["p2"][0]
    assert rated["p2"][1] < 8


def test_what_a_game_did_to_ratings_is_known() -> None:
    known: dict[str, tuple[float, float] | None] = {"p1": None, "p2": (20.0, 8.0)}
    new = ratings.after(resigned(rated=True).table, known)
    assert ratings.changes(known, new) == {"p1": (25.0, new["p1"][0]), "p2": (20.0, new["p2"][0])}
    assert ratings.changes(known, {}) == {}


def test_nothing_is_rated_that_was_not_agreed_on() -> None:
    assert ratings.after(resigned().table, {"p1": None, "p2": None}) == {}
    assert ratings.after(resigned(rated=True).table, {"p1": None}) == {}
    with_bot = Desk(players=2, rated=True, bots={2: "club"}).sit(1)
    with_bot.do("p1", Resign(number=1, seat=1))
    assert ratings.after(with_bot.table, {"p1": None}) == {}


def test_a_person_with_several_seats_is_not_rated() -> None:
    desk = Desk(players=3, rated=True).sit(1, 2)
    desk.do("p1", sitting(3, here=True))
    played_out(desk)
    assert ratings.after(desk.table, {"p1": None, "p2": None}) == {}


def test_players_who_gave_up_or_were_replaced_rank_last() -> None:
    desk = begun(players=4, rated=True)
    desk.do("p1", Resign(number=1, seat=1))
    desk.do("p2", Leave(number=1))
    desk.do("p5", Return(number=1, seat=2))
    played_out(desk)
    rated = ratings.after(desk.table, {f"p{n}": None for n in range(1, 6)})
    assert set(rated) == {"p1", "p2", "p3", "p4"}
    assert max(rated["p1"][0], rated["p2"][0]) < min(rated["p3"][0], rated["p4"][0])


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
def test_the_record_of_a_finished_game_replays_and_holds_the_whole_log(game: str) -> None:
    desk = played_out(begun(game))
    record = views.record(desk.table, desk.log, NAMES)
    assert record["seats"] == ["Person 1", "Person 2"]
    assert lido.replay(record).result == desk.table.running().result
    assert "stopped" not in record
    before = FIRST
    for line in record["log"]:
        assert read(line.encode()).body.before == before
        before = digest(line.encode())
    assert before == desk.table.hash


def test_the_record_of_a_game_that_was_stopped_says_so() -> None:
    desk = resigned()
    record = views.record(desk.table, desk.log, {})
    assert record["stopped"] == {"payoffs": [1.0, 0.0], "reason": "resigned"}
    assert record["result"] is None
    assert lido.replay(record).result is None
    assert record["seats"] == ["", ""]


def test_there_is_no_record_of_a_game_that_goes_on() -> None:
    desk = after_a_placement()
    with pytest.raises(LidoError, match="not over"):
        views.record(desk.table, desk.log, {})


def test_the_log_holds_the_digest_of_what_was_said_and_not_the_text() -> None:
    desk = begun()
    changes = desk.do("anybody", Say(number=1, text="Splash, everybody!"))
    (who, salt, text) = changes.texts[desk.table.n]
    assert (who, text) == ("anybody", "Splash, everybody!")
    assert hashlib.sha256(f"{salt}{text}".encode()).hexdigest() in changes.entries[0].raw.decode()
    assert text not in changes.entries[0].raw.decode()
    assert changes.head is None


def test_an_empty_chat_message_and_one_at_a_closed_table_are_refused() -> None:
    desk = Desk()
    desk.refuses("server.nothing-said", "p1", Say(number=1, text=" \n "))
    desk.do("p1", Close(number=1))
    desk.refuses("server.closed", "p1", Say(number=1, text="Hello?"))
