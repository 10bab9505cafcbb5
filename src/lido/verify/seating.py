"""Before the game: who took which seat, what each seat adds to the deal, and that nobody could choose it."""

import msgspec

from lido.deal import bot_string, commitment
from lido.errors import BadRecord
from lido.verify.entries import Created, Entry, Revealed, Sat, Sealed, Started, Stood


class Seating:
    """The seats of a table, from its opening to the start of the game."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.seats: dict[int, Sat] = {}
        self.strings: dict[int, str] = {}
        """What each seat adds to the deal, as far as it is known."""
        self.sealed = False
        self.started = False
        self._kept = dict(created.kept)

    def add(self, entry: Entry) -> None:
        """Apply the next entry; BadRecord if it cannot come here, or reveals what was not committed to."""
        if self.started or not self._fits(entry.event):
            raise BadRecord("verify.entry-order", n=entry.n)

    def _fits(self, event: msgspec.Struct) -> bool:
        match event:
            case Sat():
                return not self.sealed and self._sits(event)
            case Stood():
                return not self.sealed and self._stands(event)
            case Sealed():
                self.sealed = self._is_full and not self.sealed and self.created.deal > 1
                return self.sealed
            case Revealed():
                return self.sealed and self._reveals(event)
            case Started():
                known = self.strings.keys() == self.seats.keys()
                self.started = self._is_full and known and (self.sealed or self.created.deal == 1)
                return self.started
        return False

    @property
    def _is_full(self) -> bool:
        return len(self.seats) == self.created.players

    def _sits(self, sat: Sat) -> bool:
        if not 1 <= sat.seat <= self.created.players or sat.seat in self.seats:
            return False
        if (sat.person is None) == (sat.level is None):
            return False
        if self._kept.get(sat.seat, sat.person) != sat.person:
            return False
        if sat.person and not sat.here and any(other.person == sat.person for other in self.seats.values()):
            return False
        if self.created.deal == 1:
            known, is_whole = sat.string, sat.string is not None and sat.commitment is None
        else:
            known = bot_string(self.created.commitment, sat.seat) if sat.level else None
            is_whole = sat.string is None and (sat.commitment is None) == (sat.person is None)
        if known is not None:
            self.strings[sat.seat] = known
        self.seats[sat.seat] = sat
        self._kept.pop(sat.seat, None)
        return is_whole

    def _stands(self, stood: Stood) -> bool:
        was_taken = stood.seat in self.seats or stood.seat in self._kept
        for held in (self.seats, self.strings, self._kept):
            held.pop(stood.seat, None)
        return was_taken and stood.by in (None, self.created.host)

    def _reveals(self, revealed: Revealed) -> bool:
        sat = self.seats.get(revealed.seat)
        if sat is None or revealed.seat in self.strings:
            return False
        if commitment(revealed.string) != sat.commitment:
            raise BadRecord("verify.not-committed", seat=revealed.seat)
        self.strings[revealed.seat] = revealed.string
        return True
