"""What a file would be, read with other choices, without keeping it: its table, and its first lines as they stand."""

from dataclasses import dataclass

from registry.dataset import DETECT, ReadingChoices
from registry.errors import RegistryError, UnreadableFileError
from registry.file_reader import ReadFile, read_file
from registry.formats.archives import is_gzip, is_zip
from registry.formats.catalogue import format_of, open_file
from registry.formats.delimited import DELIMITED
from registry.offered import OfferedTable
from registry.profile import DatasetProfile
from registry.profiling import build_profile
from registry.text.decoding import decode
from registry.text.rows import Rows

LONGEST = 2_000_000
"""Bytes that are read for a preview: choices are tried one after the other, and each must show at once."""
FIRST_LINES = 15
LINE_LENGTH = 200
ANY_BYTE = "latin-1"


@dataclass(frozen=True)
class Preview:
    """A file as it would be read. `whole` says whether all of it was looked at, or only its beginning."""

    read: ReadFile
    profile: DatasetProfile
    whole: bool


def preview_of(content: bytes, file_name: str, choices: ReadingChoices) -> Preview:
    """The file, or its first two million bytes, read with these choices.

    Raises UnreadableFileError or ReadingChoiceError, with what to do, when it cannot be read so.
    """
    beginning = _beginning(content, file_name)
    read = read_file(beginning, file_name, choices)
    return Preview(read, build_profile("preview", file_name, 1, read), len(beginning) == len(content))


def lines_of(content: bytes, file_name: str, choices: ReadingChoices, first: int = 1) -> tuple[str, ...]:
    """Lines of a text file, or rows of a sheet, from line `first` on, as they stand in it, cut where they are long; ()
    for formats that have none.

    Raises UnreadableFileError for bytes that are no text in any encoding, or not in the one that was chosen, and for a
    file without a table.
    """
    if not is_text(content, file_name):
        return _rows_of(content, file_name, choices, first)
    text = decode(_beginning(content, file_name), file_name, choices.encoding).text
    return tuple(line[:LINE_LENGTH] for line in text.split("\n")[first - 1 : first - 1 + FIRST_LINES])


def _rows_of(content: bytes, file_name: str, choices: ReadingChoices, first: int) -> tuple[str, ...]:
    opened = open_file(content, file_name, choices)
    if not isinstance(opened.content, Rows):
        return ()
    rows = {record.line: opened.content.delimiter.join(record.fields) for record in opened.content.records}
    wanted = range(first, min(first + FIRST_LINES, max(rows, default=0) + 1))
    return tuple(rows.get(line, "")[:LINE_LENGTH] for line in wanted)


def has_lines(content: bytes, file_name: str) -> bool:
    """Whether a file consists of lines, or of rows of a sheet, so that choosing how to read it may help."""
    try:
        return is_text(content, file_name) or bool(lines_of(content, file_name, DETECT))
    except RegistryError:
        return False


def tables_in(content: bytes, file_name: str) -> tuple[OfferedTable, ...]:
    """The tables or sheets that a file offers, whether or not one of them can be read; () where it is one table, and
    for text, where tables are found as they are read."""
    if is_text(content, file_name):
        return ()
    try:
        return open_file(content, file_name, DETECT).offered
    except RegistryError:
        return ()


def is_text(content: bytes, file_name: str) -> bool:
    """Whether a file could be text in some encoding, so that choosing how to read it may help."""
    if not _is_lines(content, file_name):
        return False
    try:
        decode(content[:LONGEST], file_name, ANY_BYTE)
    except UnreadableFileError:
        return False
    return True


def _is_lines(content: bytes, file_name: str) -> bool:
    """Whether a file is read as lines of text, unpacked as it is."""
    return not (is_gzip(content) or is_zip(content)) and format_of(content, file_name) is DELIMITED


def _beginning(content: bytes, file_name: str) -> bytes:
    """Whole lines of a long text file; other formats are read whole."""
    if len(content) <= LONGEST or not _is_lines(content, file_name):
        return content
    end = content.rfind(b"\n", 0, LONGEST) + 1 or LONGEST
    return content[: end - end % 2]  # characters of two bytes stay whole, and of a line only its end can go
