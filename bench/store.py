"""How many entries a store acknowledges, on disk, beside a loop that is busy with them.

python -m bench.store [address]        a SQLite file, or postgresql://…; else a new file in this folder
"""

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path

import lido.server.table.events as logs
from lido.server.store import Append, Origin, Store, open_store
from lido.server.table.head import Head

TABLES = 500
SECONDS = 10.0
INFO = b'{"table":"0123456789","game":"any-game","status":"running","moves":17}' * 6


async def play(store: Store, table: str, until: float, waits: list[float]) -> None:
    """One table: entry after entry, each sent when the one before is acknowledged."""
    n, before = 0, logs.FIRST
    head = Head(table, "any-game", "running", True, INFO, False)
    while time.perf_counter() < until:
        n += 1
        event = logs.Moved(seat=1 + n % 2, move="a1-a2") if n > 1 else logs.Started()
        entry = logs.entry(table, n, 1_700_000_000_000 + n, before, event)
        origin = Origin(f"client {n % 2}", n)
        began = time.perf_counter()
        await store.append(Append(table=table, entries=[entry], origin=origin, head=head, seed="a" * 32))
        waits.append(time.perf_counter() - began)
        before = entry.hash


async def measure(address: str) -> None:
    """Print what `TABLES` players at once get."""
    store = await open_store(address)
    waits: list[float] = []
    began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.gather(*(play(store, f"{began}-{i}", began + SECONDS, waits) for i in range(TABLES)))
    took, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF)
    await store.close()
    waits.sort()
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    p50, p99 = (1000 * waits[int(share * len(waits))] for share in (0.5, 0.99))
    print(f"{len(waits) / took:,.0f} appends/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"{1e6 * cpu / len(waits):.0f} µs of this process an append, {cpu / took:.2f} cores")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=".") as folder:
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else str(Path(folder, "bench.db"))))
