"""A file of each format that people have is dropped on the first page and asked about, in a real browser."""

import gzip
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.browser.reader import Reader
from tests.registry.formats.test_archives import zipped
from tests.registry.formats.workbooks import Row, ods, ods_text, ods_value, xlsx

REGIONS = ("North", "South", "West")
SALES = pd.DataFrame({"region": [REGIONS[n % 3] for n in range(30)], "amount": [n + 0.25 for n in range(30)]})
TOTAL = "442.5"  # of the amounts
CSV = SALES.to_csv(index=False)


def sheet() -> list[Row]:
    rows: list[Row] = [["Sales of the tea shop"], [], ["region", "amount"]]
    return [*rows, *([str(region), float(amount)] for region, amount in SALES.itertuples(index=False))]


def spreadsheet() -> bytes:
    rows = [
        [ods_text(str(region)), ods_value("float", "value", str(amount))]
        for region, amount in SALES.itertuples(index=False)
    ]
    return ods("Sales", [[ods_text("region"), ods_text("amount")], *rows])


def parquet() -> bytes:
    made = io.BytesIO()
    SALES.to_parquet(made)
    return made.getvalue()


def database(folder: Path) -> bytes:
    path = folder / "shop.db"
    with sqlite3.connect(path) as made:
        SALES.to_sql("sales", made, index=False)
    made.close()
    return path.read_bytes()


FORMATS: dict[str, Callable[[Path], bytes]] = {
    "sales.xlsx": lambda _: xlsx({"Sales": sheet()}),
    "sales.xlsm": lambda _: xlsx({"Sales": sheet()}),
    "sales.ods": lambda _: spreadsheet(),
    "sales.parquet": lambda _: parquet(),
    "sales.jsonl": lambda _: SALES.to_json(orient="records", lines=True).encode(),
    "sales.json": lambda _: json.dumps(SALES.to_dict("records")).encode(),
    "shop.db": database,
    "sales.csv.gz": lambda _: gzip.compress(CSV.encode()),
    "export.zip": lambda _: zipped({"export/sales.csv": CSV.encode(), "export/terms.pdf": b"%PDF-1.4"}),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_asked_about_whatever_its_format(newcomer: Callable[..., Reader], tmp_path: Path, name: str) -> None:
    person = newcomer()
    person.start_with(name, FORMATS[name](tmp_path))
    assert TOTAL in person.ask("total amount")
    assert person.page.get_by_text("From all 30 rows").count() == 1


def test_cells_pasted_from_a_spreadsheet_are_asked_about(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.open()
    person.page.get_by_text("Paste cells from a spreadsheet").click()
    cells = person.page.get_by_label("Cells", exact=True)
    cells.fill(SALES.to_csv(index=False, sep="\t"))
    person.press("Load these cells")
    person.page.locator(".st-key-chips_0 button").first.wait_for()
    assert TOTAL in person.ask("total amount")
