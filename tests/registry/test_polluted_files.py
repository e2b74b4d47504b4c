"""One clean table, polluted in one way at a time: names, rows and cells are read as before, but for what cannot be
known of the row that was hit."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from registry.file_reader import ReadFile
from tests.registry.reading import read

NAMES = ["no", "day", "at", "shop", "item", "pieces", "price", "remark", "link"]
SHOPS, ITEMS = ("Nord", "Süd", "Ost"), ("tea, green", "jam", 'the "good" rice', "oil")
ROWS = [
    [
        f"A-{100 + n}", f"2024-{1 + n % 9:02d}-{1 + 3 * n % 28:02d}", f"{7 + n % 12:02d}:{7 * n % 60:02d}",
        SHOPS[n % 3], ITEMS[n % 4], str(1 + n * 7 % 40), f"{2 + n % 17}.{10 + n * 3 % 90}",
        "" if n % 5 == 0 else f"seen by {n}",
        f"https://example.org/p/{n}",
    ]
    for n in range(24)
]  # fmt: skip
MIDDLE = 11
Lines = list[str]


def _written(
    rows: Sequence[Sequence[str]] = ROWS,
    delimiter: str = ",",
    quote: str = '"',
    end: str = "\n",
    *,
    all_quoted: bool = False,
    escape: str | None = None,
    names: Sequence[str] = NAMES,
) -> str:
    out = io.StringIO()
    writer = csv.writer(
        out, delimiter=delimiter, quotechar=quote, lineterminator=end, escapechar=escape, doublequote=escape is None,
        quoting=csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL,
    )  # fmt: skip
    writer.writerows([[*names], *rows] if names else rows)
    return out.getvalue()


CLEAN = _written()


@dataclass(frozen=True)
class Pollution:
    """A way to pollute: what the file is then, the rows (by place) whose cells are not known any more, and whether the
    names are."""

    name: str
    content: bytes
    hit: tuple[int, ...] = ()
    named: bool = True


def _lines(change: Callable[[Lines], Lines]) -> str:
    return "\n".join(change(CLEAN.splitlines())) + "\n"


def _row(place: int, change: Callable[[str], str]) -> str:
    """The file with one of its rows (-1: the line of names) changed."""

    def changed(lines: Lines) -> Lines:
        at = place + 1
        return [*lines[:at], change(lines[at]), *lines[at + 1 :]]

    return _lines(changed)


def _cells(place: int, change: Callable[[list[str]], list[str]], delimiter: str = ",") -> str:
    rows = [list(row) for row in ROWS]
    rows[place] = change(rows[place])
    return _written(rows, delimiter)


def _text(name: str, text: str, hit: tuple[int, ...] = (), *, named: bool = True) -> Pollution:
    return Pollution(name, text.encode(), hit, named)


def _dialects() -> list[Pollution]:
    made = [_text(f"delimiter {sign!r}", _written(delimiter=sign)) for sign in (";", "\t", "|", "^", "~", "§", "\x1f")]
    made += [_text(f"delimiter {sign!r}, all quoted", _written(delimiter=sign, all_quoted=True)) for sign in ",;\t|: "]
    made += [_text(f"quote {sign!r}, all quoted", _written(quote=sign, all_quoted=True)) for sign in "'"]
    made += [_text(f"escape {sign!r}", _written(escape=sign, all_quoted=True)) for sign in "\\"]
    made += [_text(f"escape \\ and delimiter {sign!r}", _written(escape="\\", delimiter=sign)) for sign in ";\t"]
    made += [_text(f"quote ' and delimiter {sign!r}", _written(quote="'", delimiter=sign)) for sign in ";\t"]
    made += [_text(f"record delimiter {end!r}", _written(end=end)) for end in ("\r\n", "\r", "\n\n", "\r\r\n")]
    made += [
        _text(f"record delimiter {end!r}, all quoted", _written(end=end, all_quoted=True)) for end in ("\r\n", "\r")
    ]
    made.append(_text("no record delimiter at the end", CLEAN.rstrip("\n")))
    made.append(_text("announced delimiter", "sep=;\n" + _written(delimiter=";")))
    made.append(_text("blanks around all cells", "\n".join(" , ".join(_fields(line)) for line in CLEAN.splitlines())))
    made.append(_text("delimiter at the end of all lines", _lines(lambda lines: [f"{line}," for line in lines])))
    made.append(
        _text("delimiter at the end of all rows", _lines(lambda lines: [lines[0], *(f"{line}," for line in lines[1:])]))
    )
    return made


def _fields(line: str) -> list[str]:
    return ['"' + cell.replace('"', '""') + '"' if set(cell) & set(',"') else cell for cell in next(csv.reader([line]))]


def _encodings() -> list[Pollution]:
    names = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1", "cp850")
    return [Pollution(f"encoding {name}", CLEAN.encode(name)) for name in names]


def _around() -> list[Pollution]:
    preamble = "Sales of the year\nmade on 2025-01-03\n"
    return [
        _text("preamble", preamble + CLEAN),
        _text("preamble and a blank line", preamble + "\n" + CLEAN),
        _text("preamble as wide as the table", "Sales,,,,,,,,\nmade,2025-01-03,,,,,,,\n" + CLEAN),
        _text("preamble of keys and values", "Report,Sales\nFrom,2024-01-01\nUntil,2024-12-31\n\n" + CLEAN),
        _text("comments above", "# sales\n# made by a program\n" + CLEAN),
        _text("blank lines above", "\n\n\n" + CLEAN),
        _text("blank lines between all rows", _lines(lambda lines: [each for line in lines for each in (line, "")])),
        _text("a blank line below the names", _row(-1, lambda line: line + "\n")),
        _text("a blank line in the middle", _row(MIDDLE, lambda line: line + "\n")),
        _text("a line of delimiters in the middle", _row(MIDDLE, lambda line: line + "\n,,,,,,,,")),
        _text("blank lines below", CLEAN + "\n\n\n"),
        _text("a footer", CLEAN + "\nEnd of the report\n"),
        _text("a footer without a blank line", CLEAN + "End of the report\n"),
        _text("a footer as wide as the table", CLEAN + "End of the report,,,,,,,,\n"),
        _text("a footer of several lines", CLEAN + "\nSource: the shops\n* prices in euros\n"),
        _text("a total below", CLEAN + f"Total,,,,,{sum(int(row[5]) for row in ROWS)},,,\n"),
        _text("the names again in the middle", _row(MIDDLE, lambda line: line + "\n" + CLEAN.splitlines()[0])),
        _text("the names again at the end", CLEAN + CLEAN.splitlines()[0] + "\n"),
        _text("a smaller table below", CLEAN + "\n\nshop,town\nNord,Kiel\nSüd,Ulm\nOst,Jena\n"),
        _text("a smaller table above", "shop,town\nNord,Kiel\nSüd,Ulm\nOst,Jena\n\n\n" + CLEAN),
        _text("a drawn line below the names", _row(-1, lambda line: line + "\n" + ",".join(["---"] * 9))),
        _text("a NUL in the middle", _row(MIDDLE, lambda line: line + "\0")),
        _text("a form feed in front of a row", _row(MIDDLE, lambda line: "\f" + line)),
    ]


def _headers() -> list[Pollution]:
    groups = "sale,sale,sale,sale,goods,goods,goods,more,more\n"
    return [
        _text("no names", _written(names=()), named=False),
        _text("names in capitals", _written(names=[name.upper() for name in NAMES])),
        _text("quoted names", _row(-1, lambda line: ",".join(f'"{name}"' for name in line.split(",")))),
        _text("blanks around the names", _row(-1, lambda line: line.replace(",", " , "))),
        _text("a mark before the names", _row(-1, lambda line: "#" + line), named=False),
        _text("names with line breaks", _written(names=[*NAMES[:7], "remark\n(free)", NAMES[8]]), named=False),
        _text("a name twice", _written(names=[*NAMES[:8], "no"]), named=False),
        _text("an empty name", _written(names=[*NAMES[:8], ""]), named=False),
        _text("a name too few", _row(-1, lambda line: line.rpartition(",")[0]), named=False),
        _text("a name too many", _row(-1, lambda line: line + ",more"), named=False),
        _text("groups above the names", groups + CLEAN, named=False),
        _text("units below the names", _row(-1, lambda line: line + "\n,,,,,pcs,EUR,,"), named=False),
    ]


def _hit_rows() -> list[Pollution]:
    made = []
    for place in (0, MIDDLE, len(ROWS) - 1):
        at = f"row {place}"
        made += [
            _text(f"a delimiter more at the end of {at}", _row(place, lambda line: line + ",")),
            _text(f"delimiters more at the end of {at}", _row(place, lambda line: line + ",,,")),
            _text(f"an empty cell more in {at}", _cells(place, lambda row: [*row[:3], "", *row[3:]]), (place,)),
            _text(f"a cell more in front of {at}", _cells(place, lambda row: ["", *row]), (place,)),
            _text(f"a cell less at the end of {at}", _cells(place, lambda row: row[:8]), (place,)),
            _text(f"a cell less in {at}", _cells(place, lambda row: [*row[:3], *row[4:]]), (place,)),
            _text(f"half of {at}", _cells(place, lambda row: row[:4]), (place,)),
            _text(f"another delimiter in {at}", _row(place, lambda line: line.replace(",", ";")), (place,)),
            _text(f"all of {at} quoted", _row(place, lambda line: ",".join(f'"{c}"' for c in _bare(line)))),
            _text(f"a quote more in {at}", _row(place, lambda line: line.replace(",2024", ',"2024', 1)), (place,)),
            _text(f"a quote in {at}", _row(place, lambda line: line.replace("example", 'ex"ample')), (place,)),
            _text(f"a line break in {at}", _cells(place, lambda row: [*row[:7], "one\ntwo", row[8]]), (place,)),
            _text(f"another line end after {at}", _row(place, lambda line: line + "\r")),
            _text(f"{at} twice as wide", _cells(place, lambda row: [*row, *row]), (place,)),
        ]
    return made


def _bare(line: str) -> list[str]:
    return [cell.replace('"', '""') for cell in next(csv.reader([line]))]


POLLUTIONS = [*_dialects(), *_encodings(), *_around(), *_headers(), *_hit_rows()]


def _shown(table: ReadFile, hit: Sequence[int]) -> list[list[str]]:
    """The cells of all rows but those that were hit, as text: 8 whether others have decimals or not."""
    frame = table.frame.drop(index=[place for place in hit if place < len(table.frame)])
    return [[*map(_text_of, row)] for row in frame.iloc[:, : len(NAMES)].to_numpy().tolist()]


def _text_of(cell: object) -> str:
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return re.sub(r"^(\d\d:\d\d):00$", r"\1", str(cell))


def _expected(hit: Sequence[int]) -> list[list[str]]:
    return _shown(read(CLEAN), hit)


def test_the_clean_table_is_read_as_it_stands() -> None:
    table = read(CLEAN)
    assert [*table.frame.columns] == NAMES and len(table.frame) == len(ROWS)
    assert [*table.kinds.values()] == [
        "identifier", "date", "time", "text", "text", "number", "number", "text", "text",
    ]  # fmt: skip
    assert table.frame["item"].tolist() == [row[4] for row in ROWS]


@pytest.mark.parametrize("pollution", POLLUTIONS, ids=lambda each: each.name)
def test_a_polluted_table_is_read_as_the_clean_one(pollution: Pollution) -> None:
    table = read(pollution.content)
    assert len(table.frame) == len(ROWS)
    if pollution.named:
        assert [name.casefold() for name in table.frame.columns] == NAMES
    assert _shown(table, pollution.hit) == _expected(pollution.hit)
