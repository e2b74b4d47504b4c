"""Which of the columns that share a word is meant: not one it only describes, no yes-or-no mark beside an amount."""

from collections.abc import Iterable
from dataclasses import replace

from agent.reasoning.rules.reading.column_names import Candidate, name_words, without_unit
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.text import Token, is_cjk, tokens_of
from registry.profile import ColumnProfile

_COUNTS = frozenset({"count", "number", "total", "no", "num", "n", "sum", "qty", "amount", "quantity", "size"})
_TELLING_MORE = frozenset(
    {"that", "which", "who", "whose", "where", "with", "without", "called", "named", "die", "der", "das", "mit", "ohne"}
)
_ASKED = ("count", "which", "share", "distinct")


def of_amounts(link: ColumnLink) -> ColumnLink:
    """The link without columns of ones and zeros (damage_imputed) where the word may mean an amount (damage_usd)."""
    if link.exact:
        return link
    amounts = tuple(item for item in link.candidates if not holds_ones_and_zeros(item.column))
    return replace(link, candidates=amounts) if amounts and any(_is_number(item) for item in amounts) else link


def is_torn_from_a_code(link: ColumnLink, tokens: tuple[Token, ...]) -> bool:
    """The 3 of `ug/m3`: a digit that is written together with letters which are no part of the name."""
    if not link.start or link.end - link.start != 1 or not tokens[link.start].is_number:
        return False
    before = tokens[link.start - 1]
    glued = before.end == tokens[link.start].start and before.text.isalnum() and not is_cjk(before.text)
    written = before.text + tokens[link.start].text
    return glued and not any(written in without_unit(item.name).casefold() for item in link.candidates)


def without_qualifiers(
    links: tuple[ColumnLink, ...], marks: tuple[Mark, ...], tokens: tuple[Token, ...]
) -> tuple[ColumnLink, ...]:
    """The links without words that name the rows, or that describe the noun of a column right behind them."""
    whole = (link for link in links if not is_torn_from_a_code(link, tokens))
    kept = tuple(of_amounts(link) for link in whole if not _names_the_things(link, marks, tokens))
    heads = {link.start for link in kept if link.exact and _are_numbers(link.candidates)}
    return tuple(
        link
        for link in kept
        if link.exact
        or link.end not in heads
        or not _is_part(link, tokens)
        or tokens[link.end].start - tokens[link.end - 1].end > 1  # energy / NO3
    )


def _names_the_things(link: ColumnLink, marks: tuple[Mark, ...], tokens: tuple[Token, ...]) -> bool:
    """`how many storms called Ann`, `storms that made land`: many things, though a column is called max_storm_cat.

    A column that holds how many there are names them as the question does, in the plural, or says so: storm_count.
    """
    if not _is_part(link, tokens) or link.exact:
        return False
    token = tokens[link.start]
    sought = any(mark.end == link.start and "which" in mark.tags for mark in marks)  # which storm ...
    if (token.stem == token.text and not sought) or not all(_is_qualified_by(token, item) for item in link.candidates):
        return False
    asked = any(mark.end == link.start and mark.tags & set(_ASKED) for mark in marks)
    follows = tokens[link.end].text if link.end < len(tokens) else ""
    return asked or follows in _TELLING_MORE


def _is_qualified_by(token: Token, candidate: Candidate) -> bool:
    names = [other for other in tokens_of(without_unit(candidate.name)) if other.is_word]
    place = next((index for index, other in enumerate(names) if other.text == token.stem), None)
    rest = {other.stem for index, other in enumerate(names) if index != place}
    return place is not None and place < len(names) - 1 and not rest & (_COUNTS | {"per"})


def _is_part(link: ColumnLink, tokens: tuple[Token, ...]) -> bool:
    """Whether one word stands for columns of numbers by being literally a word of their longer names."""
    if link.end - link.start != 1 or not link.literal or not _are_numbers(link.candidates):
        return False
    token = tokens[link.start]
    return not is_cjk(token.text) and all(token.stem in name_words(item.name)[:-1] for item in link.candidates)


def _are_numbers(candidates: Iterable[Candidate]) -> bool:
    return all(_is_number(item) for item in candidates)


def _is_number(candidate: Candidate) -> bool:
    return candidate.column.kind == "number"


def holds_ones_and_zeros(column: ColumnProfile) -> bool:
    """Whether a column of numbers only says yes or no."""
    known = column.numeric
    return known is not None and known.is_integer and (known.minimum, known.maximum) == (0, 1)
