"""Links and marks that other words of the question rule out: counted payments, the verb to report."""

from agent.reasoning.rules.reading.column_names import column_sets, name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
from agent.reasoning.rules.reading.text import Token

_MONEY = frozenset({"amount", "revenue", "price", "fee", "cost"})
_BETWEEN = frozenset({"of", "the", "these", "those", "our", "my", "all", "such"})
_ASKING = frozenset({"do", "does", "did", "who", "that", "to", "have", "has", "they", "we", "people", "i", "you"})
_BAKED = frozenset({"pie", "pies", "donut", "donuts", "doughnut", "doughnuts"})
_DRAWING = ("draw", "plot", "make", "show", "me", "create", "the", "it")
_BEFORE_A_NOUN = frozenset({"a", "an", "the", "short", "brief", "full", "quick", "my", "our", "page", "one", "this"})


def _is_deed(link: ColumnLink, tokens: tuple[Token, ...], words: Lexicon) -> bool:
    """Fines, bills: each row is one, and the column says of how much."""
    token = tokens[link.start]
    return link.end - link.start == 1 and token.text != token.stem and token.stem in words.deeds


def counts_deeds(link: ColumnLink, marks: tuple[Mark, ...], tokens: tuple[Token, ...], words: Lexicon) -> bool:
    """`how many payments`: deeds are counted; the column of amounts is meant only by "how much"."""
    if link.first.column.kind != "number" or (link.literal and not _is_deed(link, tokens, words)):
        return False
    start = link.start
    while start and tokens[start - 1].text in _BETWEEN:
        start -= 1
    counted = any(mark.end == start and "count" in mark.tags for mark in marks)
    return counted and bool(column_sets(link.first.column.name, words) & _MONEY)


def is_said_again(link: ColumnLink, links: tuple[ColumnLink, ...], tokens: tuple[Token, ...]) -> bool:
    """`sleeping time (Sleep hours)`: the name in brackets says which column the word before is."""
    if link.literal or link.end >= len(tokens) or tokens[link.end].text not in ("(", "["):
        return False
    return any(other.literal and other.start == link.end + 1 for other in links)


def only_sounds_like(link: ColumnLink, marks: tuple[Mark, ...], links: tuple[ColumnLink, ...]) -> bool:
    """`share of ...` beside a column Shared, `min fare` beside Dur_min: the word is the reading's own."""
    if link.end - link.start > 1:
        return False
    mark = next((mark for mark in marks if mark.start <= link.start < mark.end), None)
    if mark is None or not any(tag.startswith(("agg:", "share", "count")) for tag in mark.tags):
        return False
    if (
        link.literal
        and "agg:mode" in mark.tags
        and any("each" in each.tags and each.end == link.start for each in marks)
    ):
        return False  # "by mode" where a column is called travel mode
    names = [name_words(candidate.name) for candidate in link.candidates]
    if any(mark.text.split()[0] in words for words in names):
        others = any(other is not link and other.first.column.kind == "number" for other in links)
        return others and not link.exact and all(len(words) > 1 for words in names)
    return "share" in mark.tags


def is_piece_of_land(mark: Mark, tokens: tuple[Token, ...]) -> bool:
    """`how many plots`, `yield per plot`: what is grown on, no chart."""
    if mark.tags != {"plot"} or tokens[mark.start].text not in ("plot", "plots") or not mark.start:
        return False
    before = tokens[mark.start - 1].text
    counted = {"many", "of", "per", "each", "every", "which", "by", "all"}
    return before in counted or (tokens[mark.start].text == "plots" and before not in ("draw", "make", "two", "and"))


def is_baked(mark: Mark, tokens: tuple[Token, ...]) -> bool:
    """`how many pies`, `donut sales`: what is baked, no chart; `a pie`, `as a donut`, `pie of sales` are charts."""
    if "plot:pie" not in mark.tags or tokens[mark.start].text not in _BAKED or mark.end - mark.start > 1:
        return False
    before = tokens[mark.start - 1].text if mark.start else ""
    behind = tokens[mark.end].text if mark.end < len(tokens) else ""
    drawn = before in ("a", "as", "into") or (behind in ("of", "for") and before in ("", *_DRAWING))
    return not (drawn or (not behind and before in ("", *_DRAWING)))


def is_verb(mark: Mark, tokens: tuple[Token, ...]) -> bool:
    """`how many hours do students report`: nobody wants a report."""
    if "report" not in mark.tags or mark.end - mark.start > 1:
        return False
    before = [token.text for token in tokens[max(0, mark.start - 4) : mark.start]]
    return bool(before) and before[-1] not in _BEFORE_A_NOUN and bool(_ASKING & set(before))
