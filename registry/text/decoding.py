"""Bytes to text: binary files are refused, byte order marks honoured, encodings judged by what they would say."""

import codecs
import re
from dataclasses import dataclass

import charset_normalizer

from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, were
from registry.text.code_pages import best_page
from registry.text.encoding_evidence import JUDGED, plausibility
from registry.text.mojibake import TWICE, garbled_entries, repair_mojibake

SAVE_AS_UTF8 = "Save the table as CSV in UTF-8 (in Excel: Save As, “CSV UTF-8”) and upload that file."
MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; UTF-32 before UTF-16, whose mark is its beginning."""
MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"BZh", "a bzip2 archive", "Unpack it and upload the CSV file inside."),
    (b"7z\xbc\xaf", "a 7-Zip archive", "Unpack it and upload the CSV file inside."),
    (b"Rar!", "a RAR archive", "Unpack it and upload the CSV file inside."),
    (b"%PDF", "a PDF document", "Export the table behind it as CSV and upload that file."),
    (b"\x89PNG", "a picture", "Upload the table behind it as a CSV file."),
    (b"\xff\xd8\xff", "a picture", "Upload the table behind it as a CSV file."),
    (b"GIF8", "a picture", "Upload the table behind it as a CSV file."),
    (b"\xd0\xcf\x11\xe0", "an old Word file", "Save its table as CSV and upload that file."),
    (b"{\\rtf", "a formatted text document", "Save the table as CSV and upload that file."),
)
"""First bytes of files that are no text: what they are, and what to do."""
NOT_A_TABLE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s*<(!doctype|html|\?xml)", re.I), "a web page or an XML file"),
)
NAMES = {
    "utf-8": "UTF-8",
    "cp932": "Shift-JIS (cp932)",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030 (Chinese, also called GBK)",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp1252": "Western European (Windows-1252)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1255": "Hebrew (Windows-1255)",
    "cp1256": "Arabic (Windows-1256)",
    "cp1257": "Baltic (Windows-1257)",
    "cp874": "Thai (Windows-874, TIS-620)",
    "cp850": "Western European of DOS (cp850)",
    "cp437": "DOS (cp437)",
    "cp852": "Central European of DOS (cp852)",
    "cp866": "Cyrillic of DOS (cp866)",
    "koi8_r": "Cyrillic (KOI8-R)",
    "mac_roman": "Western European of the Macintosh (Mac Roman)",
}
CONTROL_BYTES = bytes((*range(0x09), *range(0x0E, 0x20)))
CONTROL_SHARE = 0.01
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
        raise UnreadableFileError(
            f"{file_name} is empty.", "Upload a CSV file with a header line and at least one row."
        )
    _refuse_binary(content, file_name)
    bare, marked = _without_mark(content)
    wide = marked or _wide_without_mark(bare)
    padding = bare.count(0) if not wide and bare.count(0) < len(bare) * MOST_PADDING else 0
    controls = len(bare) - len(bare.translate(None, CONTROL_BYTES)) - padding
    if not wide and not encoding and controls > max(3, len(bare) * CONTROL_SHARE):
        raise UnreadableFileError(f"{file_name} is no text file, so it cannot be a CSV file.", SAVE_AS_UTF8)
    again = encoding == TWICE
    found = "utf-8" if again else encoding or wide or _judge(bare)
    if found is None:
        raise UnreadableFileError(f"The characters of {file_name} cannot be read in any known encoding.", SAVE_AS_UTF8)
    text, broken = _decode(bare, found, file_name)
    entries = _encoding_entries(found, bool(encoding), broken)
    if again:
        text = repair_mojibake(text)
        entries.append(
            ReceiptEntry("converted", "Garbled letters were mended by reading them as UTF-8 twice, as you chose.")
        )
    return _clean(text, found, file_name, entries)


def _refuse_binary(content: bytes, file_name: str) -> None:
    for magic, what, remedy in MAGIC:
        if content.startswith(magic):
            raise UnreadableFileError(f"{file_name} is {what}, not a CSV file.", remedy)


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
        raise UnreadableFileError(f"There is no text encoding {encoding!r}.", "Choose another one.") from None
    if text.count("\ufffd") > max(1, len(text) * 0.001):
        raise UnreadableFileError(f"The characters of {file_name} cannot be read as {encoding}.", SAVE_AS_UTF8)
    return text, True


def _encoding_entries(encoding: str, chosen: bool, broken: bool) -> list[ReceiptEntry]:
    entries = []
    if encoding != "utf-8":
        how = "as you chose" if chosen else "judged by its characters"
        name = NAMES.get(encoding, encoding.upper())
        entries.append(ReceiptEntry("assumed", f"The text encoding was taken to be {name}, {how}."))
    if broken:
        entries.append(
            ReceiptEntry("warning", "Some bytes are no valid characters in this encoding; they show as “\ufffd”.")
        )
    return entries


def _clean(text: str, encoding: str, file_name: str, entries: list[ReceiptEntry]) -> DecodedText:
    for pattern, what in NOT_A_TABLE:
        if pattern.match(text):
            raise UnreadableFileError(f"{file_name} is {what}, not a CSV file.", "Export the table as CSV.")
    pairs = text.count("\r\n")
    ends = (pairs, text.count("\n") + text.count("\r") - 2 * pairs)
    if min(ends) > max(FEW_ENDS, sum(ends) * CONTROL_SHARE):
        entries.append(ReceiptEntry("assumed", "The file mixes line ends (of Windows and others); each ends a line."))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    hits = CONTROL.findall(text) if _may_hold_control(text) else []
    zeros = hits.count("\0")
    if len(hits) - zeros > max(3, len(text) * CONTROL_SHARE):
        raise UnreadableFileError(f"{file_name} is no text file, so it cannot be a CSV file.", SAVE_AS_UTF8)
    if hits:
        lines = [number for number, line in enumerate(text.split("\n"), 1) if CONTROL.search(line)]
        text = CONTROL.sub("", text)
        what = " (NUL, zero bytes)" if zeros else ""
        sentence = f"{counted(len(hits), 'control character')} that cannot be shown{what} {were(len(hits))} removed."
        entries.append(ReceiptEntry("skipped", sentence, None, len(hits), first_lines(lines)))
    broken = [number for number, line in enumerate(text.split("\n"), 1) if "\ufffd" in line] if "\ufffd" in text else []
    entries = [
        ReceiptEntry(entry.action, entry.text, None, len(broken), first_lines(broken))
        if entry.action == "warning"
        else entry
        for entry in entries
    ]
    if not text.strip():
        raise UnreadableFileError(
            f"{file_name} is empty.", "Upload a CSV file with a header line and at least one row."
        )
    if encoding == "utf-8":
        entries.extend(garbled_entries(text))
    return DecodedText(text, encoding, tuple(entries))
