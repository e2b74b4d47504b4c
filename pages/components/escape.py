"""Text that comes from data, files or a mind, made safe to show: it is read as characters and as nothing else.

Streamlit's Markdown fetches images, opens links and acts on directives (`:red[...]`), emoji names and bare
addresses. Backslashes stop the first group. The second is looked for after backslashes are gone, so a WORD JOINER
(a character without width) is put between the characters that would be recognised.
"""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

JOINER = "\u2060"
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~$&^=:-])")
_SHORTCODE = re.compile(r":(?=[A-Za-z+/_-][\w+/-]*:)|:(?=\d{3,}:)")
_ADDRESS = re.compile(r"(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=@)(?=\w)", re.IGNORECASE)
_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LINE_BREAKS = re.compile(r"[\r\n\t\u2028\u2029]+")
_ORDERED = re.compile(r"^(\s*\d+)([.)])(?=\s|$)")
_PLOTLY_TAG = re.compile(r"<(?!/?(?:b|i|br|extra)\s*/?>)")
_LINK = re.compile(r"\](?=\()|\](?=:)|\](?=\[)")
_ANGLE_LINK = re.compile(r"<(?=[A-Za-z/])")
_DIRECTIVE = re.compile(r":(?=[A-Za-z][\w-]*[\[{])")


def showable(text: str) -> str:
    """The text without characters that break the page (lone surrogates) or its reading order (bidi overrides): for
    what is no Markdown, as the options of a box."""
    return _UNSHOWABLE.sub("\ufffd", text)


def escape(text: str) -> str:
    """One line of Markdown that shows exactly `text`, line breaks as blanks: no link, image, style or directive."""
    line = _LINE_BREAKS.sub(" ", showable(text)).strip()
    line = _ADDRESS.sub(JOINER, line)
    line = _SHORTCODE.sub(":" + JOINER, line)
    line = _MARKDOWN.sub(r"\\\1", line)
    return _ORDERED.sub(r"\1\\\2", line)


def escape_within(text: str) -> str:
    """As `escape`, for a piece of a line: blanks at its ends are kept."""
    body = text.strip()
    if not body:
        return " " if text else ""
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return f"{before}{escape(body)}{after}"


def without_links(markdown: str) -> str:
    """Markdown of our own making with headings, lists, tables and emphasis kept, and nothing that leads outside:
    links, images, reference definitions, bare addresses, directives and emoji names become plain characters."""
    text = _ADDRESS.sub(JOINER, showable(markdown))
    text = _SHORTCODE.sub(":" + JOINER, text)
    text = _DIRECTIVE.sub(r"\\:", text)
    text = _ANGLE_LINK.sub(r"\\<", text)
    return _LINK.sub("]" + JOINER, text)


def plain_labels(figure: JsonValue) -> JsonValue:
    """A figure (plotly JSON) whose texts hold no markup but line breaks and emphasis: plotly would make links."""
    if isinstance(figure, str):
        return _PLOTLY_TAG.sub("&lt;", showable(figure))
    if isinstance(figure, Mapping):
        return {key: plain_labels(value) for key, value in figure.items()}
    if isinstance(figure, Sequence):
        return [plain_labels(value) for value in figure]
    return figure
