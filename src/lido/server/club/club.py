"""The club of a node: everything that brings people together."""

from lido.server.club.cups.cups import Cups
from lido.server.club.friends import Friends
from lido.server.club.notices import Notices
from lido.server.club.pool import Pool
from lido.server.rooms.hub import Hub


class Club:
    """What the service offers beside its tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.pool = Pool(hub.context)
        self.notices = Notices(hub.context)
        self.cups = Cups(hub)
        self.friends = Friends(hub, self.notices, hub.people.signer)

    def start(self) -> None:
        """Start what runs in the background."""
        for work in (self.pool.run, self.notices.run, self.cups.run):
            self.hub.context.spawn(work())
        self.hub.context.listeners.append(self.notices.written)
        self.hub.closing += [self.pool.close, self.cups.close]
