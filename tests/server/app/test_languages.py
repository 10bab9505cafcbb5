"""The service answers in the language of the visitor: that of the browser, until another one is chosen."""

import pytest

from lido import words
from lido.server.transport.language import spoken
from tests.server.service import Service, Visitor, run


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-CH, fr;q=0.9, en", "fr"),
        ("ja, en-GB", "en"),
        ("de-AT", "de"),
        ("DE", "de"),
        ("it, es", "it"),
        ("en;q=0.5, nl-BE;q=0.8, es;q=0.1", "nl"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("de;q=0", "en"),
        ("ita", "en"),
        ("zh", "en"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_language_is_the_most_wanted_that_is_spoken(accepted: str | None, language: str) -> None:
    assert spoken(accepted) == language


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_refusals_are_in_the_language_of_the_browser(service: Service, language: str) -> None:
    async def scenario() -> None:
        async with Visitor(service, **{"accept-language": f"{language}-XX,en;q=0.5"}) as ann:
            assert (await ann.asked("GET", "/api/me"))["language"] == language
            for path, code in (("/api/people/nobody", "service.no-person"), ("/api/nowhere", "service.no-address")):
                assert (await ann.http.get(path)).json()["sentence"] == words.say(code, language)
            refused = await (await ann.at(await ann.table("le-plouf", 2))).ask("move", seat=1, move="c1")
            assert refused["sentence"] == words.say(refused["code"], language)

    run(scenario)


def test_a_chosen_language_is_kept_whatever_the_browser_prefers(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service, **{"accept-language": "de"}) as ann:
            await ann.asked("PATCH", "/api/me", {"language": "nl"})
            assert (await ann.asked("GET", "/api/me"))["language"] == "nl"
            refused = await (await ann.at(await ann.table("le-plouf", 2))).ask("move", seat=1, move="c1")
            assert refused["sentence"] == words.say(refused["code"], "nl")
            assert await ann.refused("PATCH", "/api/me", {"language": "xx"}) == (400, "service.body")

    run(scenario)
