"""The main job from end to end, in a real browser: upload, receipt, ask, be asked, pick, chart, follow up, report."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.browser.reader import Reader

REGIONS = ("North", "South", "East", "West", "west ", " West", "N/A")
CLEAN = {"west ": "West", " West": "West", "N/A": None}


@pytest.fixture(scope="module")
def orders() -> pd.DataFrame:
    """What the messy file says, as a person would read it."""
    rows = [
        {
            "day": pd.Timestamp(2023 + number % 2, 1 + number % 12, 1 + number % 28),
            "region": CLEAN.get(REGIONS[number % 7], REGIONS[number % 7]),
            "written": REGIONS[number % 7],
            "net": round(1000 + (number * 37) % 900 + number / 8, 2),
        }
        for number in range(240)
    ]
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def messy_file(orders: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Semicolons, decimal commas with points for thousands, a byte order mark, blanks, gaps and an empty line."""
    lines = ["Order day;Region;Net amount;Gross amount"]
    for day, written, net in zip(orders["day"], orders["written"], orders["net"].tolist(), strict=True):
        lines.append(f"{day:%d.%m.%Y};{written};{german(net)};{german(net * 1.19)}")
    lines.insert(100, "")
    path = tmp_path_factory.mktemp("upload") / "orders 2024.csv"
    path.write_bytes(("\ufeff" + "\r\n".join(lines) + "\r\n").encode("utf-8"))
    return path


def german(amount: float) -> str:
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def shown(amount: float) -> str:
    """As the sentence writes it: whole, which tells these apart."""
    return f"{amount:,.0f}"


def regions_of(person: Reader) -> dict[str, float]:
    """The last answer's table, without the orders that name no region."""
    return {region: value for region, value in person.values().items() if region in REGIONS}


def tables_of(report: bytes) -> dict[str, pd.DataFrame]:
    with zipfile.ZipFile(io.BytesIO(report)) as bundle:
        names = [name for name in bundle.namelist() if name.endswith(".csv")]
        return {name: pd.read_csv(io.BytesIO(bundle.read(name)), encoding="utf-8-sig") for name in names}


def test_the_whole_job(newcomer: Callable[..., Reader], orders: pd.DataFrame, messy_file: Path) -> None:
    person = newcomer()
    person.open("/data")
    person.upload(messy_file)
    person.see("is loaded: 240 rows, 4 columns")
    person.see(re.compile("semicolon"))
    person.see(re.compile("thousands"))
    person.see(re.compile("1 blank row was skipped"))
    person.press("Ask a question about these data")
    person.see("Try one of these")

    asked = person.ask("What is the average amount by region?")
    assert "net amount" in asked
    assert "gross amount" in asked
    person.press(re.compile("^average net amount"))
    answer = person.reply(4)
    means = orders.groupby("region")["net"].mean()
    assert f"{means.idxmax()} has the highest average net amount: {shown(means.max())}" in answer
    assert f"{means.idxmin()} has the lowest: {shown(means.min())}" in answer
    assert regions_of(person) == pytest.approx(means.to_dict())
    assert "From all 240 rows." in answer

    person.ask("Show that as a bar chart")
    person.page.locator(".js-plotly-plot .main-svg").locator("visible=true").first.wait_for()
    follow_up = person.ask("only for 2024")
    this_year = orders[orders["day"].dt.year == 2024]
    assert f"From {len(this_year)} of 240 rows." in follow_up
    later = this_year.groupby("region")["net"].mean()
    assert shown(later.max()) in follow_up
    assert shown(later.min()) in follow_up
    assert regions_of(person) == pytest.approx(later.to_dict())

    person.go("Report")
    person.see("What was found")
    tables = tables_of(person.download(re.compile("zip")))
    by_region = next(table for table in tables.values() if len(table) == 5 and "Region" in table.columns)
    given = dict(zip(by_region["Region"], by_region.iloc[:, 1].tolist(), strict=True))
    assert {region: given[region] for region in means.index} == pytest.approx(means.to_dict(), abs=1e-9)
    page = person.download("One HTML file").decode("utf-8")
    assert shown(means["North"]) in page
    assert "<script" not in page
    assert "data:image/png;base64," in page

    person.go("Activity")
    person.see("Nothing has left this machine")
