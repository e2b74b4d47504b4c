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
    vague = [link for link in links if _is_only_a_kind(link, tokens)]
    taken = {position for link in links if link not in vague for position in range(link.start, link.end)}
    found = [_introduced(link, tokens, taken) for link in links if link not in vague]
    covered = {position for link in found for position in range(link.start, link.end)}
    kept = [link for link in vague if link.start not in covered]
    return tuple(sorted([*found, *kept], key=lambda link: link.start))


def _is_only_a_kind(link: ColumnLink, tokens: tuple[Token, ...]) -> bool:
    """The Art of `Art der Zahlung`, which stands for some column of kinds by its meaning only."""
    token = tokens[link.start]
    is_kind = bool({token.stem, token.text} & _KINDS) and link.end - link.start == 1 and not link.literal
    return is_kind and link.end < len(tokens) and tokens[link.end].text in _OF


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
