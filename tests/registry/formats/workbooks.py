"""Small workbooks as bytes."""

import io
import zipfile
from collections.abc import Mapping, Sequence

from openpyxl import Workbook

Row = Sequence[object]


def workbook(sheets: Mapping[str, Sequence[Row]]) -> Workbook:
    """A workbook with these sheets, to be changed before it is saved."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    return book


def saved(book: Workbook) -> bytes:
    """The bytes of the file."""
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def xlsx(sheets: Mapping[str, Sequence[Row]]) -> bytes:
    """An .xlsx file with these sheets."""
    return saved(workbook(sheets))


ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
ODS_HEAD = (
    '<?xml version="1.0"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
ODS_TAIL = "</office:spreadsheet></office:body></office:document-content>"


def ods(title: str, rows: Sequence[Sequence[str]], attributes: str = "") -> bytes:
    """An .ods file with one sheet; each cell is given as its markup, `attributes` are those of every row."""
    cells = "".join(f"<table:table-row {attributes}>{''.join(row)}</table:table-row>" for row in rows)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", ODS_TYPE)
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr("content.xml", f'{ODS_HEAD}<table:table table:name="{title}">{cells}</table:table>{ODS_TAIL}')
    return buffer.getvalue()


def ods_text(text: str) -> str:
    """The markup of a cell of text."""
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


def ods_value(kind: str, attribute: str, value: str) -> str:
    """The markup of a cell with a value: "float", "value", "1.5"."""
    return f'<table:table-cell office:value-type="{kind}" office:{attribute}="{value}"/>'
