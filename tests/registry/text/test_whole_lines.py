"""The fast way through large files gives what the way row by row gives, and is taken only where it may be."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.dataset import DETECT, ReadingChoices
from registry.file_reader import ReadFile, read_file
from registry.formats import delimited
from registry.table import only_rows, table_reader
from registry.text import whole_lines
from registry.text.dialect import Dialect, Record, records
from registry.text.text_lines import TextLines
from registry.text.whole_lines import LineReader, WholeLines
from registry.values import value_shapes
from tests.cases import examples

Column = Callable[[random.Random, int], str]
KINDS: dict[str, Column] = {
    "order_id": lambda _, row: str(row + 1),
    "quantity": lambda chance, _: str(chance.randrange(1, 90)),
    "price": lambda chance, _: f"{chance.uniform(0, 900):.2f}",
    "change": lambda chance, _: f"{chance.gauss(0, 5):.4f}",
    "share": lambda chance, _: "" if chance.random() < 0.2 else f"{chance.random():.3f}",
    "weight": lambda chance, _: chance.choice(("n/a", f"{chance.random():.3f}")),
    "grouped": lambda chance, _: f"{chance.randrange(1, 900)}.{chance.randrange(1000):03d}",
    "potassium": lambda chance, _: chance.choice(("-----", "____", f"{chance.random():.2f}")),
    "rate": lambda chance, _: chance.choice((": c", ":", f"{chance.random():.2f}")),
    "zip": lambda chance, _: f"{chance.randrange(99999):05d}",
    "day": lambda chance, _: f"2024-{chance.randrange(1, 13):02d}-{chance.randrange(1, 29):02d}",
    "stamp": lambda chance, _: (
        f"2024-01-{chance.randrange(1, 29):02d} {chance.randrange(24):02d}:{chance.randrange(60):02d}:07"
    ),
    "date": lambda chance, _: f"2024{chance.randrange(1, 13):02d}{chance.randrange(1, 29):02d}",
    "created_at": lambda chance, _: str(1_700_000_000 + chance.randrange(10**7)),
    "region": lambda chance, _: chance.choice(("North", "north", "South ", "Süd")),
    "name": lambda chance, row: f"Person {row} {chance.random()}",
    "note": lambda chance, _: chance.choice(("", "NA", "fine", '"with, comma"', "Straße")),
    "paid": lambda chance, _: chance.choice(("true", "false")),
    "took": lambda chance, _: f"{chance.randrange(30)}:{chance.randrange(60):02d}:00",
    "long": lambda chance, _: str(10**17 + chance.randrange(10**16)),
    "amount in €": lambda chance, _: f"{chance.randrange(10**6)}",
}


def table(names: Sequence[str], rows: int, seed: int = 1, end: str = "\n") -> bytes:
    chance = random.Random(seed)
    lines = [",".join(names)]
    lines += [",".join(KINDS[name](chance, row) for name in names) for row in range(rows)]
    return (end.join(lines) + end).encode()


@pytest.fixture(autouse=True)
def small_files_count_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "LARGE", 1)
    monkeypatch.setattr(only_rows, "FEWEST_ROWS", 0)
    monkeypatch.setattr(table_reader, "WHOLE_RECORDS", 300)
    monkeypatch.setattr(value_shapes, "FEWEST_VALUES", 100)


def row_by_row(content: bytes, monkeypatch: pytest.MonkeyPatch, choices: ReadingChoices = DETECT) -> ReadFile:
    with monkeypatch.context() as patched:
        patched.setattr(delimited, "LARGE", len(content) + 1)
        patched.setattr(only_rows, "FEWEST_ROWS", 10**9)
        patched.setattr(value_shapes, "FEWEST_VALUES", 10**9)
        return read_file(content, "data.csv", choices)


def taken_at_once(content: bytes) -> WholeLines | None:
    """What Arrow and the way line by line give of all lines but the first, cut at commas."""
    lines = TextLines(content)
    return LineReader(lines, Dialect(",")).read_from(2, lines[0].count(",") + 1)


def same(fast: ReadFile, slow: ReadFile) -> None:
    assert dict(fast.kinds) == dict(slow.kinds)
    assert fast.frame.equals(slow.frame)
    assert list(fast.frame.dtypes) == list(slow.frame.dtypes)
    assert fast.receipt.entries == slow.receipt.entries
    assert fast.receipt == replace(slow.receipt, entries=fast.receipt.entries)
    assert (fast.duplicate_rows, dict(fast.units), fast.title) == (slow.duplicate_rows, dict(slow.units), slow.title)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_kind_of_column_is_read_as_row_by_row(name: str, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = table(
        ["region", "price", name, "quantity"] if name not in ("region", "price", "quantity") else [name, "day"],
        1200,
        end=end,
    )
    assert taken_at_once(content.replace(b"\r\n", b"\n")) is not None
    same(read_file(content, "data.csv"), row_by_row(content, monkeypatch))


NAMES = st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=7, unique=True)


@settings(max_examples=examples(25))
@given(NAMES, st.integers(0, 1000))
def test_any_table_is_read_as_row_by_row(names: list[str], seed: int) -> None:
    content = table(names, 900, seed)
    with pytest.MonkeyPatch.context() as patched:
        same(read_file(content, "data.csv"), row_by_row(content, patched))


ODD_ROWS: dict[str, bytes] = {
    "a blank row": b"\n",
    "a row of blanks": b",,,\n",
    "a short row": b"North,2.5\n",
    "a long row": b"North,2.5,3,Person,5\n",
    "a total": b"Total,77.5,3,x\n",
    "a note": b"# checked by hand,,,\n",
    "a lone cell": b"see below,,,\n",
    "names again": b"region,price,quantity,name\n",
    "a drawn line": b"---,---,---,---\n",
    "a cell of two lines": b'North,2.5,3,"a\nb"\n',
    "a quote inside": b'North,2.5,3,a "b" c\n',
    "an open quote": b'North,2.5,3,"abc\n',
    "a control character": b"North,2.5,3,a\x01b\n",
    "garbled letters": "North,2.5,3,MÃ¼ller\n".encode(),
    "another encoding": "North,2.5,3,Müller\n".encode("cp1252"),
    "a return alone": b"North,2.5,3,a\rb\n",
}


@pytest.mark.parametrize("odd", ODD_ROWS)
@pytest.mark.parametrize("place", [900, 1398, 1400])  # among the first rows, the last ones, and at the end
def test_one_odd_row_is_read_as_row_by_row(odd: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = table(["region", "price", "quantity", "name"], 1400).splitlines(keepends=True)
    content = b"".join([*lines[:place], ODD_ROWS[odd], *lines[place:]])
    same(read_file(content, "data.csv"), row_by_row(content, monkeypatch))


CELLS = st.text(st.sampled_from('ab1,;"\n #-\u00e9'), max_size=6)


@settings(max_examples=examples(300))
@given(st.lists(st.lists(CELLS, min_size=1, max_size=4).map(",".join), min_size=1, max_size=12))
def test_any_lines_are_the_records_that_they_are_one_by_one(rows: list[str]) -> None:
    lines = TextLines("\n".join(["a,b,c", *rows]).encode())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(whole_lines, "MOST_OTHERS", 1.0)
        found = LineReader(lines, Dialect(",")).read_from(2, 3) if len(lines) > 1 else None
    if found is None:
        return
    strays: list[int] = []
    expected = list(records(list(lines), Dialect(","), 1, strays))
    columns = [column.to_pylist() for column in found.columns]
    read = [Record(line, [column[row] for column in columns]) for row, line in enumerate(found.lines.tolist())]
    whole = sorted([*read, *found.others], key=lambda record: record.line)
    assert whole == [Record(line, fields or [""] * 3) for line, fields in expected]
    assert found.strays == strays


def test_words_in_the_middle_of_a_column_of_numbers_are_judged_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = table(["region", "price", "name"], 2400).splitlines(keepends=True)
    content = b"".join([*lines[:1200], b"North,n.d.,x1\n", b"South,007,x2\n", b"South,1e5,x3\n", *lines[1200:]])
    same(read_file(content, "data.csv"), row_by_row(content, monkeypatch))


@pytest.mark.parametrize(
    "choices",
    [
        ReadingChoices(keep_text=("price",)),
        ReadingChoices(kinds=(("price", "text"), ("quantity", "identifier"))),
        ReadingChoices(missing_words=(("quantity", "7"),)),
        ReadingChoices(decimal=","),
        ReadingChoices(renamed=(("price", "Preis"),), header_line=1),
    ],
)
def test_choices_are_honoured_as_ever(choices: ReadingChoices, monkeypatch: pytest.MonkeyPatch) -> None:
    content = table(["region", "price", "quantity", "name"], 1200)
    same(read_file(content, "data.csv", choices), row_by_row(content, monkeypatch, choices))


def test_lines_above_the_names_and_codes_that_they_announce_count(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"# stations of the north\n# -999 = sensor fault\n" + table(["region", "price", "quantity", "name"], 1200)
    same(read_file(content, "data.csv"), row_by_row(content, monkeypatch))


def test_a_separator_at_the_end_of_each_line_makes_no_column(monkeypatch: pytest.MonkeyPatch) -> None:
    content = table(["region", "price", "quantity", "name"], 1200).replace(b"\n", b",\n")
    fast = read_file(content, "data.csv")
    assert list(fast.frame) == ["region", "price", "quantity", "name"]
    same(fast, row_by_row(content, monkeypatch))


def test_repeated_rows_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("registry.duplicates.MANY", 10)
    lines = table(["region", "price", "share"], 1200).splitlines(keepends=True)
    content = b"".join([*lines, *lines[5:12]])
    assert read_file(content, "data.csv").duplicate_rows == row_by_row(content, monkeypatch).duplicate_rows >= 7
