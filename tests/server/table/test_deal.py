"""How a deal is made at a table: everybody commits, the seats are sealed, everybody reveals, the game begins."""

from typing import Any

import pytest

from lido.deal import bot_string, commitment
from lido.errors import Refusal
from lido.server.messages import Close, Leave, Reveal, SeatBot, Sit, Stand
from lido.server.table.changes import applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request
from lido.server.table.events import FIRST, Clock, Created, Sat, entry
from lido.server.table.seating import REVEALS_WITHIN, without_late
from lido.server.table.state import TableState
from tests.server.table.desk import SEED, Desk, begun, sitting, string_of


def reveal(seat: int, string: str | None = None) -> Reveal:
    return Reveal(number=1, seat=seat, string=string or string_of(seat))


def sealed(players: int = 2, **setup: object) -> Desk:
    """A table where all have sat down, and nobody has revealed a string."""
    desk = Desk("plouf-party", players, **setup)
    desk.reveals = False
    return desk.sit(*(seat for seat in range(1, players + 1) if not desk.table.seat(seat).taken))


def test_the_seats_are_sealed_by_themselves_when_the_last_is_taken() -> None:
    desk = sealed()
    assert desk.events() == ["created", "sat", "sat", "sealed"]
    assert (desk.table.status, desk.table.awaited()) == ("open", [1, 2])
    info = desk.seen()[2]
    assert [player.awaited for player in info.seats] == [True, True]


def test_nothing_but_the_hash_of_a_string_is_known_before_all_sit() -> None:
    desk = sealed()
    assert not any(string_of(seat) in desk.log[n].raw.decode() for seat in (1, 2) for n in range(len(desk.log)))
    sats = [made.body.event for made in desk.log if isinstance(made.body.event, Sat)]
    assert [sat.commitment for sat in sats] == [commitment(string_of(1)), commitment(string_of(2))]


def test_the_game_begins_when_all_have_revealed() -> None:
    desk = sealed()
    desk.do("p2", reveal(2))
    assert desk.table.awaited() == [1]
    desk.do("p1", reveal(1))
    assert desk.events()[-3:] == ["revealed", "revealed", "started"]
    record = desk.table.running().record()
    assert (desk.table.status, record["strings"]) == ("running", [string_of(1), string_of(2)])


def test_only_the_string_that_was_committed_to_is_taken_once_and_from_who_sits_there() -> None:
    desk = sealed()
    desk.refuses("server.not-committed", "p1", reveal(1, "another"))
    desk.refuses("server.not-yours", "p2", reveal(1))
    desk.refuses("match.seat", "p1", reveal(3))
    desk.do("p1", reveal(1))
    desk.refuses("server.revealed", "p1", reveal(1))
    Desk().sit(1).refuses("server.not-sealed", "p1", reveal(1))
    begun().refuses("server.not-open", "p1", reveal(1))


@pytest.mark.parametrize(
    ("who", "command"),
    [("p3", sitting(2)), ("p1", Stand(number=1, seat=2)), ("p2", Stand(number=1, seat=2)), ("p2", Leave(number=1)),
     ("p1", SeatBot(number=1, seat=2, level="club")), ("p1", Stand(number=1, seat=3))],
)  # fmt: skip
def test_no_seat_changes_any_more_once_they_are_sealed(who: str, command: Sit | Stand | Leave | SeatBot) -> None:
    desk = sealed(3, bots={3: "random"})
    desk.refuses("server.sealed", who, command)
    desk.do("p1", reveal(1))
    desk.refuses("server.sealed", who, command)


def test_the_host_closes_a_table_where_somebody_does_not_reveal_and_its_log_says_who_did() -> None:
    desk = sealed()
    desk.do("p2", reveal(2))
    desk.do("p1", Close(number=1))
    assert desk.events()[-3:] == ["sealed", "revealed", "closed"]
    assert desk.table.awaited() == []
    desk.refuses("server.closed", "p1", reveal(1))


def test_the_string_of_a_bot_follows_from_the_commitment_and_its_seat() -> None:
    desk = Desk("plouf-party", 3, bots={2: "club"})
    desk.do("p1", SeatBot(number=1, seat=3, level="random"))
    assert not any(b"string" in made.raw for made in desk.log)
    desk.sit(1)
    strings = [string_of(1), bot_string(commitment(SEED), 2), bot_string(commitment(SEED), 3)]
    assert desk.table.running().record()["strings"] == strings


def test_a_table_of_bots_alone_begins_at_once() -> None:
    desk = Desk("le-plouf", 2, bots={1: "random", 2: "random"})
    assert desk.events() == ["created", "sat", "sat", "sealed", "started"]


def test_every_string_goes_into_the_deal() -> None:
    deals = set()
    for string in ("one", "another"):
        desk = Desk("plouf-party").sit(1)
        desk.reveals = False
        desk.do("p2", Sit(number=1, seat=2, commitment=commitment(string)))
        desk.do("p1", reveal(1))
        desk.do("p2", reveal(2, string))
        deals.add(str(desk.table.running().record()["deal"]))
    assert len(deals) == 2


def test_people_sit_down_at_a_table_that_an_earlier_version_opened() -> None:
    """There, what would be a commitment is the string itself."""
    desk = Desk("plouf-party", 3)
    created = desk.log[0].body.event
    assert isinstance(created, Created)
    created.deal = 1
    desk.log, desk.table = [entry("table", 1, 1, FIRST, created)], TableState("table", SEED)
    desk.table.apply(desk.log[0])
    desk.do("p1", SeatBot(number=1, seat=3, level="random"))
    desk.sit(1, 2)
    assert desk.events() == ["created", "sat", "sat", "sat", "started"]
    strings = [commitment(string_of(1)), commitment(string_of(2)), bot_string(commitment(SEED), 3)]
    assert desk.table.running().record()["strings"] == strings


def late_desk(**setup: Any) -> Desk:
    """A public table for four, with a bot, where seat 3 has not revealed."""
    desk = Desk(players=4, bots={4: "random"}, **setup)
    desk.reveals = False
    desk.sit(1, 2, 3)
    for seat in (1, 2):
        desk.do(f"p{seat}", Reveal(number=1, seat=seat, string=string_of(seat)))
    return desk


def test_a_public_table_does_not_wait_for_ever_for_somebody_to_reveal() -> None:
    desk = late_desk(clock=Clock(60), rated=True)
    desk.at += REVEALS_WITHIN
    with pytest.raises(Refusal):
        without_late(desk.table, desk.at, "new", "another secret")
    desk.at += 1
    there, here = without_late(desk.table, desk.at, "new", "another secret")
    assert there
    desk.apply(here)
    assert desk.events()[-3:] == ["revealed", "closed", "again"]
    assert (desk.table.status, desk.table.again) == ("closed", "new")
    desk.refuses("server.closed", "p3", Reveal(number=1, seat=3, string=string_of(3)))
    new = TableState("new", "another secret")
    applied(new, there, desk.at)
    assert [(seat.person, seat.kept, seat.level) for seat in new.seats] == [
        ("p1", True, None), ("p2", True, None), (None, False, None), (None, False, "random")
    ]  # fmt: skip
    assert new.opened.commitment != desk.table.opened.commitment
    assert (new.opened.clock, new.opened.rated, new.opened.again) == (Clock(60), True, "table")
    with pytest.raises(Refusal) as refusal:
        decide(new, sitting(3), Request("p3", desk.at))
    assert refusal.value.code == "server.removed"
    decide(new, sitting(3), Request("p5", desk.at))


def test_if_the_host_does_not_reveal_another_is_host_and_if_nobody_does_the_table_is_closed() -> None:
    desk = Desk(players=2)
    desk.reveals = False
    desk.sit(1, 2)
    desk.do("p2", Reveal(number=1, seat=2, string=string_of(2)))
    desk.at += REVEALS_WITHIN + 1
    there, _ = without_late(desk.table, desk.at, "new", "another secret")
    assert there
    new = TableState("new", "another secret")
    applied(new, there, desk.at)
    assert (new.opened.host, new.removed) == ("p2", frozenset({"p1"}))
    desk = Desk(players=2)
    desk.reveals = False
    desk.sit(1, 2)
    desk.at += REVEALS_WITHIN + 1
    there, here = without_late(desk.table, desk.at, "new", "another secret")
    assert (there, [type(event).__name__ for event in here.events]) == (None, ["Closed"])


def test_a_table_that_is_not_public_waits() -> None:
    desk = late_desk(public=False)
    desk.at += 100 * REVEALS_WITHIN
    with pytest.raises(Refusal):
        without_late(desk.table, desk.at, "new", "another secret")
    desk.do("p3", Reveal(number=1, seat=3, string=string_of(3)))
    assert desk.table.status == "running"
