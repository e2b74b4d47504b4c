"""Text from a child, made harmless: no control characters, no markup that a browser knows, no address."""

import re
from collections.abc import Callable

_TERMINAL = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[\[(][0-?]*[ -/]*[@-~]?|\x1b.?", re.DOTALL)
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
"""Controls, and what has no shape of its own (Unicode category Cf). The joiners U+200C and U+200D stay: Persian and
emoji are written with them."""
_ELEMENTS = (
    "a|abbr|address|animate|applet|area|article|aside|audio|b|base|bdo|big|blink|blockquote|body|br|button|canvas|"
    "center|circle|cite|code|col|dd|details|dialog|div|dl|dt|em|embed|feimage|fieldset|figure|font|footer|"
    "foreignobject|form|frame|frameset|g|h[1-6]|head|header|hr|html|i|iframe|image|img|input|ins|isindex|keygen|label|"
    "li|line|link|listing|main|map|mark|marquee|math|menu|meta|meter|nav|noscript|object|ol|option|p|param|path|"
    "picture|plaintext|portal|pre|progress|q|rect|s|samp|script|section|select|set|slot|small|source|span|strike|"
    "strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|tt|u|ul|use|var|"
    "video|wbr|xml|xmp|xss"
)
_TAG = re.compile(
    rf"<[/!?]?(?:{_ELEMENTS})(?![\w-])[^<>]*>"
    r"|<(?:script|img|image|iframe|svg|object|embed|link|meta|style|video|audio|form|input|base|body)\b[^<>]*"
    r"|<(?:!--|!doctype|\?)[^<>]*>?|<\w+[\s/][^<>]*\bon\w+\s*=[^<>]*>?",
    re.IGNORECASE,
)
_MOST_PASSES = 20  # markup nested into markup beyond this is no mistake
_NOTHING_TO_BUILD_ON = str.maketrans("", "", "<>/\\")
_ADDRESS = re.compile(
    r"(?<![\w/])//[^\s/<>\"'()\[\]{}\\][^\s<>\"'()\[\]{}]*"
    r"|\b[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'()\[\]{}]*"
    r"|\b(?:(?:javascript|vbscript|mailto|blob):[^\s<>\"'()\[\]{}]|data:\w+/|file:/)[^\s<>\"'()\[\]{}]*"
    r"|\bwww\.[^\s<>\"'()\[\]{}]+",
    re.IGNORECASE,
)
_TEX_LINK = re.compile(r"\\(?:href|url|html\w*|includegraphics|require|unicode|cssId|class|style)\b\s*", re.IGNORECASE)
_MAY_ACT = re.compile(r"[<\\/:]|www", re.IGNORECASE)
"""Without one of these a text holds no tag, no address and no TeX command."""
LINK_REMOVED = "[link removed]"


def whole_characters(text: str) -> str:
    """The text without lone surrogates, which no encoder takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def without_controls(text: str) -> str:
    """The text without terminal sequences, control and invisible characters; line ends are \\n, tabs stay."""
    plain = _TERMINAL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _CONTROL.sub("", plain)


def without_addresses(text: str) -> str:
    """The text with every address and every TeX command that makes a link replaced."""
    return _TEX_LINK.sub("", _ADDRESS.sub(LINK_REMOVED, text))


def plain_text(text: str) -> str:
    """The text as it may be shown, still as text and never as markup: tags that a browser knows are taken out."""
    if text.isprintable() and not _MAY_ACT.search(text):
        return text
    return until_stable(lambda given: without_addresses(_TAG.sub("", given)), without_controls(whole_characters(text)))


def until_stable(clean: Callable[[str], str], text: str) -> str:
    """Cleans again and again, as what is left when one thing is taken out may make another; if that does not end
    soon, the text loses every "<" and "/"."""
    for _ in range(_MOST_PASSES):
        shorter = clean(text)
        if shorter == text:
            return text
        text = shorter
    return clean(text.translate(_NOTHING_TO_BUILD_ON))


def cell_text(text: str) -> str:
    """The text of one cell. It is data and stays as it is, apart from what no encoder or screen takes."""
    return text if text.isprintable() else without_controls(whole_characters(text))
