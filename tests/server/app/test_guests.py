"""A bot of somebody's own with an account, at a table of the service: `lido bot`."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.server import nursery
from tests.server.nursery import Nursed, Order
from tests.server.service import Service, Visitor, begun, play_out, run

ERRORS = "errors.txt"
BOTS = Path(__file__).parents[3] / "examples" / "bots"


async def forked(link: str, player: str, home: Path, *more: str) -> Nursed:
    """The same from the nursery; what it complains of is in a file."""
    environment = os.environ | {"LIDO_DATA": str(home), "LANG": "C"}
    order = Order("lido", ["bot", link, "--player", player, "--name", "Robo", *more], environment, str(home), None)
    with (home / ERRORS).open("ab") as errors:
        return await asyncio.to_thread(nursery.started, order, errors)


async def told(bot: Nursed, home: Path) -> tuple[int, str]:
    """The exit code of such a bot, and all that it said."""
    with bot.stdout:
        output = await asyncio.to_thread(bot.stdout.read)
    return await asyncio.to_thread(bot.wait, 60), output + (home / ERRORS).read_text("utf-8")


async def started(link: str, player: str, home: Path, *more: str) -> "asyncio.subprocess.Process":
    """A bot that comes by the link of a table."""
    return await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "lido", "bot", link, "--player", player, "--name", "Robo", *more],
        cwd=home,
        env=os.environ | {"LIDO_DATA": str(home), "LANG": "C"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def said(bot: "asyncio.subprocess.Process") -> tuple[int | None, str]:
    output, _ = await asyncio.wait_for(bot.communicate(), 60)
    return bot.returncode, output.decode()


@pytest.mark.parametrize(
    ("game", "player"),
    [("plouf-party", f"cmd:{sys.executable} {BOTS / 'bot.py'}"), ("le-plouf", "served:First")],
)
def test_a_bot_sits_down_by_the_link_and_plays_to_the_end(
    service: Service, tmp_path: Path, game: str, player: str
) -> None:
    (tmp_path / "served.py").write_text(
        "class First:\n    def choose(self, seen):\n        assert seen.view()['seat'] == seen.seat\n"
        "        return seen.legal_moves()[len(seen.moves) % len(seen.legal_moves())]\n"
    )

    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table(game, 2)
            socket = await ann.at(table)
            await socket.do("sit", seat=1)
            bot = await started(f"{service.address}/t/{table}", player, tmp_path)
            await begun(socket)
            robot = socket.info["seats"][1]
            assert (robot["name"], robot.get("rating")) == ("Robo", None)
            await play_out(socket)
            code, output = await said(bot)
            assert code == 0, output
            assert "Robo sits on seat 2" in output
            paid = next(each["payoffs"] for each in [socket.info] if each.get("payoffs"))
            assert f"Payoff of Robo: {paid[1]}" in output

    run(scenario)


def test_the_account_is_kept_for_the_next_table(service: Service, tmp_path: Path) -> None:
    async def scenario() -> None:
        keys = []
        async with Visitor(service) as ann:
            for _ in range(2):
                table = await ann.table("le-plouf", 2)
                socket = await ann.at(table)
                await socket.do("sit", seat=2)
                bot = await forked(
                    f"{service.address}/t/{table}", f"cmd:{sys.executable} {BOTS / 'bot.py'}", tmp_path, "--seat", "1"
                )
                await begun(socket)
                keys.append(socket.info["seats"][0]["person"])
                await socket.do("resign", seat=2)
                assert (await told(bot, tmp_path))[0] == 0
        assert keys[0] == keys[1]

    run(scenario)


def test_a_bot_that_fails_resigns_with_its_reason(service: Service, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import sys, json\nfor line in sys.stdin:\n"
        "    print('{\"move\": \"z9\"}' if json.loads(line)['do'] == 'go' else '{}', flush=True)\n"
    )

    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            socket = await ann.at(table)
            await socket.do("sit", seat=2)
            bot = await forked(f"{service.address}/t/{table}", f"cmd:{sys.executable} bad.py", tmp_path)
            await begun(socket)
            await socket.ended()
            assert (socket.info["reason"], socket.info["payoffs"]) == ("resigned", [0.0, 1.0])
            code, output = await told(bot, tmp_path)
            assert (code, "z9" in output) == (0, True), output

    run(scenario)


@pytest.mark.parametrize(
    ("link", "player", "sentence"),
    [
        ("nowhere", "cmd:true", "is not the link of a table"),
        ("{address}/t/none", "club", "Bring a bot of your own"),
        ("{address}/t/none", "cmd:true", "refused"),
        ("http://127.0.0.1:9/t/x", "cmd:true", "cannot be reached"),
        ("{address}/t/{full}", "cmd:true", "no free seat"),
    ],
)
def test_what_cannot_be_gets_a_sentence(
    service: Service, tmp_path: Path, link: str, player: str, sentence: str
) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            full = await ann.table("le-plouf", 2, bots={"2": "random"})
            socket = await ann.at(full)
            await socket.do("sit", seat=1)
            await begun(socket)
            there = link.format(address=service.address, full=full)
            code, output = await told(await forked(there, player, tmp_path), tmp_path)
            assert (code, sentence in output, "Traceback" in output) == (1, True, False), output

    run(scenario)
