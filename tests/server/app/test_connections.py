"""How many connections there may be, and who makes room."""

import subprocess
import sys
from typing import Any

import pytest

from lido.server.settings import Settings
from lido.server.transport.connections import Connections, Held


class Hall:
    """Connections by name, and the names of those that made room."""

    def __init__(self, most: int = 10, **settings: Any) -> None:
        self._connections = Connections(most, Settings(**settings))
        self.made_room: list[str] = []

    def enter(self, name: str, address: str = "203.0.113.1") -> Held:
        held = self.tried(name, address)
        assert held is not None
        return held

    def tried(self, name: str, address: str = "203.0.113.1") -> Held | None:
        return self._connections.enter(address, lambda: self.made_room.append(name))


def test_who_waits_longest_makes_room_for_another_of_the_same_address() -> None:
    hall = Hall(connections_each=2)
    hall.enter("far", "203.0.113.2")
    first = hall.enter("first")
    hall.enter("second")
    first.work()
    first.wait()
    hall.enter("third")
    assert hall.made_room == ["second"]


def test_where_all_are_being_served_a_newcomer_is_turned_away() -> None:
    hall = Hall(connections_each=1)
    held = hall.enter("first")
    held.work()
    assert hall.tried("second") is None
    held.leave()
    held.leave()
    hall.enter("third")
    assert hall.tried("fourth"), "the third waits"
    assert hall.made_room == ["third"]


def test_one_address_does_not_connect_again_and_again() -> None:
    hall = Hall(connections_each=4)
    for _ in range(40):
        hall.enter("quick").leave()
    assert hall.tried("quicker") is None
    hall.enter("another", "203.0.113.2")


def test_a_socket_makes_no_room() -> None:
    hall = Hall(most=1)
    hall.enter("socket").keep()
    assert hall.tried("second", "203.0.113.2") is None


def test_the_limit_of_all_holds_for_every_address_together() -> None:
    hall = Hall(most=3)
    for number in range(5):
        hall.enter(str(number), f"203.0.113.{number}")
    assert hall.made_room == ["0", "1"]


def test_a_network_of_ipv6_counts_as_one_and_a_proxy_as_none() -> None:
    hall = Hall(connections_each=1, proxies="127.0.0.1")
    hall.enter("first", "2001:db8::1")
    hall.enter("second", "2001:db8::2")
    assert hall.made_room == ["first"]
    for number in range(5):
        hall.enter(str(number), "127.0.0.1").work()


@pytest.mark.parametrize(("hard", "wanted", "at_least", "at_most"), [(2000, 1000, 1000, 1000), (256, 1000, 100, 250)])
def test_the_process_may_open_as_many_files_as_it_needs_or_has_fewer_connections(
    hard: int, wanted: int, at_least: int, at_most: int
) -> None:
    program = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, {hard}))\n"
        "from lido.server.transport.connections import most_connections\n"
        f"print(most_connections({wanted}), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    connections, files = map(int, done.stdout.split())
    assert at_least <= connections <= at_most
    assert connections < files <= hard
