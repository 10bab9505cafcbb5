"""Keeping games that people played on their own devices, once they are verified."""

from typing import TYPE_CHECKING

from lido.errors import Refusal
from lido.server.rooms.identity import read_name
from lido.server.store import Append, Author, Conflict

if TYPE_CHECKING:
    from lido.server.rooms.context import NodeContext


async def keep_given(context: "NodeContext", author: Author, body: bytes, address: str) -> str:
    """Verify a game that a person gives, and keep it among theirs; the id of its table. A Refusal says what is wrong.

    A game that was given before is not kept twice.
    """
    context.check_giving(author.person)
    made = await context.records.given(body, author.person, context.now(), address)
    names = {seat: (author.person, read_name(name) if name else None) for seat, name in made.names.items()}
    try:
        await context.store.append(
            Append(
                table=made.table,
                entries=made.entries,
                author=author,
                head=made.head,
                seed=made.seed,
                seat_names=names,
            )
        )
    except Conflict as error:
        if not await context.store.entries(made.table):
            raise Refusal("service.not-now") from error
    return made.table
