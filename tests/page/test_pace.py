"""Every move is shown, in order and at a pace that people can follow; what was missed can be seen later.

Time is the page's own clock, which the tests move on.
"""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.server.service import Service

from .conftest import Visit
from .people import choose, ending, play_one, seated, to_move
from .wire import Wire

LEAST_MS = 500
MOST_MS = 6_000
"""The longest motion, an accusation after which three pawns fall, and a little more."""
TICK_MS = 400
FRAMES_MS = 40
"""Time for the page to draw a step, and much less than to show it."""
MOST_TICKS = 5_000
WORTH = ("started", "moved", "over")
CUT_MS = 20_000

WATCH = """
window.steps = [];
window.told = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const animation = animate.call(this, frames, timing);
  animation.pause();
  setTimeout(() => animation.playState === 'paused' && animation.finish(), timing.delay + timing.duration);
  return animation;
};
const all = (query, text) => [...document.querySelectorAll(query)].map(text);
const ring = () => all('[data-piece^="s"]', piece => Number(piece.dataset.piece.slice(1))).sort((a, b) => a - b);
let last;
new MutationObserver(changes => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.parentElement?.matches('[data-live]') && node.localName === 'p')
        window.told.push(node.textContent);
  const step = document.querySelector('[data-step]')?.dataset.step;
  if (step === last) {
    if (window.steps.length) window.steps.at(-1).ring = ring();  // a board may follow a frame later
    return;
  }
  last = step;
  window.steps.push({
    n: Number(step),
    at: Date.now(),
    ring: ring(),
    log: all('.log li', line => line.textContent),
    banner: document.querySelector('.banner strong')?.textContent,
    told: window.told.length,
    ended: document.querySelector('.ending') !== null,
  });
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-step']});
"""
"""Writes down what the page shows when. Animations are put on the page's clock."""


class Heard:
    """The entries of the log that a page was sent, and how many of its messages wait for an answer."""

    def __init__(self, page: Page) -> None:
        self.entries: list[dict[str, Any]] = []
        self.waiting = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._read)
        socket.on("framesent", self._sent)
        socket.on("close", self._closed)

    def _sent(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.waiting += message["do"] == "ping" or "number" in message

    def _closed(self, _: WebSocket) -> None:
        self.waiting = 0

    def _read(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.waiting -= message["type"] == "pong" or message.get("number") is not None
        if message["type"] == "news" and message["event"]["kind"] in WORTH:
            self.entries.append(message)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is awaited: no answer, and no move of a bot."""
        last = self.entries[-1] if self.entries else {}
        return self.waiting <= 0 and (last.get("turn", 1) == 1 or last["event"]["kind"] == "over")

    def ring(self, n: int) -> list[int]:
        """The spaces with a pawn after an entry, as seat 1 sees them."""
        views = next(entry["views"] for entry in self.entries if entry["n"] >= n and "views" in entry)
        return [space for space, pawn in enumerate(views["1"]["view"]["ring"]) if pawn]


def party(visit: Visit, **more: Any) -> tuple[Page, Heard]:
    """A game of Plouf Party with three bots, of which the log forgets nothing."""
    return with_bots(visit, "plouf-party", {"memory": "aid"}, **more)


def with_bots(visit: Visit, game: str, options: dict[str, str], **more: Any) -> tuple[Page, Heard]:
    """A game with three bots, on a page that writes down what it shows and whose clock stands still."""
    page = visit(None, **more, own=True)
    heard = Heard(page)
    page.add_init_script(WATCH)
    page.clock.install()
    seated(page, game, 4, options=options, bots={"2": "random", "3": "random", "4": "random"})
    to_move(page).first.wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") + TICK_MS)
    return page, heard


def tick(page: Page, heard: Heard) -> None:
    """Move the page's clock on, but not past what the service was asked and has not answered, nor past a bot."""
    for _ in range(MOST_TICKS):
        if heard.is_silent:
            break
        page.evaluate("0")
    else:
        raise AssertionError("the service does not answer")
    page.clock.run_for(TICK_MS)


def until(page: Page, heard: Heard, holds: Callable[[], bool]) -> None:
    """Move the page's clock on until something holds."""
    for _ in range(MOST_TICKS):
        if holds():
            return
        tick(page, heard)
    raise AssertionError("it never came")


def test_every_move_of_three_bots_is_shown_in_order_and_the_end_after_the_last(visit: Visit) -> None:
    page, heard = party(visit, reduced_motion="no-preference")
    rng = random.Random(7)

    def played() -> bool:
        if to_move(page).count():
            choose(page, rng)
        return ending(page).is_visible()

    until(page, heard, played)
    steps = page.evaluate("steps")[1:]
    assert [step["n"] for step in steps] == [entry["n"] for entry in heard.entries if entry["n"] >= steps[0]["n"]]
    assert len(steps) > 12
    assert [step["ended"] for step in steps] == [False] * (len(steps) - 1) + [True]
    waits = [later["at"] - step["at"] for step, later in pairwise(steps)]
    assert min(waits) >= LEAST_MS
    own = {entry["n"] for entry in heard.entries if entry.get("turn") == 1}  # there the page waits for the player
    assert max(wait for step, wait in zip(steps, waits, strict=False) if step["n"] not in own) <= MOST_MS
    for step in steps:
        assert step["ring"] == heard.ring(step["n"])
    for step, later in pairwise(steps):
        assert later["log"][: len(step["log"])] == step["log"], "a line of the log came out of order"
        assert len(later["log"]) <= len(step["log"]) + 1
        assert later["told"] - step["told"] == len(later["log"]) - len(step["log"]), "the live region is out of step"
    assert_banner_in_step(steps, heard)
    log = steps[-1]["log"]
    told = page.evaluate("told")[: steps[-1]["told"]]
    assert told == log[len(log) - len(told) :]


def assert_banner_in_step(steps: list[dict[str, Any]], heard: Heard) -> None:
    """While a pawn moves, the banner speaks of who moves it."""
    entries = {entry["n"]: entry for entry in heard.entries}
    moved = [
        step for step in steps if any(event["event"] == "move" for event in entries[step["n"]].get("game_events", []))
    ]
    assert len(moved) > 4
    for step in moved:
        seat = entries[step["n"]]["event"]["seat"]
        goes_on = entries[step["n"]].get("turn") == seat == 1  # an accusation may follow
        own = "Your turn" if goes_on else "You have played"
        assert step["banner"] == (f"Nipper (random) {seat} has played" if seat > 1 else own)


def test_without_motion_all_is_shown_at_once_and_told_in_order(visit: Visit) -> None:
    page, _ = party(visit)
    before = page.evaluate("told").copy()
    rng = random.Random(5)
    log = page.get_by_role("list", name="Game log").get_by_role("listitem")
    for _ in range(8):  # the clock stands still
        play_one(page, rng)
        to_move(page).or_(ending(page)).first.wait_for()
        if ending(page).is_visible():
            break
    lines = log.all_text_contents()
    assert len(lines) > 8
    assert page.evaluate("told")[len(before) :] == lines[len(lines) - len(page.evaluate("told")) + len(before) :]
    steps = page.evaluate("steps")
    assert steps[-1]["at"] == steps[2]["at"], "no time has passed"


def test_a_tap_on_the_board_hurries_and_makes_no_move(visit: Visit) -> None:
    page, heard = with_bots(visit, "le-plouf", {}, reduced_motion="no-preference")
    rng = random.Random(3)
    while page.get_by_role("button", name="Fast").count() == 0:
        if to_move(page).count():
            choose(page, rng)
        tick(page, heard)
    while not to_move(page).count():
        page.locator(".board svg").first.click(position={"x": 5, "y": 5})
        page.clock.run_for(FRAMES_MS)
    moves = len(heard.entries)
    page.locator(".spot.open").first.click()
    tick(page, heard)
    steps = page.evaluate("steps")
    assert steps[-1]["n"] == heard.entries[-1]["n"]
    assert len(heard.entries) == moves, "the tap came too soon after one that hurried"
    assert min(later["at"] - step["at"] for step, later in pairwise(steps[2:])) < LEAST_MS


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_hidden_page_says_what_it_missed_and_shows_it(visit: Visit, motion: str) -> None:
    page, heard = party(visit, reduced_motion=motion)
    rng = random.Random(4)
    hide(page, True)
    for _ in range(MOST_TICKS):
        if ending(page).count() or any(entry["event"].get("seat") == 4 for entry in heard.entries):
            break
        if to_move(page).count():
            choose(page, rng)
        tick(page, heard)
    until(page, heard, lambda: to_move(page).or_(ending(page)).count() > 0)  # a bot may have guessed my colour
    hide(page, False)
    notice = page.get_by_text("While you were away:")
    expect(notice).to_be_visible()
    note, board = notice.bounding_box(), page.locator(".board").bounding_box()
    assert note
    assert board
    assert note["y"] + note["height"] <= board["y"], "it covers the board"
    before = page.evaluate("steps")
    newest = before[-1]["n"]
    assert newest == heard.entries[-1]["n"]
    page.get_by_role("button", name="Show me").click()
    assert not to_move(page).count()
    turn_page = page.get_by_role("button", name="Next")

    def shown_again() -> list[dict[str, Any]]:
        if motion == "reduce" and turn_page.count():
            turn_page.click()
        steps: list[dict[str, Any]] = page.evaluate("steps")
        return steps[len(before) :]

    until(page, heard, lambda: [each["n"] for each in shown_again()][-1:] == [newest])
    shown = [each["n"] for each in shown_again()]
    assert shown == [entry["n"] for entry in heard.entries if shown[0] <= entry["n"] <= newest]
    assert len(shown) > 3
    until(page, heard, lambda: shown_again()[-1]["ring"] == heard.ring(newest))


def test_who_is_cut_off_is_told_and_their_move_waits(visit: Visit, service: Service) -> None:
    with Wire(service) as wire:
        ann, bob = visit(None), visit(None, calm=False, own=True)
        bob.clock.install()
        bob.goto(wire.address)
        seated(ann, "le-plouf", 2)
        bob.goto(ann.url.replace(service.address, wire.address))
        free = bob.get_by_role("button", name="Sit down")
        expect(free).to_have_count(1)
        free.click()
        rng = random.Random(1)
        play_one(ann, rng)
        to_move(bob).first.wait_for()
        lost = bob.get_by_text("No connection.")

        bob.clock.pause_at(bob.evaluate("Date.now()") + TICK_MS)
        wire.dead = True
        choose(bob, rng)
        expect(to_move(bob)).to_have_count(0)
        bob.clock.run_for(7_000)
        expect(lost).to_be_visible()
        expect(bob.get_by_text("Your move will be sent")).to_be_visible()
        bob.clock.run_for(CUT_MS - 7_000)
        expect(ann.locator("[data-piece]")).to_have_count(1)
        wire.dead = False
        until(bob, Heard(bob), lambda: not lost.is_visible())
        expect(ann.locator("[data-piece]")).to_have_count(2)
        expect(bob.locator("[data-piece]")).to_have_count(2)

        wire.dead = True
        play_one(ann, rng)
        bob.clock.run_for(CUT_MS)
        expect(lost).to_be_visible()
        expect(bob.locator("[data-piece]")).to_have_count(2)
        wire.dead = False
        until(bob, Heard(bob), lambda: not lost.is_visible())
        expect(bob.get_by_text("While you were away: 1 move")).to_be_visible()
        expect(bob.locator("[data-piece]")).to_have_count(3)
        to_move(bob).first.wait_for()
        bob.get_by_role("button", name="Show me").click()
        expect(bob.locator("[data-piece]")).to_have_count(2)
        bob.get_by_role("button", name="Next").click()
        expect(bob.locator("[data-piece]")).to_have_count(3)
        to_move(bob).first.wait_for()
