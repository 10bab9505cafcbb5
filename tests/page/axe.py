"""What axe finds on a page."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page) -> list[str]:
    """The violations that are serious or critical, each with the first element that it is about."""
    page.evaluate(AXE.read_text("utf-8"))
    violations = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']} ({each['impact']}): {each['nodes'][0]['html'][:200]}"
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
