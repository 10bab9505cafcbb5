"""What was told at a table, as it was sent, for those who come back: nothing is played again for them.

The texts are kept by what they show: a text with views is only ever sent to connections of the audience it was
written for, which is that of the seats that their person had at that entry. A room keeps the last few. Somebody who
missed more has the log played again once, beside the loop and while the table goes on (`recall`), and what comes of it
is kept as well, for as long as the node has memory for it.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from lido.game import Event
from lido.server.messages import Info
from lido.server.rooms.connection import SPECTATORS, Audience, Connection
from lido.server.rooms.news import joined, news_of, seen_after, views_for, written_for
from lido.server.table.events import Entry, Said, Taken
from lido.server.table.playing import consequence
from lido.server.table.state import TableState

if TYPE_CHECKING:
    from lido.server.rooms.context import NodeContext

WITHOUT_VIEWS = (Said, Taken)
"""Events that change no view."""
MOST_DRAWN = 200
"""So many of the entries that a client missed come with views, the last of them."""
FEW_BYTES = 2_048
"""Bytes of texts that every room keeps."""
MOST_BYTES = 32 * 2**20
"""Bytes that rooms whose log was played again keep in all; those that were asked least recently give theirs up."""
AWAITED = 120.0
"""Seconds for which somebody who left is expected back, and what they miss is written for them."""
MOST_AWAITED = 8

Sitters: TypeAlias = tuple[str | None, ...]
"""Who has each seat, but those who have not sat down on one that is kept for them."""


class Told:
    """An entry as it was told."""

    __slots__ = ("n", "plain", "sitters", "size", "views")

    def __init__(self, n: int, plain: bytes, sitters: Sitters, views: dict[Audience, bytes] | None) -> None:
        self.n = n
        self.plain = plain
        """Without views, for everybody."""
        self.sitters = sitters
        self.see(views)

    def see(self, views: dict[Audience, bytes] | None) -> None:
        """What each audience sees beside that, to be joined with it; None where nobody is sent any views."""
        self.views = views
        self.size = len(self.plain)
        """Bytes, about."""
        if views:
            self.size += sum(map(len, views.values()))

    def text(self, person: str, drawn: bool) -> bytes | None:
        """What a person is sent of it; None where that is not kept."""
        if not drawn or self.views is None:
            return self.plain
        seen = self.views.get(audience(self.sitters, person))
        return None if seen is None else joined(self.plain, seen)

    def add_views(self, views: dict[Audience, bytes] | None) -> None:
        """The same entry was written for others, too."""
        if self.views is not None and views is not None:
            self.see({**self.views, **views})


def audience(sitters: Sitters, person: str) -> Audience:
    """What a person sees where people sit so."""
    seats = tuple(number for number, sitter in enumerate(sitters, start=1) if sitter == person)
    return Audience(seats) if seats else SPECTATORS


class Kept:
    """The entries of one table that are kept, without a gap, up to the last."""

    __slots__ = ("_told", "is_filling", "is_whole", "size")

    def __init__(self) -> None:
        self._told: list[Told] = []
        self.size = 0
        self.is_filling = False
        """Whether earlier entries are being written again: until then no later one may be dropped."""
        self.is_whole = False
        """Whether all entries are kept, and not only the last few."""

    @property
    def last(self) -> int:
        """The last entry that is kept; 0 for none."""
        return self._told[-1].n if self._told else 0

    def add(self, told: Told) -> None:
        """The next entry was told."""
        if self._told and self._told[-1].n >= told.n >= self._told[0].n:  # it was read before it was told
            self._merge(self._told[told.n - self._told[0].n], told)
            return
        if self._told and self._told[-1].n + 1 != told.n:
            self.clear()
        self._told.append(told)
        self.size += told.size
        if len(self._told) > MOST_DRAWN:
            self._undraw(self._told[-MOST_DRAWN - 1])
        if not self.is_whole:
            self._trim()

    def _merge(self, known: Told, told: Told) -> None:
        self.size -= known.size
        known.add_views(told.views)
        self.size += known.size

    def _undraw(self, told: Told) -> None:
        """Nobody is sent the views of an entry any more."""
        before = told.size
        told.see(None)
        self.size += told.size - before

    def _trim(self) -> None:
        if self.size <= FEW_BYTES or self.is_filling:
            return
        dropped = 0
        while self.size > FEW_BYTES and dropped < len(self._told) - 1:
            self.size -= self._told[dropped].size
            dropped += 1
        del self._told[:dropped]

    def fill(self, told: Sequence[Told]) -> None:
        """Keep all entries; what is kept already stays as it was told, and what was told since."""
        kept = {each.n: each for each in self._told}
        for each in told:
            if (before := kept.get(each.n)) and each.views is not None:
                each.see(None if before.views is None else {**each.views, **before.views})
        since = [each for each in self._told if each.n > (told[-1].n if told else 0)]
        self._told, self.is_whole = [*told, *since], True
        self.size = sum(each.size for each in self._told)
        if since and since[0].n != (told[-1].n if told else 0) + 1:
            self.clear()

    def shrink(self) -> None:
        """Keep only the last few."""
        self.is_whole = False
        self._trim()

    def clear(self) -> None:
        """Keep nothing: the table was read again."""
        self._told.clear()
        self.size, self.is_whole = 0, False

    def since(
        self,
        seen: int,
        last: int,
        person: str,
        *,
        with_views: bool = True,
        sent: int = 0,
        most: float = math.inf,
    ) -> list[bytes] | None:
        """What a person is sent who has seen so many entries, up to the last; None where not all of it is kept.

        Without `with_views`, views that are not kept are left out. Entries up to `sent` were sent before. With `most`,
        only as many entries as have at least so many bytes.
        """
        after = max(seen, sent)
        if not self._told or self._told[0].n > after + 1 or self._told[-1].n < last:
            return None
        found, first, size = list[bytes](), self._told[0].n, 0
        for told in self._told[after + 1 - first : last + 1 - first]:
            if size >= most:
                break
            text = told.text(person, drawn=is_drawn(told.n, seen, last))
            if text is None and with_views:
                return None
            found.append(text or told.plain)
            size += len(found[-1])
        return found


def is_drawn(n: int, seen: int, last: int) -> bool:
    """Whether an entry comes with views: a client that has seen nothing needs none but the newest."""
    return seen > 0 and n > last - MOST_DRAWN


class Memory:
    """What all rooms of a node keep of logs that were played again, within `MOST_BYTES`."""

    def __init__(self) -> None:
        self._whole: OrderedDict[str, Kept] = OrderedDict()

    def asked(self, table: str, kept: Kept) -> None:
        """Somebody was told from what a room keeps."""
        self._whole.pop(table, None)
        if kept.is_whole:
            self._whole[table] = kept
        self.trim()

    def trim(self) -> None:
        """Let those who were asked least recently give up what is too much; the newest stays, however long its log."""
        while len(self._whole) > 1 and sum(each.size for each in self._whole.values()) > MOST_BYTES:
            self._whole.popitem(last=False)[1].shrink()

    def forget(self, table: str) -> None:
        """A room has left memory."""
        self._whole.pop(table, None)


class Missed:
    """What is kept of one table, and for whom it is written."""

    __slots__ = ("_awaited", "_recalling", "_sitters", "kept")

    def __init__(self, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()
        self._awaited: dict[str, float] = {}
        self._recalling: asyncio.Lock | None = None
        self._sitters: Sitters = ()

    def left(self, connection: Connection) -> None:
        """Somebody may come back; of spectators it does not matter who."""
        self._await(connection.person if connection.audience != SPECTATORS else "")

    def _await(self, person: str) -> None:
        """From now on write also for a person."""
        self._awaited.pop(person, None)
        self._awaited[person] = time.monotonic() + AWAITED
        if len(self._awaited) > MOST_AWAITED:
            del self._awaited[next(iter(self._awaited))]

    def audiences(self, connections: Iterable[Connection], table: TableState) -> set[Audience]:
        """For whom the next entry is written: those who are here, and those who may come back."""
        found = {connection.audience for connection in connections}
        if self._awaited:
            now, sitters = time.monotonic(), self.sitters(table)
            self._awaited = {who: until for who, until in self._awaited.items() if until > now}
            found |= {audience(sitters, who) for who in self._awaited}
        return found

    def sitters(self, table: TableState) -> Sitters:
        """Who has each seat now; equal ones are one object, since every entry refers to it."""
        now = sitters_of(table)
        if now != self._sitters:
            self._sitters = now
        return self._sitters

    def tell(
        self, entry: Entry, game_events: list[Event], table: TableState, connections: Collection[Connection]
    ) -> None:
        """Tell everybody of an entry that changes no view, or that another follows at once."""
        text = news_of(entry, game_events)
        self.kept.add(Told(entry.body.n, text, self.sitters(table), None))
        for connection in list(connections):
            connection.outbox.say(text)

    def tell_last(
        self,
        entry: Entry,
        game_events: list[Event],
        info: Info | None,
        table: TableState,
        connections: Collection[Connection],
    ) -> None:
        """Tell everybody of an entry with what they may see after it. What is kept is without `info`."""
        if isinstance(entry.body.event, WITHOUT_VIEWS) and info is None:
            self.tell(entry, game_events, table, connections)
            return
        news, seen = news_of(entry, game_events), seen_after(entry, table)
        views = views_for(self.audiences(connections, table), table)
        texts = written_for(views, seen)
        self.kept.add(Told(entry.body.n, news, self.sitters(table), texts))
        if info is not None:
            seen.info = info
            texts = written_for(views, seen)
        for connection in list(connections):
            connection.outbox.say(joined(news, texts[connection.audience]))

    def since(self, seen: int | None, last: int, person: str, sent: int = 0) -> list[bytes] | None:
        """What a person missed who has seen so many entries, or none where that is None; None: `recall` it first.

        Entries up to `sent` were sent before.
        """
        if seen is None or max(seen, sent) >= last:
            return []
        return self.kept.since(seen, last, person, with_views=False, sent=sent)

    async def recall(self, context: "NodeContext", table: TableState, person: str, seen: int, sent: int = 0) -> None:
        """See to it that what a person missed is kept, views included. Not under the lock of the room: it goes on.

        `table` may change meanwhile, and be ahead of what was told. A Refusal if the person's address wants too much.
        """
        if self._is_kept(table, person, seen, sent):
            return
        self._await(person)
        self._recalling = self._recalling or asyncio.Lock()
        async with self._recalling, context.beside.turn(context.share(person, table.id)):
            if self._is_kept(table, person, seen, sent):
                return
            self.kept.is_filling = True
            try:
                entries = await context.store.entries(table.id)
                new = TableState(table.id, table.seed, table.away)
                self.kept.fill(await context.beside.work(played_again, new, entries, person, seen))
            finally:
                self.kept.is_filling = False

    def last(self, table: TableState) -> int:
        """The last entry that everybody was told of: while one is being written, the table is ahead of it."""
        return self.kept.last or table.n

    def _is_kept(self, table: TableState, person: str, seen: int, sent: int) -> bool:
        last = self.last(table)
        return max(seen, sent) >= last or self.kept.since(seen, last, person, sent=sent) is not None


def sitters_of(table: TableState) -> Sitters:
    """Who has each seat."""
    return tuple(None if seat.kept else seat.person for seat in table.seats)


def played_again(table: TableState, entries: Sequence[Entry], person: str, seen: int) -> list[Told]:
    """All entries as a person would have been told, views included; `table` is a new one, to which they are applied.

    They are what they were live: views of the seats that the person had then, and none where another entry followed by
    itself.
    """
    found: list[Told] = []
    sitters: Sitters = ()
    for entry in entries:
        news, event = news_of(entry, table.apply(entry)), entry.body.event
        now = sitters_of(table)
        sitters = sitters if now == sitters else now
        views = None
        carries = not isinstance(event, WITHOUT_VIEWS) and consequence(table, event) is None
        if carries and entry.body.n > entries[-1].body.n - MOST_DRAWN:
            views = {}
            if is_drawn(entry.body.n, seen, entries[-1].body.n):
                own = audience(sitters, person)
                views = written_for(views_for([own], table), seen_after(entry, table))
        found.append(Told(entry.body.n, news, sitters, views))
    return found
