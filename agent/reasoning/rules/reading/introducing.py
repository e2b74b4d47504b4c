"""Words that only introduce a column: `type of insurance` is the insurance where no column is called type."""

from dataclasses import replace

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.text import Token

_KINDS = frozenset({"type", "kind", "sort", "form", "class", "category", "variety", "art", "sorte", "typ"})
_OF = frozenset({"of", "der", "des", "von"})
_ARTICLES = frozenset({"the", "their", "our", "der", "des", "dem"})
_BEHIND = (("の", "種", "類"), ("の", "種", "別"), ("の", "タ", "イ", "プ"))


def with_introductions(links: tuple[ColumnLink, ...], tokens: tuple[Token, ...]) -> tuple[ColumnLink, ...]:
    """The links, each with the words that introduce it and name nothing of their own."""
    taken = {position for link in links for position in range(link.start, link.end)}
    return tuple(_introduced(link, tokens, taken) for link in links)


def _introduced(link: ColumnLink, tokens: tuple[Token, ...], taken: set[int]) -> ColumnLink:
    if link.first.column.kind not in ("text", "boolean", "identifier"):
        return link
    texts = [token.text for token in tokens]
    start = link.start
    if start and texts[start - 1] in _ARTICLES and start - 1 not in taken and texts[start - 1] not in _OF:
        start -= 1
    introduced = start > 1 and texts[start - 1] in _OF and {tokens[start - 2].stem, texts[start - 2]} & _KINDS
    if introduced and not {start - 1, start - 2} & taken:
        return replace(link, start=start - 2)
    for phrase in _BEHIND:
        if tuple(texts[link.end : link.end + len(phrase)]) == phrase:
            return replace(link, end=link.end + len(phrase))
    return link
