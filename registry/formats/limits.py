"""How large the inside of a file may be. A small file can hold a large one: what is packed, repeated or nested is
measured before memory is used for it."""

from registry.errors import FileTooLargeError
from registry.sentences import megabytes

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
            f"{file_name} unpacks to more than {megabytes(UNPACKED_BYTES)}.", "Split it into smaller files."
        )


def check_size(file_name: str, rows: int, columns: int) -> None:
    """FileTooLargeError when a table has more columns or cells than it may have."""
    if columns > MOST_COLUMNS:
        raise FileTooLargeError(
            f"{file_name} has {columns:,} columns; a table may have {MOST_COLUMNS:,}.",
            "Keep only the columns that you need, or turn columns into rows.",
        )
    if rows * columns > MOST_CELLS:
        raise FileTooLargeError(
            f"{file_name} has {rows:,} rows and {columns:,} columns; a table may have {MOST_CELLS:,} cells.",
            "Keep only the rows and columns that you need.",
        )
