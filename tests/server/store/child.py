"""A process of its own that writes to a SQLite store and says `written n` after each entry, until it is ended.

python -m tests.server.store.child FILE COUNT
"""

import asyncio
import os
import sys

from lido.server.store import open_store
from tests.server.store.scenes import more, moves, new


async def main(address: str, count: int) -> None:
    store = await open_store(address)
    first = new("t")
    await store.append(first)
    last = first.entries[-1]
    os.write(1, b"written 1\n")
    for _ in range(count - 1):
        (last,) = moves("t", 1, last)
        await store.append(more([last]))
        os.write(1, b"written %d\n" % last.body.n)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
