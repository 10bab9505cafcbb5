"""What axe finds on a page."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


SERIOUS = """() => axe._audit.rules
    .filter((rule) => rule.enabled && !rule.tags.includes("experimental"))
    .filter((rule) => ["serious", "critical"].includes(rule.impact))
    .map((rule) => rule.id)"""
"""The rules that are on by default, without those whose violations are never serious: the impact is the rule's own."""


def serious(page: Page, *rules: str) -> list[str]:
    """The violations that are serious or critical, each with the first element that it is about.

    Of these rules, or of all that can find such if none is given.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    # No rule that is on by default needs the style sheets, which would be fetched anew each time.
    asked = {"resultTypes": ["violations"], "preload": False, "runOnly": rules or page.evaluate(SERIOUS)}
    violations = page.evaluate("async asked => (await axe.run(asked)).violations", asked)
    return [
        f"{each['id']} ({each['impact']}): {each['nodes'][0]['html'][:200]}"
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
