"""A text file read from disk in pieces of whole lines, in UTF-8 whatever it is written in, with line ends as \\n."""

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path

from registry.by_path.places import Place
from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, sentence
from registry.text.decoding import CONTROL_BYTES, MARKS, NOT_IN_ENCODING, SAVE_AS_UTF8, decode
from registry.text.dialect import FIELD_LIMIT
from registry.text.mojibake import TWICE

BEGINNING = 2_000_000
"""Bytes that the rules of reading look at; a multiple of the bytes of any sign."""
PIECE = 24_000_000
TAIL = FIELD_LIMIT
"""Bytes of a piece in which a quote that is not closed may be closed in the next piece."""
MOST_SAMPLED = 1_000_000
REPLACED = "\ufffd".encode()
SPARE = b"\r"


class NotUtf8Error(Exception):
    """A file that began as UTF-8 is none further down."""


@dataclass
class Decoding:
    """How the bytes of a file become text, and what was met on the way. `is_sure`: bytes that do not fit are replaced,
    for the encoding was judged by all that is odd in the file; else NotUtf8Error tells of them."""

    encoding: str
    is_sure: bool = True
    controls: int = 0
    control_lines: list[int] = field(default_factory=list)
    broken: int = 0
    broken_lines: list[int] = field(default_factory=list)

    def entries(self) -> Iterator[ReceiptEntry]:
        """What the receipt says of signs that are none, beside what the rules say of the encoding."""
        if self.controls:
            told = sentence("text.controls", count=self.controls)
            yield ReceiptEntry("skipped", told, None, self.controls, first_lines(self.control_lines))
        if self.broken:
            told = sentence("text.invalid")
            yield ReceiptEntry("warning", told, None, len(self.broken_lines), first_lines(self.broken_lines))


@dataclass(frozen=True)
class Piece:
    """Whole lines, from the line `first` of the file on; `end` is the byte of the file up to which was read."""

    first: int
    content: bytes
    end: int
    is_last: bool


def text_beginning(place: Place) -> bytes:
    """The first whole lines, as many as the rules of reading look at. UnreadableFileError where there are none."""
    with place.root.open("rb") as file:
        content = file.read(BEGINNING)
    if not content:
        raise UnreadableFileError(sentence("refused.empty", file=place.name), sentence("do.upload_rows"))
    if place.size <= BEGINNING or b"\0" in content[:4_000]:  # of two bytes a sign, a line end is no byte of its own
        return content
    cut = max(content.rfind(b"\n"), content.rfind(b"\r", 0, -1)) + 1
    return content[:cut] or content


def judged_encoding(place: Place, beginning: bytes) -> str:
    """The encoding of a file whose beginning may be UTF-8 and which is none further down."""
    sample = bytearray()
    with place.root.open("rb") as file:
        while len(sample) < MOST_SAMPLED and (block := file.read(PIECE)):
            block += file.readline()
            if not block.isascii():
                sample += b"".join(line for line in block.splitlines(keepends=True) if not line.isascii())
    return decode(beginning + bytes(sample[:MOST_SAMPLED]), place.name).encoding


def pieces(path: Path, name: str, decoding: Decoding) -> Iterator[Piece]:
    """The text in pieces. UnreadableFileError where too much of it does not fit its encoding; NotUtf8Error as
    `Decoding` says."""
    size = path.stat().st_size
    first, rest = 1, b""
    with path.open("rb") as file:
        for content, end in _utf8(file, decoding):
            whole = rest + content
            cut = len(whole) if end >= size else whole.rfind(b"\n") + 1
            lines, rest = _checked(whole[:cut], name, first, decoding), whole[cut:]
            yield Piece(first, lines, end, end >= size)
            first += lines.count(b"\n")


def _utf8(file: BufferedReader, decoding: Decoding) -> Iterator[tuple[bytes, int]]:
    """The text block by block in UTF-8, with line ends as \\n, and the byte up to which the file was read."""
    ours = decoding.encoding in ("utf-8", "ascii", TWICE)
    decoder = None if ours else codecs.getincrementaldecoder(decoding.encoding)("replace")
    held = b""
    _skip_mark(file)
    while block := file.read(PIECE):
        following = file.peek(1)[:1]
        text = block if decoder is None else decoder.decode(block, final=not following).encode("utf-8", "replace")
        text = held + text
        held = text[-1:] if text.endswith(SPARE) and following else b""
        text = text[: len(text) - len(held)]
        if SPARE in text:
            text = text.replace(b"\r\n", b"\n").replace(SPARE, b"\n")
        yield text, file.tell()


def _skip_mark(file: BufferedReader) -> None:
    start = file.read(4)
    mark = next((mark for mark, _ in MARKS if start.startswith(mark)), b"")
    file.seek(len(mark))


def _checked(lines: bytes, name: str, first: int, decoding: Decoding) -> bytes:
    """The lines without control characters and bytes that are no text; both are noted."""
    plain = lines.translate(None, CONTROL_BYTES)
    if len(plain) < len(lines):
        decoding.controls += len(lines) - len(plain)
        decoding.control_lines += _numbers(lines, first, _holds_control)
        lines = plain
    if decoding.encoding == "utf-8" and not lines.isascii():
        try:
            lines.decode("utf-8")
        except UnicodeDecodeError:
            if not decoding.is_sure:
                raise NotUtf8Error from None
            lines = lines.decode("utf-8", "replace").encode()
    if REPLACED in lines:
        decoding.broken += lines.count(REPLACED)
        decoding.broken_lines += _numbers(lines, first, _holds_replaced)
        if decoding.broken > max(1, len(lines) * NOT_IN_ENCODING):
            said = sentence("refused.not_in_encoding", file=name, encoding=decoding.encoding)
            raise UnreadableFileError(said, SAVE_AS_UTF8)
    return lines


def _numbers(lines: bytes, first: int, is_one: Callable[[bytes], bool]) -> list[int]:
    return [number for number, line in enumerate(lines.split(b"\n"), first) if is_one(line)]


def _holds_control(line: bytes) -> bool:
    return len(line.translate(None, CONTROL_BYTES)) < len(line)


def _holds_replaced(line: bytes) -> bool:
    return REPLACED in line
