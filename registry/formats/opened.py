"""What a format makes of the bytes of a file: rows or named columns, and what the format itself knows of them."""

from collections.abc import Callable
from dataclasses import dataclass

from registry.dataset import ReadingChoices
from registry.formats.typed_cells import TypedCells
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.table.table_reader import TextTable
from registry.text.rows import Rows


@dataclass(frozen=True)
class OpenedFile:
    """One table of a file: rows that the layout rules look at, or a table whose names and rows the format knows.

    `format` is the name of a Format; `encoding` is "" where the format fixes it. `entries` say what the format assumed
    or left out. `offered` are all the tables of the file when there are several, `chosen` is the key of the one opened.
    `cells` wrote the cells of a format that types each of them; it knows them all once the rows are read. With
    `rows_known` every row is one of data: no note or total can stand among them. `called` is the name that says which
    table of the file it is.
    """

    format: str
    content: Rows | TextTable
    encoding: str = ""
    entries: tuple[ReceiptEntry, ...] = ()
    offered: tuple[OfferedTable, ...] = ()
    chosen: str | None = None
    cells: TypedCells | None = None
    rows_known: bool = False
    called: str = ""


Opener = Callable[[bytes, str, ReadingChoices], OpenedFile]
"""How a format opens a file, given its bytes, its name and the person's choices: the table that the choices name, else
the one that a person most likely means.

Raises UnreadableFileError, with what to do, for bytes that hold no table, and FileTooLargeError for what is over a
limit, before memory is used for it.
"""


@dataclass(frozen=True)
class Format:
    """A kind of file. `recognises` looks at the bytes and the name; the first format of the catalogue that says yes
    opens the file."""

    name: str  # as the receipt calls it: "CSV", "Excel workbook"
    endings: tuple[str, ...]  # usual ends of file names, in lower case: ".csv"
    recognises: Callable[[bytes, str], bool]
    open: Opener
