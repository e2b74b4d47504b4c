"""A whole study: a filter changed by its control, a reload while the analysts work, the report checked with pandas."""

import io
import re
from collections.abc import Callable
from html import unescape

import pandas as pd
import pytest

from tests.browser.reader import Reader
from tests.browser.test_code import choose_way
from tests.browser.test_turns import Held

OUTCOME = "price_slowly"  # the word makes the analysts slow
_ROWS = [
    (
        ("North", "South", "West")[place % 3],
        ("Web", "Shop")[place * 7 % 11 % 2],
        1 + place % 7,
        20 + 12 * (place % 3) + 2 * (place % 7) + place * 37 % 11,
    )
    for place in range(300)
]
CONTENT = "\n".join([f"region,channel,units,{OUTCOME}", *(",".join(map(str, row)) for row in _ROWS)]).encode()


@pytest.fixture(scope="module")
def without_west() -> pd.DataFrame:
    frame = pd.read_csv(io.BytesIO(CONTENT))
    return frame[frame["region"] != "West"]


def explained_pct(frame: pd.DataFrame, column: str) -> float:
    """Epsilon squared of the outcome by groups, in percent."""
    outcome = frame[OUTCOME]
    means = frame.groupby(column)[OUTCOME].transform("mean")
    between, total = ((means - outcome.mean()) ** 2).sum(), ((outcome - outcome.mean()) ** 2).sum()
    groups = frame[column].nunique()
    spread = (total - between) / (len(frame) - groups)
    return float(100 * (between - (groups - 1) * spread) / total)


def words_of(report: bytes) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<sup.*?</sup>|<[^>]+>", "", report.decode("utf-8"))))


def test_a_whole_study(newcomer: Callable[..., Reader], without_west: pd.DataFrame, held: Held) -> None:
    person = newcomer()
    person.start_with("prices.csv", CONTENT)
    choose_way(person, "Study")
    assert "300" in person.ask(f"What drives {OUTCOME}?")
    person.press("Go on")
    assert "no filter" in person.reply(4)

    person.page.get_by_label("Only rows where").fill("region is not West")
    with held():
        person.press("Go on")
        person.page.get_by_role("button", name="Stop").wait_for()
        person.see("Driver analysis")
        person.see(re.compile("Time done"))  # one analyst is done, another still works
        assert person.page.get_by_text(re.compile("Segments in progress")).count() == 1
        person.page.reload()
        person.see(re.compile("Segments in progress"))
    synthesis = person.reply(6)
    assert "Synthesis complete" in synthesis
    assert f"From {len(without_west)} of 300 rows." in synthesis

    person.press("Go on")
    person.reply(8)
    data = pd.read_csv(io.BytesIO(person.download("Download its data")), encoding="utf-8-sig")
    by_region = data[data["driver"] == "region"].iloc[0]
    assert by_region["impact (%)"] == pytest.approx(explained_pct(without_west, "region"), abs=1e-6)
    assert by_region["rows"] == len(without_west)
    report = words_of(person.download("Download the report"))
    means = without_west.groupby("region")[OUTCOME].mean()
    assert f"region explains {explained_pct(without_west, 'region'):.1f}" in report
    assert all(f"{mean:.2f}".rstrip("0").rstrip(".") in report for mean in means)
    assert "West" not in means.index and f"{len(without_west)} of 300 rows" in report
    assert "you changed" in report

    person.page.reload()  # it is over, and stays as it is
    person.see("Download the report")
    assert person.page.get_by_role("button", name="Go on").count() == 0
    assert person.page.get_by_role("button", name="Download the report").count() == 1


def test_a_stale_button_does_nothing_and_says_so(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("prices.csv", CONTENT.replace(b"_slowly", b""))
    choose_way(person, "Study")
    person.ask("What drives price?")
    other = person.tab()
    other.goto(person.page.url)
    stale = other.get_by_role("button", name="Go on")
    stale.wait_for()
    person.press("Go on")
    person.reply(4)
    stale.click()
    other.get_by_text("This question is no longer open").wait_for()
    assert other.get_by_test_id("stChatMessage").count() == 6  # two turns, and what was not done
    assert other.get_by_text("Go on with these rows and buckets?").count() == 1
