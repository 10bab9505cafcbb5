"""A host who wants to choose the deal, and what comes of it. `python -m tests.dishonest_host` prints a table.

The host runs the service, knows its seed, and holds every seat but the first: with bots, or with puppets who are in
league with it. It may write any log it likes. The honest player at the first seat has what a page has: a string,
the commitment that was shown, and the hashes of the entries that it was told of.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any

import lido
import lido.server.table.events as logs
from lido import forfeits
from lido.chain import digest
from lido.deal import bot_string, commitment
from lido.verify import findings

TABLE, PLAYERS = "t", 3
SEED, HONEST = "a secret of the host", "what the honest player adds"
WISHED = ("O", "B")
"""The colours of the other two seats: one deal in thirty has them."""
MOST_TRIES = 2_000
Event = logs.AnyEvent
Record = dict[str, Any]


@dataclass
class Witness:
    """The honest player, as far as their page remembers."""

    told: dict[int, str] = field(default_factory=dict)
    """The hashes of the entries up to the seal, or to where the game began in the first way of dealing."""

    def hears(self, entries: list[logs.Entry]) -> None:
        """Is told of entries."""
        self.told |= {entry.body.n: entry.hash for entry in entries}

    def believes(self, record: Record) -> bool:
        """Whether a record is of the table that the player was at, and its strings are right, as web/src/site/proof.ts
        checks it. In the first way of dealing, nothing bound the strings."""
        if record.get("position") is not None:
            return False
        hashes = [digest(text.encode()) for text in record["log"]]
        if not all(hashes[n - 1 : n] == [hash] for n, hash in self.told.items()):
            return False
        sats: dict[int, dict[str, Any]] = {}
        sealed = False
        for event in (json.loads(text)["event"] for text in record["log"]):
            if event["kind"] in ("sat", "stood") and sealed:
                return False
            sealed = sealed or event["kind"] == "sealed"
            if event["kind"] == "sat":
                sats[event["seat"]] = event
        return not sealed or all(self._is_bound(sat, record["strings"][seat - 1]) for seat, sat in sats.items())

    def _is_bound(self, sat: dict[str, Any], string: str) -> bool:
        """Whether that string is the only one that a seat could add."""
        if "level" in sat:
            return string == bot_string(commitment(SEED), int(sat["seat"]))
        return commitment(string) == str(sat["commitment"])


@dataclass
class Attempt:
    """What a host tried, and who notices."""

    name: str
    tries: int
    """How many deals the host could look at before it chose one."""
    got: bool
    """Whether a record with the wished deal came of it."""
    verified: bool
    """Whether `lido verify` believes that record, knowing nothing else."""
    noted: bool
    """Whether it does if the honest player tells it the hash of the last entry that they were told of."""
    believed: bool
    """Whether the honest player's page believes it."""


def chained(told: list[Event]) -> list[logs.Entry]:
    entries: list[logs.Entry] = []
    for n, event in enumerate(told, start=1):
        entries.append(logs.entry(TABLE, n, 1000 + n, entries[-1].hash if entries else logs.FIRST, event))
    return entries


def colours(strings: list[str], seed: str = SEED) -> tuple[str, ...]:
    """The colours that a seed and strings deal to the seats of the host."""
    dealt = lido.new("plouf-party", players=PLAYERS, seed=seed, strings=strings).record()["deal"]
    return tuple(dealt["tokens"][1:])


def record(told: list[Event], strings: list[str], seed: str = SEED) -> Record:
    """The record of a game that everybody left at once."""
    match = lido.new("plouf-party", players=PLAYERS, seed=seed, strings=strings)
    bots = [seat for seat in (2, 3) if not _is_person(told, seat)]
    left: list[Event] = [logs.Left(seat=seat) for seat in (2, 3, 1) if seat not in bots]
    over = logs.Over(payoffs=forfeits.shared_by(bots or [1], PLAYERS), reason="abandoned", seed=seed)
    log = [entry.raw.decode() for entry in chained([*told, *left, over])]
    return match.record() | {"stopped": {"payoffs": over.payoffs, "reason": "abandoned"}, "log": log}


def _is_person(told: list[Event], seat: int) -> bool:
    return [event for event in told if isinstance(event, logs.Sat) and event.seat == seat][-1].person is not None


def created(deal: int, seed: str = SEED) -> logs.Created:
    laws = lido.new("plouf-party", players=PLAYERS, seed=1).laws
    return logs.Created(
        game="plouf-party", players=PLAYERS, options={}, host="host", commitment=commitment(seed), public=True,
        laws=laws, deal=deal,
    )  # fmt: skip


def sits(seat: int, string: str, who: str) -> logs.Sat:
    return logs.Sat(seat=seat, commitment=commitment(string), person=who)


HONEST_SITS = sits(1, HONEST, "honest")
BOTS = [logs.Sat(seat=2, level="club"), logs.Sat(seat=3, level="club")]
REVEALS = logs.Revealed(seat=1, string=HONEST)


def verified(document: Record, *noted: str) -> bool:
    """Whether `lido verify` finds nothing wrong, given what somebody noted."""
    try:
        list(findings(document, noted))
    except lido.BadRecord:
        return False
    return True


def wanted(strings: Iterator[list[str]], deals: Callable[[list[str]], tuple[str, ...]] = colours) -> tuple[int, Any]:
    """The first strings that deal what the host wishes, and how many were tried; None where none of those did."""
    tried = 0
    for tried, each in enumerate(islice(strings, MOST_TRIES), start=1):
        if deals(each) == WISHED:
            return tried, each
    return tried, None


def guesses(*before: str) -> Iterator[list[str]]:
    """Those strings, and many for the seats that are left."""
    for number in count():
        yield [*before, *(hashlib.sha256(f"{number} {n}".encode()).hexdigest() for n in range(PLAYERS - len(before)))]


# In the first way of dealing


def bots_before() -> Attempt:
    """The host draws the strings of its bots until they fit."""
    witness, opened = Witness(), created(deal=1)
    sat = logs.Sat(seat=1, string=HONEST, person="honest")
    witness.hears(chained([opened, sat]))
    tries, strings = wanted(guesses(HONEST))
    bots: list[Event] = [logs.Sat(seat=seat, string=strings[seat - 1], level="club") for seat in (2, 3)]
    return _judged("bots, in the first way", tries, record([opened, sat, *bots, logs.Started()], strings), witness)


def puppet_before() -> Attempt:
    """A puppet sits down last and has a string that fits."""
    witness, opened = Witness(), created(deal=1)
    sat: list[Event] = [
        logs.Sat(seat=1, string=HONEST, person="honest"), logs.Sat(seat=2, string="x", person="first puppet"),
    ]  # fmt: skip
    witness.hears(chained([opened, *sat]))
    tries, strings = wanted(guesses(HONEST, "x"))
    last = logs.Sat(seat=3, string=strings[2], person="last puppet")
    return _judged("a puppet, in the first way", tries, record([opened, *sat, last, logs.Started()], strings), witness)


# Now


def _told(opened: list[Event]) -> tuple[Witness, list[Event]]:
    """An honest player who was told of an opening, and has revealed."""
    witness = Witness()
    witness.hears(chained(opened))
    return witness, [*opened, REVEALS]


def _judged(name: str, tries: int, document: Record, witness: Witness) -> Attempt:
    dealt = tuple((document["deal"] or document["position"]["deal"])["tokens"][1:])
    noted = verified(document, witness.told[max(witness.told)])
    return Attempt(name, tries, dealt == WISHED, verified(document), noted, witness.believes(document))


def bots() -> Attempt:
    """The host draws the strings of its bots, as before: none of them is the one that follows."""
    witness, told = _told([created(deal=2), HONEST_SITS, *BOTS, logs.Sealed()])
    tries, strings = wanted(guesses(HONEST))
    return _judged("bots", tries, record([*told, logs.Started()], strings), witness)


def puppet() -> Attempt:
    """A puppet reveals another string than it committed to."""
    committed: list[Event] = [sits(2, "x", "first puppet"), sits(3, "y", "last puppet")]
    witness, told = _told([created(deal=2), HONEST_SITS, *committed, logs.Sealed()])
    tries, strings = wanted(guesses(HONEST, "x"))
    rest: list[Event] = [logs.Revealed(seat=2, string="x"), logs.Revealed(seat=3, string=strings[2]), logs.Started()]
    return _judged("a puppet reveals another string", tries, record([*told, *rest], strings), witness)


def exchanged_puppet() -> Attempt:
    """A puppet is sent away when the honest string is known, and another sits down."""
    committed: list[Event] = [sits(2, "x", "first puppet"), sits(3, "y", "last puppet")]
    witness, told = _told([created(deal=2), HONEST_SITS, *committed, logs.Sealed()])
    tries, strings = wanted(guesses(HONEST, "x"))
    other: list[Event] = [logs.Stood(seat=3, by="host"), sits(3, strings[2], "another puppet")]
    rest: list[Event] = [logs.Revealed(seat=2, string="x"), logs.Revealed(seat=3, string=strings[2]), logs.Started()]
    return _judged("a puppet is exchanged", tries, record([*told, *other, *rest], strings), witness)


def rewritten() -> Attempt:
    """The host rewrites the log as if another puppet had sat there from the start: a file that is right in itself."""
    committed: list[Event] = [sits(2, "x", "first puppet"), sits(3, "y", "last puppet")]
    witness, _ = _told([created(deal=2), HONEST_SITS, *committed, logs.Sealed()])
    tries, strings = wanted(guesses(HONEST, "x"))
    again: list[Event] = [
        created(deal=2), HONEST_SITS, sits(2, "x", "first puppet"), sits(3, strings[2], "last puppet"), logs.Sealed(),
        REVEALS, logs.Revealed(seat=2, string="x"), logs.Revealed(seat=3, string=strings[2]), logs.Started(),
    ]  # fmt: skip
    return _judged("the log is rewritten", tries, record(again, strings), witness)


def reseeded() -> Attempt:
    """The table is restarted with another seed when the honest string is known; its bots follow from that seed."""
    witness, _ = _told([created(deal=2), HONEST_SITS, *BOTS, logs.Sealed()])

    def with_bots(seed: str) -> list[str]:
        return [HONEST, *(bot_string(commitment(seed), seat) for seat in (2, 3))]

    seeds = [f"seed {number}" for number in range(MOST_TRIES)]
    found = next(n for n, seed in enumerate(seeds) if colours(with_bots(seed), seed) == WISHED)
    told: list[Event] = [created(2, seeds[found]), HONEST_SITS, *BOTS, logs.Sealed(), REVEALS, logs.Started()]
    document = record(told, with_bots(seeds[found]), seeds[found])
    return _judged("the table is restarted", found + 1, document, witness)


def placed() -> Attempt:
    """The host deals as it likes, and says in the record that the game began from that position."""
    witness, told = _told([created(deal=2), HONEST_SITS, *BOTS, logs.Sealed()])
    strings = [HONEST, *(bot_string(commitment(SEED), seat) for seat in (2, 3))]
    tries, chosen = wanted(guesses(HONEST))
    position = lido.new("plouf-party", players=PLAYERS, seed=SEED, strings=chosen).position()
    document = record([*told, logs.Started()], strings) | {"position": position, "deal": None}
    return _judged("the deal is given as a position", tries, document, witness)


def order_of_seats() -> Iterator[Attempt]:
    """The host lets the honest player sit down first, last or between, beside bots or puppets. All that it may choose
    is written before the honest string is known: it looks at no deal, and then there is one."""
    puppets = [sits(2, "x", "puppet"), sits(3, "y", "another puppet")]
    for others in (BOTS, puppets, [puppets[0], BOTS[1]]):
        for at in range(PLAYERS):
            witness, told = _told([created(deal=2), *others[:at], HONEST_SITS, *others[at:], logs.Sealed()])
            strings = [HONEST, "x" if others[0] is puppets[0] else bot_string(commitment(SEED), 2)]
            strings.append("y" if others[1] is puppets[1] else bot_string(commitment(SEED), 3))
            revealed = [logs.Revealed(seat=sat.seat, string=strings[sat.seat - 1]) for sat in others if sat in puppets]
            document = record([*told, *revealed, logs.Started()], strings)
            yield _judged(f"the order of the seats ({at + 1})", 0, document, witness)


BEFORE = (bots_before, puppet_before)
NOW = (bots, puppet, exchanged_puppet, rewritten, reseeded, placed)


def given_up(tables: int) -> tuple[int, int]:
    """The host closes every table whose deal it does not like when all strings are known: how many, and the wins.

    This is all that is left to it. Everybody at the table sees each of them closed after it was sealed.
    """
    closed = wins = 0
    for number in range(tables):
        seed, string = f"seed of table {number}", f"honest at table {number}"
        strings = [string, *(bot_string(commitment(seed), seat) for seat in (2, 3))]
        if colours(strings, seed) == WISHED:
            wins += 1
        else:
            closed += 1
    return closed, wins


def main() -> None:
    """Print what each attempt came to."""
    print(f"{'the host tries':34}{'deals seen':>11}  {'got it':8}{'lido verify':13}{'with --noted':14}the page")
    for attempt in [*(attack() for attack in (*BEFORE, *NOW)), *order_of_seats()]:
        who = (attempt.verified, attempt.noted, attempt.believed)
        alone, noted, page = ("believes" if believes else "refuses" for believes in who)
        got = "yes" if attempt.got else "no"
        print(f"{attempt.name:34}{attempt.tries:>11}  {got:8}{alone:13}{noted:14}{page}")
    closed, wins = given_up(300)
    print(f"closing what it does not like: {closed} tables closed before everybody's eyes for {wins} wished deals")


if __name__ == "__main__":
    main()
