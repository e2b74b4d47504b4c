"""Tables of sales with the same columns, in memory and on disk: with gaps, one row, repeats, odd names and numbers."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args

from agent.analysis.frames.source import Table, tables_of
from registry.by_path.placing import OnDisk
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.specs.made_specs import called_otherwise

Kind = Literal["usual", "gaps", "large and small", "offsets", "one row", "repeats", "constant", "odd names"]
KINDS: tuple[Kind, ...] = get_args(Kind)
COLUMNS = ("sale", "day", "time", "region", "shop", "amount", "units", "year", "paid", "code", "note", "Jan", "Feb",
           "always")  # fmt: skip
ODD_NAMES: Mapping[str, str] = {
    "sale": "Sale's", "day": '時 "day"', "time": "a\\b", "region": "Rows 1", "shop": "col umn", "amount": "amount [€]",
    "units": "{units}", "year": "class", "paid": "*paid*", "code": "50%", "note": "@period", "Jan": "df", "Feb": "=x",
    "always": "__x",
}  # fmt: skip
SHOPS = "shop,since,size,market\nA,2001-05-01,2,x\nA,2001-05-01,2,x\nB,,3,\nC,2011-01-01,,y\n"
Cells = list[str | int | float]


@dataclass(frozen=True)
class Sales:
    """The sales and their shops, D1 and D2, in memory and as files that stay on disk."""

    memory: Mapping[str, Table]
    disk: Mapping[str, Table]
    names: Mapping[str, str]

    def asked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """A spec over the usual columns, about these tables."""
        named: dict[str, Any] = called_otherwise(dict(data), self.names)
        return {**named, "dataset_id": named.get("dataset_id") or "D1"}


@cache
def sales(kind: Kind) -> Sales:
    """The tables of a kind, read as people's files are."""
    names = ODD_NAMES if kind == "odd names" else {}
    head: Cells = [names.get(name, name) for name in COLUMNS]
    content = "".join(",".join(map(_quoted, row)) + "\n" for row in [head, *_rows(kind)])
    shops = SHOPS.replace("shop,", f"{names.get('shop', 'shop')},")
    folder = TemporaryDirectory()
    _FOLDERS.append(folder)
    place = Path(folder.name)
    store = DatasetStore(on_disk=OnDisk(place / "home"))
    _STORES.append(store)
    files = {"sales.csv": content, "shops.csv": shops}
    for name, text in files.items():
        (place / name).write_text(text)
    memory = [store.add("memory", name, text.encode()) for name, text in files.items()]
    disk = [store.add_path("disk", str(place / name)) for name in files]
    return Sales(_numbered(memory), _numbered(disk), names)


_FOLDERS: list[TemporaryDirectory[str]] = []
_STORES: list[DatasetStore] = []
"""Kept, as files on disk go with their store."""


def _numbered(datasets: Sequence[Dataset]) -> dict[str, Table]:
    known = tables_of(datasets)
    named = {f"D{number}": known[one.dataset_id] for number, one in enumerate(datasets, 1)}
    return {key: Table(key, one.name, one.frame, replace(one.profile, dataset_id=key)) for key, one in named.items()}


def _quoted(cell: object) -> str:
    text = str(cell)
    return '"' + text.replace('"', '""') + '"' if re.search(r'[",\n]', text) else text


def _rows(kind: Kind) -> list[Cells]:
    pick = random.Random(5)
    if kind == "one row":
        return [_row(pick, 1)]
    if kind == "repeats":
        return [_row(pick, 1)] * 12
    if kind == "constant":
        same: Cells = ["2024-05-05", "10:00", "North", "A", "2.5", 3, 2024, "true", 1, "a b c", 1, 2, 1]
        return [[f"S{row}", *same] for row in range(20)]
    changed = {"gaps": _with_gaps, "large and small": _extreme, "offsets": _with_offsets}.get(kind)
    made = [_row(pick, row) for row in range(60)]
    return made if changed is None else [changed(pick, row) for row in made]


def _row(pick: random.Random, row: int) -> Cells:
    """Dates, times, truth, codes, negative amounts, years in a number column, months as columns, a few gaps."""
    day = f"202{pick.choice('34')}-{pick.randint(1, 12):02d}-{pick.randint(1, 28):02d}" if row % 13 else ""
    return [
        f"S{row}", day, f"{pick.randint(0, 23):02d}:{pick.choice(['00', '30'])}",
        pick.choice(["North", "south", "West", ""]), pick.choice(["A", "B"]),
        f"{pick.gauss(20, 15):.2f}" if row % 7 else "", pick.randint(0, 5), pick.choice([2021, 2022, 2024]),
        pick.choice(["true", "false", ""]), row % 4, pick.choice(["", "2024-01", "North", "a b c", "12 %", "=1+1"]),
        row, row / 2, 1,
    ]  # fmt: skip


def _with(row: Cells, **cells: str | float) -> Cells:
    return [cells.get(name, cell) for name, cell in zip(COLUMNS, row, strict=True)]


def _with_gaps(pick: random.Random, row: Cells) -> Cells:
    often = {name: "" for name in ("day", "time", "region", "amount", "units", "Jan") if pick.random() < 0.7}
    return _with(row, **often, Feb="")


def _extreme(pick: random.Random, row: Cells) -> Cells:
    return _with(
        row, amount=pick.choice(["1e100", "-1e100", "1e-100", "0", "9007199254740993", "123456789012345.67", ""]),
        units=pick.choice([0, 1, -1, 9007199254740993, 4611686018427387904]), Jan=pick.choice([1e60, -1e60, 0]),
        Feb=pick.choice([1e-60, 5e-100, 1]), day=pick.choice(["1677-10-01", "2262-03-01", "2024-02-29", ""]),
    )  # fmt: skip


def _with_offsets(pick: random.Random, row: Cells) -> Cells:
    zones = ["2024-03-31T01:30:00+01:00", "2024-03-31T03:30:00+02:00", "2024-12-31T23:30:00-05:00", ""]
    return _with(
        row, day=pick.choice(zones), time=f"{pick.randint(0, 23):02d}:{pick.randint(0, 59):02d}:07",
        region=pick.choice(["Straße", "STRASSE", "  north ", "🙂", "עברית", "é", "e\u0301", ""]),
        note=pick.choice(["x; y", "y; x", "", "x"]),
    )  # fmt: skip
