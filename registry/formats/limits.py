"""How large the inside of a file may be. A small file can hold a large one: what is packed, repeated or nested is
measured before memory is used for it."""

from registry.errors import FileTooLargeError
from registry.sentences import megabytes, sentence

UNPACKED_BYTES = 500_000_000
"""Of one packed file, and of all text that a workbook or a database hands over."""
MOST_CELLS = 40_000_000
"""Rows times columns of one table."""
MOST_COLUMNS = 20_000
MOST_FILES = 1_000
"""In an archive."""
MOST_TABLES = 200
"""That one file offers."""
DEEPEST = 3
"""An archive in an archive in an archive."""


def check_unpacked(file_name: str, size: int) -> None:
    """FileTooLargeError when something packed is larger than it may be."""
    if size > UNPACKED_BYTES:
        raise FileTooLargeError(
            sentence("refused.unpacks_to_more", file=file_name, limit=megabytes(UNPACKED_BYTES)), sentence("do.split")
        )


def check_size(file_name: str, rows: int, columns: int) -> None:
    """FileTooLargeError when a table has more columns or cells than it may have."""
    if columns > MOST_COLUMNS:
        raise FileTooLargeError(
            sentence("refused.too_many_columns", file=file_name, columns=columns, limit=MOST_COLUMNS),
            sentence("do.fewer_columns"),
        )
    if rows * columns > MOST_CELLS:
        raise FileTooLargeError(
            sentence("refused.too_many_cells", file=file_name, rows=rows, columns=columns, limit=MOST_CELLS),
            sentence("do.fewer_cells"),
        )
