"""Cells that a question names: exactly, in part, or by a word of the same family or meaning."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Lexicon, phrase_of
from agent.reasoning.rules.reading.text import Token, is_cjk, joined, loose_stems, normalised, tokens_of
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

_KANJI = re.compile(r"[\u3400-\u9fff]")
_PLACE_ENDING = re.compile(r"(支店|本店|店|市|区|県|府|都|営業所|支社)$")
_LONGEST_PHRASE = 6
_JOINTS = frozenset({"und", "oder", "bzw", "/", "&"})
_LISTS = frozenset({",", "and", "or", "und", "oder", "/", "&"})
_ROOT = 4  # letters that Ärztinnen and Arzt or Kundinnen and Kunden share at most
_GUIDING = frozenset({"high", "low", "count", "each", "trend", "which"})
_LONGEST_LABEL = 6  # words; a longer cell is a sentence, and its words name nothing


@dataclass(frozen=True)
class ValueMention:
    """Tokens [start, end) that name a cell; several matches: the value stands in several columns."""

    start: int
    end: int
    matches: tuple[ValueMatch, ...]

    @property
    def first(self) -> ValueMatch:
        return self.matches[0]


def tells_apart(match: ValueMatch, prompt: ReadQuestion, words: Lexicon) -> bool:
    """A part of a value counts only if it is no everyday word and no other value of the column has it too."""
    if match.kind != "partial":
        return True
    said = normalised(match.words).casefold()
    table = next(table for table in prompt.datasets if table.dataset_id == match.dataset_id)
    column = table.column(match.column)
    others = [value for value in column.top_values if value.value != match.value] if column else []
    stems = {token.stem for token in tokens_of(match.words)} or {said}
    if len(match.value.split()) > _LONGEST_LABEL:
        return False
    shared = [other for other in others if stems <= {token.stem for token in tokens_of(other.value)}]
    return not shared and not all(word in words.stop or _asks_for_an_end({word}, words) for word in stems)


def _asks_for_an_end(stems: set[str], words: Lexicon) -> bool:
    """The "best" of "the best rated hotel" is no Best Western, the month of "per month" no "review in 3 months"."""
    tags = words.marks.get(tuple(stems), frozenset()) if len(stems) == 1 else frozenset()
    return not tags.isdisjoint(_GUIDING) or any(tag.startswith(("agg:", "grain:", "part:", "plot")) for tag in tags)


def named_cells(tokens: tuple[Token, ...], matches: tuple[ValueMatch, ...]) -> tuple[ValueMention, ...]:
    """Matches by the tokens that their words take."""
    found: dict[tuple[int, int], list[ValueMatch]] = {}
    for match in matches:
        wanted = tuple(token.text for token in tokens_of(match.words))
        for start in range(len(tokens) - len(wanted) + 1):
            if wanted and tuple(token.text for token in tokens[start : start + len(wanted)]) == wanted:
                spot = found.setdefault((start, start + len(wanted)), [])
                if match not in spot:
                    spot.append(match)
    rank = {"exact": 0, "folded": 1, "partial": 2}
    mentions = (
        ValueMention(start, end, tuple(sorted(spot, key=lambda match: rank[match.kind])))
        for (start, end), spot in sorted(found.items())
    )
    return tuple(longest_only(mentions))


def longest_only(mentions: Iterable[ValueMention]) -> list[ValueMention]:
    kept: list[ValueMention] = []
    for mention in sorted(mentions, key=lambda item: (item.start - item.end, item.start)):
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda item: item.start)


def loosely_named_cells(
    tokens: tuple[Token, ...],
    known: Iterable[ValueMention],
    datasets: tuple[DatasetProfile, ...],
    words: Lexicon,
    links: tuple[ColumnLink, ...],
) -> list[ValueMention]:
    """Frequent values that a word of the same family or meaning names: remotely -> Remote, women -> F, large -> L."""
    taken = {position for mention in known for position in range(mention.start, mention.end)}
    found = [item for item in _written_out(tokens, datasets) if taken.isdisjoint(range(item.start, item.end))]
    found += [
        item for item in _of_several_words(tokens, datasets, words) if taken.isdisjoint(range(item.start, item.end))
    ]
    found += _listed_beside(tokens, [*known, *found], datasets, taken)
    taken |= {position for mention in found for position in range(mention.start, mention.end)}
    for index, token in enumerate(tokens):
        is_everyday = token.text in words.stop or token.stem in words.conditions
        behind = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].text == "-")  # high-priority
        beside = next((link for link in links if link.start == behind and link.literal), None)
        alone = _is_single_sign(tokens, index)
        own = _value_of(beside, token)
        if index not in taken and beside and own and is_cjk(beside.first.name):  # A組
            found.append(ValueMention(index, index + 1, (own,)))
            continue
        if index in taken or not token.is_word or (len(token.text) < 2 and not alone):
            continue
        if own is not None:
            found.append(ValueMention(index, index + 1, (own,)))
            continue
        if is_everyday or _is_one_of_both(tokens, index):
            continue
        matches = tuple(
            ValueMatch(table.dataset_id, column.name, value.value, token.text, token.start, "partial", value.count)
            for table in datasets
            for column in table.columns
            if column.kind in ("text", "boolean")
            for value in column.top_values
            if (alone and value.value == token.text) or _same_family(token, value.value, words)
        )
        if matches:
            found.append(ValueMention(index, index + 1, matches))
    return found


def _listed_beside(
    tokens: tuple[Token, ...], known: list[ValueMention], datasets: tuple[DatasetProfile, ...], taken: set[int]
) -> list[ValueMention]:
    """`high, medium and low`: in a list of a column's values a word that is one of them is one, whatever else it is."""
    found: list[ValueMention] = []
    for mention in known:
        place = mention.first
        table = next(item for item in datasets if item.dataset_id == place.dataset_id)
        column = table.column(place.column)
        own = {value.value.casefold(): value for value in column.top_values} if column else {}
        at = mention.start - 2
        while at >= 0 and tokens[at + 1].text in _LISTS and at not in taken and tokens[at].text in own:
            value = own[tokens[at].text]
            match = ValueMatch(
                place.dataset_id, place.column, value.value, tokens[at].text, tokens[at].start, "folded", value.count
            )
            found.append(ValueMention(at, at + 1, (match,)))
            at -= 2
    return found


def _of_several_words(
    tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...], words: Lexicon
) -> list[ValueMention]:
    """Phrases that mean a frequent value: 女子 where the cells say 女, `credit card` where they say Karte."""
    found: list[ValueMention] = []
    for size in range(_LONGEST_PHRASE, 1, -1):
        for start in range(len(tokens) - size + 1):
            span = tokens[start : start + size]
            meant = words.sets_of(tuple(token.stem for token in span)) & words.values
            if not meant or any(item.start < start + size and start < item.end for item in found):
                continue
            matches = tuple(
                ValueMatch(
                    table.dataset_id, column.name, value.value, joined(span), span[0].start, "partial", value.count
                )
                for table in datasets
                for column in table.columns
                if column.kind == "text"
                for value in column.top_values
                if _sets_of_cell(value.value, words) & meant
            )
            if matches:
                found.append(ValueMention(start, start + size, matches))
    return found


def _sets_of_cell(value: str, words: Lexicon) -> frozenset[str]:
    """The meanings of a cell; of a Japanese one those without the word for a shop or town too: 大阪店, 福岡市."""
    sets = words.sets_of(phrase_of(value))
    return sets | words.sets_of(phrase_of(_PLACE_ENDING.sub("", value))) if is_cjk(value) else sets


def _written_out(tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...]) -> list[ValueMention]:
    """Frequent values with digits and signs, as they are written: `60+`, `<5 km`."""
    texts = [token.text for token in tokens]
    found = []
    for table in datasets:
        for column in table.columns:
            for value in column.top_values if column.kind == "text" else ():
                wanted = [token.text for token in tokens_of(value.value)]
                is_odd = len(wanted) > 1 and any(text.isdecimal() for text in wanted)
                for start in range(len(texts) - len(wanted) + 1) if is_odd else ():
                    if texts[start : start + len(wanted)] == wanted:
                        place = ValueMatch(
                            table.dataset_id, column.name, value.value, value.value,
                            tokens[start].start, "exact", value.count,
                        )  # fmt: skip
                        found.append(ValueMention(start, start + len(wanted), (place,)))
    return found


def _is_one_of_both(tokens: tuple[Token, ...], index: int) -> bool:
    """`Kundinnen und Kunden`: all of them, whoever they are."""
    around = [tokens[place].text for place in (index - 1, index + 1) if 0 <= place < len(tokens)]
    beside = [tokens[place].text for place in (index - 2, index + 2) if 0 <= place < len(tokens)]
    root = tokens[index].text.removesuffix("innen")
    joined_up = bool(_JOINTS & set(around))
    return root != tokens[index].text and joined_up and any(text.startswith(root[:_ROOT]) for text in beside)


def _is_single_sign(tokens: tuple[Token, ...], index: int) -> bool:
    """A Chinese character that is a word of its own: 雨 in 雨の日, not in 雨量."""
    around = [tokens[place].text for place in (index - 1, index + 1) if 0 <= place < len(tokens)]
    return bool(_KANJI.fullmatch(tokens[index].text)) and not any(_KANJI.fullmatch(text) for text in around)


def _value_of(link: ColumnLink | None, token: Token) -> ValueMatch | None:
    """`high light`: a word before a column's name that is one of its values, whatever else the word means."""
    if link is None or link.first.column.kind != "text":
        return None
    for value in link.first.column.top_values:
        if value.value.casefold() == token.text:
            place = link.first
            return ValueMatch(place.dataset_id, place.name, value.value, token.text, token.start, "folded", value.count)
    return None


def _same_family(token: Token, value: str, words: Lexicon) -> bool:
    cell = normalised(value).casefold()
    if " " in cell or not cell:
        return False
    same_word = len(token.text) > 3 and bool(loose_stems(token.text) & loose_stems(cell))
    said = words.sets_of((token.stem,)) | words.sets_of((token.text,))
    return same_word or bool(said & _sets_of_cell(cell, words) & words.values)
