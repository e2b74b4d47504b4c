"""Text from data, people and models, made safe for Markdown, HTML and spreadsheets. What is text stays text."""

import html
import re

from agent.state import Cell

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BLANKS = re.compile(r"[\s\u2028\u2029]+")
_MARKS = re.compile(r"[\\`*\[\]<>$~|&{}]")
_LONE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_LINE_START = re.compile(r"^(\s*)([#+\-=:]|\d+(?=[.)](?:\s|$)))")
_BANG = re.compile(r"!(?=\\\[)")
# A colon before these begins a directive (:red[..]), an emoji (:smile:, :100:) or a web address.
_COLON = re.compile(r":(?=[/A-Za-z+_-]|100:|1234:)")
_WWW = re.compile(r"(www)(?=\.)", re.IGNORECASE)
_AT = re.compile(r"@(?=\w)")
WORD_JOINER = "\u2060"
"""Has no width. It keeps renderers from making links of addresses: a backslash does not stop those."""
_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")


def one_line(text: str) -> str:
    """The text without control characters and lone surrogates, on one line."""
    return _BLANKS.sub(" ", _UNSEEN.sub("\ufffd", text)).strip()


def clean(text: str) -> str:
    """The text with a replacement character for control characters and lone surrogates; lines are kept."""
    return _UNSEEN.sub("\ufffd", text)


def escape_markdown(text: str, *, line_start: bool = True) -> str:
    """One line of Markdown that shows the text as it stands, whatever it holds.

    No link, image, HTML, entity, emphasis, code, mathematics, directive, footnote, table, heading or list comes of
    it, in CommonMark, GitHub's flavour and Streamlit's. `line_start`: the text opens a paragraph or list item.
    Outer blanks are kept as one blank, so that pieces can be put together.
    """
    line = _BLANKS.sub(" ", _UNSEEN.sub("\ufffd", text))
    line = _COLON.sub(f":{WORD_JOINER}", line)
    line = _WWW.sub(rf"\1{WORD_JOINER}", line)
    line = _AT.sub(f"@{WORD_JOINER}", line)
    line = _MARKS.sub(lambda mark: f"\\{mark.group()}", line)
    line = _BANG.sub(r"\\!", line)
    line = _LONE_UNDERSCORE.sub(r"\\_", line)
    return _LINE_START.sub(_guard, line, count=1) if line_start else line


def _guard(start: re.Match[str]) -> str:
    # "1." opens a list: the backslash goes before the point, because a digit cannot be escaped
    number = start.group(2)
    return f"{number}\\" if number.isdecimal() else f"\\{number}"


def escape_html(text: str) -> str:
    """Text for an HTML element or a quoted attribute."""
    return html.escape(clean(text), quote=True)


def starts_a_formula(text: str) -> bool:
    """Whether a spreadsheet would compute the text instead of showing it."""
    return text.startswith(_FORMULA_STARTS)


def spreadsheet_cell(cell: Cell) -> str | int | float | None:
    """A cell for CSV: numbers stay numbers; text that a spreadsheet would compute gets an apostrophe in front.

    Source: OWASP, CSV injection.
    """
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return cell
    text = _UNSEEN.sub("\ufffd", cell)
    return f"'{text}" if starts_a_formula(text) else text
