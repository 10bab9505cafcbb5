"""The changelog of a release."""

import datetime

import pytest

from tests.releases.prepare import NotReady, released

DAY = datetime.date(2030, 6, 1)
EARLIER = "# Changelog\n\n## Unreleased\n\n- A pool.\n\n## 0.9.0 (2030-05-01)\n\n- Water.\n"


def test_what_was_unreleased_belongs_to_the_release() -> None:
    expected = (
        "# Changelog\n\n## Unreleased\n\n## 0.10.0 (2030-06-01)\n\n- A pool.\n\n## 0.9.0 (2030-05-01)\n\n- Water.\n"
    )
    assert released(EARLIER, "0.10.0", DAY) == expected


@pytest.mark.parametrize(
    ("changelog", "number", "why"),
    [
        (EARLIER, "", "three numbers"),
        (EARLIER, "1.0", "three numbers"),
        (EARLIER, "0.9.0", "does not come after"),
        (EARLIER, "0.8.12", "does not come after"),
        (EARLIER.replace("- A pool.\n\n", ""), "0.10.0", "under Unreleased"),
        ("# Changelog\n", "0.10.0", "under Unreleased"),
    ],
)
def test_there_is_no_release_without_a_number_and_an_entry(changelog: str, number: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        released(changelog, number, DAY)
