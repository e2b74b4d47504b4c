"""Bytes to text: binary files are refused, byte order marks honoured, encodings judged by what they would say."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import charset_normalizer
import numpy as np
import numpy.typing as npt

from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import Sentence, first_lines, sentence
from registry.text.code_pages import best_page
from registry.text.encoding_evidence import JUDGED, plausibility
from registry.text.mojibake import TWICE, garbled_entries, may_be_garbled, repair_mojibake
from registry.watching import reached

SAVE_AS_UTF8 = sentence("do.save_as_utf8")
MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; UTF-32 before UTF-16, whose mark is its beginning."""
MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"BZh", "bzip2", "unpack_csv"),
    (b"7z\xbc\xaf", "seven_zip", "unpack_csv"),
    (b"Rar!", "rar", "unpack_csv"),
    (b"%PDF", "pdf", "export_behind"),
    (b"\x89PNG", "picture", "upload_behind"),
    (b"\xff\xd8\xff", "picture", "upload_behind"),
    (b"GIF8", "picture", "upload_behind"),
    (b"\xd0\xcf\x11\xe0", "word", "save_its_table"),
    (b"{\\rtf", "rtf", "save_the_table"),
)
"""First bytes of files that are no text: what phrases call them, and what to do."""
NOT_A_TABLE: tuple[tuple[re.Pattern[str], str], ...] = ((re.compile(r"\s*<(!doctype|html|\?xml)", re.I), "web"),)
NAMED = frozenset({
    "utf-8", "cp932", "euc_jp", "gb18030", "big5", "euc_kr", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255",
    "cp1256", "cp1257", "cp874", "cp850", "cp437", "cp852", "cp866", "koi8_r", "mac_roman",
})  # fmt: skip
"""Encodings that phrases have a name for."""
CONTROL_BYTES = bytes((*range(0x09), *range(0x0E, 0x20)))
FIRST_BLANK, ABOVE_BLANKS, BLANK = (np.uint8(byte) for byte in (0x09, 0x0E, 0x20))
"""Control characters lie below the first one, or from the second on below the third."""
SEPARATORS = (b"\x01", b"\x1e", b"\x1f")
"""Control characters that separate cells, where more of them stand in a text than it has lines."""
CONTROL_SHARE = 0.01
NOT_IN_ENCODING = 0.001
"""Share of signs that cannot be read, from which on a text is not in its encoding."""
MOST_PADDING = 0.25
"""Share of zero bytes that loggers leave in a text file; in more it is no text."""
FEW_ENDS = 1
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\ud800-\udfff]")
HALF_CHARACTER = re.compile(rb"\xed[\xa0-\xbf]")
"""How UTF-8 would write half of a character of UTF-16, which no text can hold."""
LINE_ENDS = re.compile(rb"[\r\n]+")
REPLACEMENT = "\ufffd".encode()
BLOCK = 1_000_000
"""Bytes that are looked at at once, so that no copy of a large file is made for it."""
BEGINNING = 20_000
AMOUNT_BEHIND = re.compile(
    r"(?<![^\s\",;|])(?P<minus>[-(△▲]?)\\(?=\d{1,3}(?:,\d{3})+(?![\d,])|\d+(?:\.\d{1,2})?(?![\w\\.:]))"
)
"""A backslash at the beginning of a cell, with an amount behind."""
KANA, HANGUL = re.compile("[\u3041-\u30fa]"), re.compile("[\uac00-\ud7a3]")
SAMPLE_LINES = 2000
LIKELY_ONE_BYTE = 0.75
SURELY_ONE_BYTE = 0.85
"""A text that makes sense in letters of one byte is one, even where a pair of bytes makes a rare character of Asia."""


@dataclass(frozen=True)
class DecodedText:
    """The text of a file in UTF-8, with line ends as \\n, without byte order mark and control characters."""

    written: bytes
    encoding: str
    entries: tuple[ReceiptEntry, ...]

    @cached_property
    def text(self) -> str:
        """The same as a string: a second copy, which large files are read without."""
        return self.written.decode()


def decode(content: bytes, file_name: str, encoding: str | None = None) -> DecodedText:
    """The text of an uploaded file; `encoding` is the person's choice, None to detect.

    Raises UnreadableFileError for an empty or binary file and for bytes that no known encoding explains.
    """
    if not content or content.isspace():
        raise UnreadableFileError(sentence("refused.empty", file=file_name), sentence("do.upload_csv"))
    _refuse_binary(content, file_name)
    reached("characters", 0, 3)
    bare, marked = _without_mark(content)
    wide = marked or _wide_without_mark(bare)
    zeros = bare.count(0)
    controls = _count_controls(bare) - (zeros if zeros < len(bare) * MOST_PADDING else 0)
    most = max(3, len(bare) * CONTROL_SHARE)
    if not wide and not encoding and controls > most and controls - sum(map(bare.count, _separators(bare))) > most:
        raise UnreadableFileError(sentence("refused.no_text", file=file_name), SAVE_AS_UTF8)
    again = encoding == TWICE
    found = "utf-8" if again else encoding or wide or _judge(bare)
    if found is None:
        raise UnreadableFileError(sentence("refused.no_encoding", file=file_name), SAVE_AS_UTF8)
    reached("characters", 1, 3)
    written, broken = _as_utf8(bare, found, file_name)
    reached("characters", 2, 3)
    entries = encoding_entries(found, chosen=bool(encoding), broken=broken)
    if again:
        written = repair_mojibake(written.decode()).encode()
        entries.append(ReceiptEntry("converted", sentence("text.mended")))
    if b"\\" in written:
        written = _with_currency_signs(written, found, entries)
    return _clean(written, found, file_name, entries)


def _separators(content: bytes) -> list[bytes]:
    """The control characters that separate cells."""
    lines_at_least = max(1, content.count(b"\n"))
    return [sign for sign in SEPARATORS if content.count(sign) > lines_at_least]


def _with_currency_signs(written: bytes, encoding: str, entries: list[ReceiptEntry]) -> bytes:
    """The text with the sign of a currency where a backslash stands for it, which the entries tell."""
    text = written.decode(errors="surrogatepass")
    sign = _backslash_sign(text, encoding)
    if not sign:
        return written
    text, count = AMOUNT_BEHIND.subn(rf"\g<minus>{sign}", text)
    entries.append(ReceiptEntry("converted", sentence("text.backslash", sign=sign, count=count)))
    return text.encode(errors="surrogatepass")


def _backslash_sign(text: str, encoding: str) -> str:
    """The sign of a currency that a text has a backslash for: in Japan and Korea they share one byte. "" elsewhere."""
    if AMOUNT_BEHIND.search(text) is None:
        return ""
    if encoding in ("cp932", "euc_jp") or KANA.search(text):
        return "¥"
    return "₩" if encoding == "euc_kr" or HANGUL.search(text) else ""


def _refuse_binary(content: bytes, file_name: str) -> None:
    for magic, what, remedy in MAGIC:
        if content.startswith(magic):
            raise UnreadableFileError(_not_csv(file_name, what), sentence(f"do.{remedy}"))


def _not_csv(file_name: str, what: str) -> Sentence:
    return sentence("refused.not_csv", file=file_name, what=sentence(f"kind_of_file.{what}"))


def _without_mark(content: bytes) -> tuple[bytes, str | None]:
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return content[len(mark) :], encoding
    return content, None


def _wide_without_mark(content: bytes) -> str | None:
    """UTF-16 that comes without a mark shows as a NUL in every second byte."""
    head = content[:4000]
    if len(head) < 4 or head.count(0) < len(head) * 0.3:
        return None
    return "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"


def _blocks(content: bytes) -> Iterator[npt.NDArray[np.uint8]]:
    every = np.frombuffer(content, dtype=np.uint8)
    return (every[start : start + BLOCK] for start in range(0, len(every), BLOCK))


def _count_controls(content: bytes) -> int:
    """How many bytes are control characters; line ends, tabs and form feeds are none."""
    return sum(
        int(np.count_nonzero((block < FIRST_BLANK) | (block - ABOVE_BLANKS < BLANK - ABOVE_BLANKS)))
        for block in _blocks(content)
    )


def _is_utf8(content: bytes) -> bool:
    if content.isascii():
        return True
    reader = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content), BLOCK):
            reader.decode(content[start : start + BLOCK])
        reader.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _judge(content: bytes) -> str | None:
    """The encoding that explains the bytes best, or None."""
    if _is_utf8(content):
        return "utf-8"
    sample = b"\n".join(islice(_lines_beyond_ascii(content), SAMPLE_LINES))
    if _mostly_utf8(sample):
        return "utf-8"
    page, score = best_page(sample)
    if score >= SURELY_ONE_BYTE:
        return page
    scores = {encoding: plausibility(sample, encoding) for encoding in JUDGED}
    best = max(scores, key=lambda encoding: scores[encoding])
    if score > max(scores[best], LIKELY_ONE_BYTE):
        return page
    if scores[best] >= 0.8:
        return best
    guess = charset_normalizer.from_bytes(sample).best()
    return guess.encoding if guess is not None and guess.percent_chaos < 10 and guess.coherence > 0 else None


def _lines_beyond_ascii(content: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(content):
        end = content.find(b"\n", start + BLOCK) + 1 or len(content)
        block = content[start:end]
        if not block.isascii():
            yield from (line for line in LINE_ENDS.split(block) if not line.isascii())
        start = end


def _mostly_utf8(sample: bytes) -> bool:
    """A UTF-8 file with a few broken bytes: at least fifty times as many whole characters."""
    text = sample.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(1 for character in text if character > "\x7f") - broken
    return whole >= 50 * broken


def _as_utf8(content: bytes, encoding: str, file_name: str) -> tuple[bytes, bool]:
    """The text in UTF-8, and whether some bytes had to be replaced."""
    if encoding == "utf-8" and _is_utf8(content):
        return content, False
    text, broken = _decode(content, encoding, file_name)
    return text.encode(errors="surrogatepass"), broken


def _decode(content: bytes, encoding: str, file_name: str) -> tuple[str, bool]:
    """The text, and whether some bytes had to be replaced."""
    try:
        return content.decode(encoding), False
    except UnicodeDecodeError:
        text = content.decode(encoding, errors="replace")
    except (LookupError, AttributeError, TypeError, ValueError):
        said = sentence("refused.unknown_encoding", encoding=repr(encoding))
        raise UnreadableFileError(said, sentence("do.choose_another")) from None
    if text.count("\ufffd") > max(1, len(text) * NOT_IN_ENCODING):
        raise UnreadableFileError(sentence("refused.not_in_encoding", file=file_name, encoding=encoding), SAVE_AS_UTF8)
    return text, True


def encoding_entries(encoding: str, *, chosen: bool = False, broken: bool = False) -> list[ReceiptEntry]:
    """What the receipt says of an encoding."""
    entries = []
    if encoding != "utf-8":
        name = sentence(f"encoding.{encoding}") if encoding in NAMED else encoding.upper()
        told = sentence("text.encoding_chosen" if chosen else "text.encoding_judged", name=name)
        entries.append(ReceiptEntry("assumed", told))
    if broken:
        entries.append(ReceiptEntry("warning", sentence("text.invalid")))
    return entries


def _clean(written: bytes, encoding: str, file_name: str, entries: list[ReceiptEntry]) -> DecodedText:
    beginning = written[:BEGINNING].decode(errors="ignore")
    for pattern, what in NOT_A_TABLE:
        if pattern.match(beginning):
            raise UnreadableFileError(_not_csv(file_name, what), sentence("do.export_csv"))
    returns = written.count(b"\r")
    pairs = written.count(b"\r\n") if returns else 0
    ends = (pairs, written.count(b"\n") + returns - 2 * pairs)
    if min(ends) > max(FEW_ENDS, sum(ends) * CONTROL_SHARE):
        entries.append(ReceiptEntry("assumed", sentence("text.line_ends")))
    written = written.removeprefix(codecs.BOM_UTF8)
    if returns:
        written = written.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    reached("characters", 2, 3)
    is_ascii = written.isascii()
    if _count_controls(written) or not (is_ascii or HALF_CHARACTER.search(written) is None):
        written = _without_controls(written, file_name, entries)
    broken = [] if is_ascii else _lines_with(REPLACEMENT, written)
    entries = [
        replace(entry, count=len(broken), lines=first_lines(broken)) if entry.action == "warning" else entry
        for entry in entries
    ]
    if not (written[:BEGINNING].decode(errors="ignore").strip() or written.decode().strip()):
        raise UnreadableFileError(sentence("refused.empty", file=file_name), sentence("do.upload_csv"))
    reached("characters", 2, 3)
    if encoding == "utf-8" and not is_ascii and may_be_garbled(written):
        entries.extend(garbled_entries(written.decode()))
    return DecodedText(written, encoding, tuple(entries))


def _without_controls(written: bytes, file_name: str, entries: list[ReceiptEntry]) -> bytes:
    """The text without control characters, but for those that separate cells; the entries tell it. UnreadableFileError
    where there are many.
    """
    text = written.decode(errors="surrogatepass")
    kept = {*map(bytes.decode, _separators(written))}
    hits = [sign for sign in CONTROL.findall(text) if sign not in kept]
    zeros = hits.count("\0")
    if len(hits) - zeros > max(3, len(text) * CONTROL_SHARE):
        raise UnreadableFileError(sentence("refused.no_text", file=file_name), SAVE_AS_UTF8)
    if not hits:
        return written
    lines = [number for number, line in enumerate(text.split("\n"), 1) if set(CONTROL.findall(line)) - kept]
    told = sentence("text.controls_with_zeros" if zeros else "text.controls", count=len(hits))
    entries.append(ReceiptEntry("skipped", told, None, len(hits), first_lines(lines)))
    return CONTROL.sub(lambda match: match.group() if match.group() in kept else "", text).encode()


def _lines_with(sign: bytes, written: bytes) -> list[int]:
    """The numbers of the lines that hold a sign."""
    if sign not in written:
        return []
    return [number for number, line in enumerate(written.split(b"\n"), 1) if sign in line]
