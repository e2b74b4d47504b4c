"""Clock times and durations as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.specs.locales import clock_words

WRITTEN: list[tuple[float, str, str]] = [
    (31_335.4, "h:mm", "8:42"), (31_320, "h:mm:ss", "8:42:00"), (0, "h:mm", "0:00"), (86_399, "h:mm", "24:00"),
    (7_510, "m:ss", "2:05:10"), (83.4, "m:ss", "1:23.4"), (59.999, "m:ss", "1:00"), (5, "m:ss", "0:05"),
    (-90, "m:ss", "-1:30"), (-20, "h:mm", "0:00"), (95_400, "h:mm", "26:30"), (3_723.25, "m:ss", "1:02:03.25"),
]  # fmt: skip


@pytest.mark.parametrize(("seconds", "form", "written"), WRITTEN)
def test_seconds_are_written_as_a_clock_shows_them(seconds: float, form: str, written: str) -> None:
    assert clock_words(seconds, form, "en") == written


def test_a_fraction_has_the_sign_of_the_language() -> None:
    assert clock_words(83.4, "m:ss", "de") == "1:23,4"


@given(st.integers(0, 200_000))
def test_whole_seconds_are_read_back(seconds: int) -> None:
    parts = [int(part) for part in clock_words(seconds, "h:mm:ss", "en").split(":")]
    assert parts[0] * 3_600 + parts[1] * 60 + parts[2] == seconds
