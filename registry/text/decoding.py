"""Bytes to text: binary files are refused, byte order marks honoured, encodings judged by what they would say."""

import codecs
import re
from dataclasses import dataclass, replace

import charset_normalizer

from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import Sentence, first_lines, sentence
from registry.text.code_pages import best_page
from registry.text.encoding_evidence import JUDGED, plausibility
from registry.text.mojibake import TWICE, garbled_entries, repair_mojibake
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
CONTROL_SHARE = 0.01
NOT_IN_ENCODING = 0.001
"""Share of signs that cannot be read, from which on a text is not in its encoding."""
MOST_PADDING = 0.25
"""Share of zero bytes that loggers leave in a text file; in more it is no text."""
FEW_ENDS = 1
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\ud800-\udfff]")
SAMPLE_LINES = 2000
LIKELY_ONE_BYTE = 0.75
SURELY_ONE_BYTE = 0.85
"""A text that makes sense in letters of one byte is one, even where a pair of bytes makes a rare character of Asia."""


@dataclass(frozen=True)
class DecodedText:
    """The text of a file, with line ends as \\n, without byte order mark and control characters."""

    text: str
    encoding: str
    entries: tuple[ReceiptEntry, ...]


def decode(content: bytes, file_name: str, encoding: str | None = None) -> DecodedText:
    """The text of an uploaded file; `encoding` is the person's choice, None to detect.

    Raises UnreadableFileError for an empty or binary file and for bytes that no known encoding explains.
    """
    if not content.strip():
        raise UnreadableFileError(sentence("refused.empty", file=file_name), sentence("do.upload_csv"))
    _refuse_binary(content, file_name)
    reached("characters", 0, 3)
    bare, marked = _without_mark(content)
    wide = marked or _wide_without_mark(bare)
    padding = bare.count(0) if not wide and bare.count(0) < len(bare) * MOST_PADDING else 0
    controls = len(bare) - len(bare.translate(None, CONTROL_BYTES)) - padding
    if not wide and not encoding and controls > max(3, len(bare) * CONTROL_SHARE):
        raise UnreadableFileError(sentence("refused.no_text", file=file_name), SAVE_AS_UTF8)
    again = encoding == TWICE
    found = "utf-8" if again else encoding or wide or _judge(bare)
    if found is None:
        raise UnreadableFileError(sentence("refused.no_encoding", file=file_name), SAVE_AS_UTF8)
    reached("characters", 1, 3)
    text, broken = _decode(bare, found, file_name)
    reached("characters", 2, 3)
    entries = encoding_entries(found, chosen=bool(encoding), broken=broken)
    if again:
        text = repair_mojibake(text)
        entries.append(ReceiptEntry("converted", sentence("text.mended")))
    return _clean(text, found, file_name, entries)


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


def _may_hold_control(text: str) -> bool:
    """Whether there are control characters, or halves of one that no text can hold."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        return True
    return len(written.translate(None, CONTROL_BYTES)) < len(written)


def _judge(content: bytes) -> str | None:
    """The encoding that explains the bytes best, or None."""
    try:
        content.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    lines = [line for line in re.split(rb"[\r\n]+", content) if not line.isascii()][:SAMPLE_LINES]
    sample = b"\n".join(lines)
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


def _mostly_utf8(sample: bytes) -> bool:
    """A UTF-8 file with a few broken bytes: at least fifty times as many whole characters."""
    text = sample.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(1 for character in text if character > "\x7f") - broken
    return whole >= 50 * broken


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


def _clean(text: str, encoding: str, file_name: str, entries: list[ReceiptEntry]) -> DecodedText:
    for pattern, what in NOT_A_TABLE:
        if pattern.match(text):
            raise UnreadableFileError(_not_csv(file_name, what), sentence("do.export_csv"))
    pairs = text.count("\r\n")
    ends = (pairs, text.count("\n") + text.count("\r") - 2 * pairs)
    if min(ends) > max(FEW_ENDS, sum(ends) * CONTROL_SHARE):
        entries.append(ReceiptEntry("assumed", sentence("text.line_ends")))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reached("characters", 2, 3)
    hits = CONTROL.findall(text) if _may_hold_control(text) else []
    zeros = hits.count("\0")
    if len(hits) - zeros > max(3, len(text) * CONTROL_SHARE):
        raise UnreadableFileError(sentence("refused.no_text", file=file_name), SAVE_AS_UTF8)
    if hits:
        lines = [number for number, line in enumerate(text.split("\n"), 1) if CONTROL.search(line)]
        text = CONTROL.sub("", text)
        told = sentence("text.controls_with_zeros" if zeros else "text.controls", count=len(hits))
        entries.append(ReceiptEntry("skipped", told, None, len(hits), first_lines(lines)))
    broken = [number for number, line in enumerate(text.split("\n"), 1) if "\ufffd" in line] if "\ufffd" in text else []
    entries = [
        replace(entry, count=len(broken), lines=first_lines(broken)) if entry.action == "warning" else entry
        for entry in entries
    ]
    if not text.strip():
        raise UnreadableFileError(sentence("refused.empty", file=file_name), sentence("do.upload_csv"))
    reached("characters", 2, 3)
    if encoding == "utf-8":
        entries.extend(garbled_entries(text))
    return DecodedText(text, encoding, tuple(entries))
