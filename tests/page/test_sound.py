"""What the page sounds like, measured: short, soft, and every sound about as loud as the others."""

import json

from playwright.sync_api import Page, expect

from .conftest import BUILT, PHONE, Visit
from .people import spot

MEASURE = """async (address) => {
  const { NAMES, perform } = await import(address);
  const [rate, seconds, window] = [44100, 2, 4410];
  const found = {};
  for (const name of NAMES) {
    const audio = new OfflineAudioContext(1, rate * seconds, rate);
    perform(audio, name);
    const samples = (await audio.startRendering()).getChannelData(0);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const length = (samples.findLastIndex((sample) => Math.abs(sample) > 0.001) + 1) / rate;
    let loudest = 0;
    for (let at = 0; at + window <= samples.length; at += window / 4) {
      const square = samples.subarray(at, at + window).reduce((sum, sample) => sum + sample * sample, 0);
      loudest = Math.max(loudest, Math.sqrt(square / window));
    }
    found[name] = { peak: 20 * Math.log10(peak), loudness: 20 * Math.log10(loudest), length };
  }
  return found;
}"""
"""The peak and the loudest tenth of a second in decibels below the most that there is, and the length in seconds."""
SOUNDS = {"click", "step", "plunge", "wood", "flip", "bite", "drum", "turn", "win", "lose", "cicada"}
FAR_AWAY = "cicada"


def address() -> str:
    """Where the sounds are in the built page."""
    manifest = json.loads((BUILT.parent / ".vite" / "manifest.json").read_text("utf-8"))
    return f"/{manifest['src/lib/orchestra.ts']['file']}"


def measured(page: Page) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = page.evaluate(MEASURE, address())
    return found


def test_sounds_are_short_and_soft_and_equally_loud(visit: Visit) -> None:
    found = measured(visit("/rules/le-plouf"))
    for name, sound in found.items():
        print(f"{name:8}" + "".join(f"  {part} {value:6.2f}" for part, value in sound.items()))
    assert set(found) == SOUNDS
    assert max(sound["length"] for sound in found.values()) < 1.2
    assert max(sound["peak"] for sound in found.values()) < -5
    near = [sound["loudness"] for name, sound in found.items() if name != FAR_AWAY]
    assert max(near) < -18
    assert max(near) - min(near) < 6
    assert found[FAR_AWAY]["loudness"] < min(near) - 6


FEEL = """() => {
    window.felt = [];
    navigator.vibrate = (pattern) => document.body.dataset.felt = window.felt.push(pattern);
}"""
LOADED = "() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"


def test_sounds_come_with_the_first_touch_which_the_phone_lets_feel_until_it_is_muted(visit: Visit) -> None:
    page = visit("/learn/le-plouf", device=PHONE, reduced_motion="no-preference")
    spot(page, "c1").wait_for()
    page.wait_for_load_state("networkidle")
    assert address() not in page.evaluate(LOADED)
    page.evaluate(FEEL)
    with page.expect_request(f"**{address()}"):
        spot(page, "c1").tap()
    page.locator("[data-felt]").wait_for()
    mute = page.get_by_role("button", name="Mute sounds")
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    page.reload()
    spot(page, "c1").wait_for()
    page.evaluate(FEEL)
    spot(page, "c1").tap()
    page.get_by_text("Your move: c1?").wait_for()
    assert page.evaluate("window.felt") == []


def test_sounds_are_made_ready_before_the_first_is_heard(visit: Visit) -> None:
    page = visit("/learn/le-plouf")
    page.evaluate(
        """() => {
            [window.rooms, window.played] = [0, 0];
            const [convolver, start] = [AudioContext.prototype.createConvolver, OscillatorNode.prototype.start];
            AudioContext.prototype.createConvolver = function () {
                document.body.dataset.rooms = ++rooms;
                return convolver.call(this);
            };
            OscillatorNode.prototype.start = function (...when) {
                document.body.dataset.played = ++played;
                return start.apply(this, when);
            };
        }"""
    )
    page.get_by_role("heading").first.click()
    page.locator('[data-rooms="1"]').wait_for()
    assert page.evaluate("played") == 0
    spot(page, "c1").click()
    page.locator("[data-played]").wait_for()
    assert page.evaluate("rooms") == 1
