"""A push message reaches the service worker of a real Chromium, through a push service of the tests' own.

Real are: the switch on the page, the page's request, the service with its encryption and signature, its POST to the
push service on loopback, and the worker that takes it and shows a notification. Three things stand in. A browser is
bound to the push service of its maker, so `PushManager.subscribe` gives the subscription of the test, and what a
browser does on the last way (take the body from its push service, decrypt it, wake the worker) is done by the test,
with the keys of that subscription and `ServiceWorker.deliverPushMessage` of the DevTools. And a Chromium without a
window shows no notifications, so the test keeps what the worker asks it to show.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from tests.server.club.push_server import PushServer, Receiver, claims
from tests.server.service import Service

from .conftest import PATIENCE_MS, PHONE, Visit
from .people import play_one

MOST_LOOKS = 400
SUBSCRIBED = """subscription => {
    const { endpoint, p256dh, auth } = subscription;
    const unsubscribe = async () => {
        localStorage.removeItem("subscribed");
        return true;
    };
    const made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
    PushManager.prototype.subscribe = async function (options) {
        window.asked = options;
        localStorage.setItem("subscribed", "1");
        return made;
    };
}"""


@pytest.fixture
def push() -> Iterator[PushServer]:
    with PushServer() as server:
        yield server


@pytest.fixture
def calling(push: PushServer, tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path / "tables.db", push_to=push.address) as service:
        yield service


@pytest.fixture
def context(browser: Browser, calling: Service) -> Iterator[BrowserContext]:
    """A browser that lets its service worker run and allows notifications."""
    opened = browser.new_context(base_url=calling.address, locale="en-GB", reduced_motion="reduce", **PHONE)
    opened.set_default_timeout(PATIENCE_MS)
    opened.grant_permissions(["notifications"], origin=calling.address)
    yield opened
    opened.close()


def deliver(page: Page, origin: str, message: str) -> None:
    """Wake the service worker with a message, as the browser does."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    for _ in range(MOST_LOOKS):
        if found:
            break
        page.wait_for_timeout(50)
    asked = {"origin": origin, "registrationId": found[-1]["registrationId"], "data": message}
    session.send("ServiceWorker.deliverPushMessage", asked)


def spy(context: BrowserContext) -> Worker:
    """The service worker, which from now on keeps what it would show: a browser without a window shows nothing."""
    (worker,) = context.service_workers
    worker.evaluate(
        """() => {
            self.seen = [];
            self.registration.showNotification = async (title, { body, data, tag, silent }) =>
                void self.seen.push({ title, body, data, tag, silent });
        }"""
    )
    return worker


def test_a_turn_in_a_slow_game_is_told_by_the_service_worker(
    push: PushServer, calling: Service, context: BrowserContext, visit: Visit
) -> None:
    phone = Receiver(f"{push.address}/phone")
    context.add_init_script(f"({SUBSCRIBED})({json.dumps(phone.subscription)})")
    page = context.new_page()
    page.goto("/me")
    page.get_by_label("Your nickname").fill("Lola")
    expect(page.get_by_text("Saved.")).to_be_visible()
    switch = page.get_by_role("switch", name="Tell me when it is my turn")
    expect(switch).not_to_be_checked()
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/me/push" in answer.url) as told:
        switch.tap()
    key = page.evaluate("fetch('/api/me/push').then((answer) => answer.json()).then(({ key }) => key)")
    assert page.evaluate("window.asked.applicationServerKey") == key
    assert told.value.ok
    expect(switch).to_be_checked()

    table = page.evaluate(
        """async () => {
            const wish = { game: "le-plouf", players: 2, clock: { seconds: 259200, per: "move" } };
            const headers = { "content-type": "application/json" };
            const options = { method: "POST", headers, body: JSON.stringify(wish) };
            const { table } = await (await fetch("/api/tables", options)).json();
            sessionStorage.setItem(`lido.sit.${table}`, '[{"seat":2}]');
            return table;
        }"""
    )
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    other = visit(f"/t/{table}", at=calling)
    other.get_by_label("Your nickname").fill("Max")
    other.get_by_role("button", name="Sit down").first.click()
    other.locator(".spot.open").first.wait_for()
    page.goto("/me")
    expect(other.get_by_role("img", name="away")).to_be_visible()
    play_one(other, random.Random(5))

    came = push.came.get(timeout=30)
    assert came.path == "/phone"
    assert claims(came.headers["authorization"], key)["aud"] == push.address
    assert b"Max" not in came.body
    message = phone.opened(came.body).decode()
    worker = spy(context)
    deliver(page, calling.address, message)
    shown: list[dict[str, Any]] = []
    for _ in range(MOST_LOOKS):
        if shown := worker.evaluate("self.seen"):
            break
        page.wait_for_timeout(50)
    assert shown == [
        {
            "title": "Le Plouf", "body": "It is your turn against Max.", "data": f"/t/{table}", "tag": f"turn-{table}",
            "silent": True,
        }
    ]  # fmt: skip

    with page.expect_response("**/api/me/push/stop") as stopped:
        switch.tap()
    assert stopped.value.ok
    expect(switch).not_to_be_checked()
