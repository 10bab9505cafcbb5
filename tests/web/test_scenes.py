"""The scenes of the boards: how a move is set in motion, how one gets past it, and what is seen without motion."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .boards import replayed, spot
from .conftest import Open


def test_a_verdict_is_a_scene_that_ends_by_itself_or_by_a_click(show: Open) -> None:
    page = show("game=plouf-party&scene=accused&most=1")
    page.get_by_role("button", name="replay").click()
    expect(page.locator(".theatre")).to_contain_text("Lola is right!")
    expect(page.locator(".theatre")).to_have_count(0)
    page.get_by_role("button", name="replay").click()
    page.locator(".theatre").click()
    expect(page.locator(".theatre")).to_have_count(0)


def test_an_accusation_shows_both_faces_and_nothing_tells_the_verdict_before_it_is_shown(show: Open) -> None:
    page = show("game=plouf-party&scene=accused&most=1")
    players, prompt = page.get_by_role("listitem"), page.get_by_text("Take any pawn.")
    expect(prompt).to_be_visible()
    board = replayed(page)
    expect(page.locator(".theatre .one b")).to_have_text(["Lola", "Max"])
    expect(page.locator(".theatre .one i .avatar")).to_have_count(2)
    assert "Max: secret colour" in (players.nth(1).text_content() or "")
    assert prompt.count() == 0
    expect(board).to_have_attribute("aria-busy", "false")
    expect(players.nth(1)).to_contain_text("Max: out, was blue")
    expect(prompt).to_be_visible()


def test_who_is_out_is_told_until_somebody_has_seen_enough(show: Open) -> None:
    page = show("game=plouf-party&scene=out&most=1")
    board, notice = replayed(page), page.locator(".theatre")
    expect(notice).to_contain_text("Lola was purple and is out")
    page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
    assert board.get_attribute("aria-busy") == "false"
    assert page.locator(".layer > *").count() == 0
    replayed(page)
    notice.click()
    expect(notice).to_have_count(0)
    assert board.get_attribute("aria-busy") == "false"


@pytest.mark.parametrize("closed", ["click", "Escape", "time"])
def test_without_motion_a_verdict_is_a_still_notice(show: Open, closed: str) -> None:
    page = show("game=plouf-party&scene=accused&most=1", own=True, reduced_motion="reduce")
    page.clock.install()
    page.get_by_role("button", name="replay").click()
    page.clock.run_for(500)
    notice = page.locator(".theatre")
    expect(notice).to_contain_text("Lola is right!")
    expect(notice.locator(".lips")).to_have_class(re.compile("mouth"))  # the accused falls already
    assert page.evaluate("document.getAnimations().length") == 0
    page.clock.run_for(2_000)
    expect(notice).to_be_visible()
    if closed == "click":
        page.get_by_role("heading", name="accused").click()
    elif closed == "Escape":
        page.keyboard.press("Escape")
    else:
        page.clock.run_for(3_000)
    expect(notice).to_have_count(0)


def test_losers_weep_when_the_end_has_been_shown_and_not_before(show: Open) -> None:
    page = show("game=croc-pool&scene=over&most=1")
    tears = page.locator("[data-piece] .tear")
    expect(tears).not_to_have_count(0)
    board = replayed(page)
    expect(tears).to_have_count(0)
    expect(board).to_have_attribute("aria-busy", "false")
    expect(tears).not_to_have_count(0)


def held_at(page: Page, name: str, ms: float) -> Locator:
    """A piece as it is drawn so many milliseconds after a move has begun; `.layer` for the one that leaves."""
    page.evaluate(
        """ms => {
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                const animation = animate.call(this, frames, timing);
                animation.pause();
                // What begins later is begun; what moves stands still.
                if (frames.length) {
                    animation.currentTime = Math.min(ms, (timing.delay ?? 0) + timing.duration - 1);
                } else if (timing.delay <= ms) animation.finish();
                return animation;
            };
        }""",
        ms,
    )
    replayed(page)
    return page.locator(name)


def looks(piece: Locator) -> tuple[float, float]:
    """Where the pupils of a swimmer are."""
    x, y = piece.locator(".gaze").evaluate(
        "eyes => { const { e, f } = new DOMMatrix(getComputedStyle(eyes).transform); return [e, f]; }"
    )
    return x, y


@pytest.mark.parametrize(("ms", "look"), [(100, (0, 1.5)), (480, (1.5, 0))])
def test_who_walks_looks_along_the_step(show: Open, ms: float, look: tuple[float, float]) -> None:
    page = show("game=le-plouf&scene=over&most=1")  # down to the corner and then to the right
    assert looks(held_at(page, '[data-piece="b1"]', ms)) == pytest.approx(look, abs=0.2)


TEETERS, FALLS = "M-10 6Q-17 4 -23 -3M10 6Q17 7 23 3", "M-10 6Q-19 2 -20 -11M10 6Q19 2 20 -11"


@pytest.mark.parametrize(
    ("game", "scene", "teeters", "falls"),
    [
        ("le-plouf", "pushing", 320, 560),
        ("le-plouf", "diving", 600, 800),
        ("plouf-party", "falling", 600, 900),
    ],
)
def test_who_falls_teeters_first(show: Open, game: str, scene: str, teeters: float, falls: float) -> None:
    asked = f"game={game}&scene={scene}&most=1"
    for ms, arms in ((50, None), (teeters, TEETERS), (falls, FALLS)):
        faller = held_at(show(asked), ".layer > [class^=hue]", ms)
        expect(faller).to_have_count(1)
        drawn = faller.locator(".arms").first.get_attribute("d")
        assert drawn == arms if arms else drawn not in (TEETERS, FALLS)


def test_who_must_dive_walks_the_rim_on_foot(show: Open) -> None:
    page = show("game=le-plouf&scene=diving&most=1")
    diver = held_at(page, ".layer > [class^=hue]", 100)
    assert diver.locator(".shadow").count() == 1
    assert looks(diver) == pytest.approx((1.5, 0), abs=0.1)
    assert page.locator('[data-piece="c3"] > g').evaluate("piece => getComputedStyle(piece).opacity") == "0"


def test_a_full_pool_overflows_and_a_wave_goes_through_it(show: Open) -> None:
    page = show("game=le-plouf&scene=over&most=1&start=before")
    brim = page.locator('[data-piece="brim"]')
    assert brim.count() == 0
    board = held_at(page, "svg[role=group]", 2_500)
    expect(brim).to_have_count(1)
    waves = page.evaluate(
        """() => new Set(document.getAnimations()
            .filter(one => one.effect.getTiming().duration === 420)
            .map(one => one.effect.target.closest("[data-piece]")?.dataset.piece)).size"""
    )
    assert waves == 9
    spot(page, "c3").click(force=True)
    assert board.get_attribute("aria-busy") == "false"
    expect(brim).to_have_count(1)
    # Nobody in the water looks at the middle any more.
    assert looks(page.locator('[data-piece="b4"]')) == pytest.approx((-1.06, -1.06), abs=0.1)


def test_without_motion_a_full_pool_is_a_still_picture(show: Open) -> None:
    page = show("game=le-plouf&scene=over&most=1&start=before", reduced_motion="reduce")
    page.get_by_role("button", name="replay").click()
    expect(page.locator('[data-piece="brim"]')).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_crocodile_that_eats_is_larger_than_its_square_and_gone_with_a_tap(show: Open) -> None:
    page = show("game=croc-pool&scene=eating&most=1")
    jaws = held_at(page, ".layer > .jaws[class*=hue]", 710)
    expect(jaws).to_have_count(1)
    head, square = jaws.bounding_box(), spot(page, "e5").bounding_box()
    board = page.locator("svg[role=group]").bounding_box()
    assert head
    assert square
    assert board
    assert head["width"] > 2 * square["width"]
    assert board["x"] <= head["x"]
    assert head["x"] + head["width"] <= board["x"] + board["width"]
    spot(page, "c3").click(force=True)
    assert page.locator(".layer > *").count() == 0


def test_without_motion_nothing_surfaces(show: Open) -> None:
    page = show("game=croc-pool&scene=eating&most=1&start=before", reduced_motion="reduce")
    page.get_by_role("button", name="replay").click()
    expect(page.locator('[data-piece="b7"]')).to_have_count(0)
    assert page.locator(".layer > *").count() == 0


def test_winners_cheer_when_the_last_move_has_been_shown(show: Open) -> None:
    page = show("game=le-plouf&scene=over&most=1")
    walker = page.locator('[data-piece="b1"] .lips')
    cheers = walker.get_attribute("d")
    board = replayed(page)
    assert walker.get_attribute("d") != cheers
    expect(board).to_have_attribute("aria-busy", "false")
    expect(walker).to_have_attribute("d", cheers or "")


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("le-plouf", "climbing"),
        ("le-plouf", "over"),
        ("le-plouf", "diving"),
        ("plouf-party", "falling"),
        ("croc-pool", "eating"),
    ],
)
def test_the_last_move_is_set_in_motion_and_leaves_no_trace(show: Open, game: str, scene: str) -> None:
    page = show(f"game={game}&scene={scene}&most=1")
    rest = page.locator("svg[role=group]").inner_html()
    board = replayed(page)
    assert page.evaluate("document.getAnimations().some(one => !one.animationName && one.playState == 'running')")
    expect(board).to_have_attribute("aria-busy", "false")
    assert board.inner_html() == rest


def test_a_tap_ends_the_motion_at_once(show: Open) -> None:
    page = show("game=le-plouf&scene=climbing&most=1")
    board = replayed(page)
    spot(page, "c3").click(force=True)
    assert board.get_attribute("aria-busy") == "false"
    assert page.locator(".layer > *").count() == 0


def test_nothing_moves_for_those_who_want_no_motion(show: Open) -> None:
    page = show("game=le-plouf&scene=climbing&most=1", reduced_motion="reduce")
    page.get_by_role("button", name="replay").click()
    expect(page.locator('[data-piece="e2"]')).to_have_count(1)
    expect(page.locator('[data-piece="e2"]')).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0
