"""Times and durations as seconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.durations import seconds_of

READ: list[tuple[str, float | None]] = [
    ("09:30", 34_200), ("09:30:15", 34_215), ("26:00:00.5", 93_600.5), ("-1:00", -3_600), ("0:00", 0),
    ("1h 20min 5s", 4_805), ("1.5 h", 5_400), ("90m", 5_400), ("2d", 172_800), ("PT1H20M5S", 4_805), ("p1dt1h", 90_000),
    (" 5 s ", 5), ("-5 s", -5), ("", None), ("P", None), ("T", None), ("-", None), ("12", None), ("9:60", None),
    ("1:30:61", None), ("1h 20 apples", None), ("5 s 3 h", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "seconds"), READ)
def test_a_written_time_is_read(text: str, seconds: float | None) -> None:
    assert seconds_of(text) == seconds


STOPPED: list[tuple[str, float | None]] = [
    ("1:23", 83), ("1:23.4", 83.4), ("58.3", 58.3), ("59", 59), ("-0:01", -1), ("1:02:03.5", 3_723.5), ("1:75", None),
    ("12:5", 725), ("DNF", None), ("2 min", 120),
]  # fmt: skip


@pytest.mark.parametrize(("text", "seconds"), STOPPED)
def test_a_stopwatch_writes_minutes_first(text: str, seconds: float | None) -> None:
    assert seconds_of(text, minutes_first=True) == seconds


@given(st.integers(0, 500), st.integers(0, 59), st.integers(0, 59))
def test_clock_symbols_and_iso_say_the_same(hours: int, minutes: int, seconds: int) -> None:
    written = (
        f"{hours}:{minutes:02d}:{seconds:02d}",
        f"{hours}h {minutes}min {seconds}s",
        f"PT{hours}H{minutes}M{seconds}S",
    )
    assert {seconds_of(text) for text in written} == {hours * 3600 + minutes * 60 + seconds}


@given(st.text())
def test_no_text_makes_it_fail(text: str) -> None:
    assert seconds_of(text) is None or isinstance(seconds_of(text), float | int)
