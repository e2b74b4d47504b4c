"""A question with everything found in it: tokens, marks, column links, values, dates, numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from rapidfuzz import fuzz, process

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.reading.columns import Candidate, ColumnLink, link_columns, name_words
from agent.reasoning.rules.reading.dates import DateMention, find_dates
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark, lexicon
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.quantities import NumberMention, find_bounds
from agent.reasoning.rules.reading.text import Token, is_cjk, loose_stems, normalised, stem, tokens_of
from registry.profile import ColumnKind, DatasetProfile
from registry.value_index import ValueMatch

DATE_KINDS: tuple[ColumnKind, ...] = ("date", "datetime", "ambiguous_date")
VALUE_SETS = frozenset(
    {"male", "female", "remote", "large", "medium", "small", "extra_large", "cancelled", "uk", "usa", "yes", "no"}
)
_SHORTEST_TYPO = 4
_LONG_WORD = 5
_ONE_LETTER = 79  # similarity of words of five letters that differ in one
_LONGEST_LABEL = 6  # words; a longer cell is a sentence, and its words name nothing


class Spanned(Protocol):
    """Anything that takes tokens [start, end) of the question."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@dataclass(frozen=True)
class ValueMention:
    """Tokens [start, end) that name a cell; several matches: the value stands in several columns."""

    start: int
    end: int
    matches: tuple[ValueMatch, ...]

    @property
    def first(self) -> ValueMatch:
        return self.matches[0]


@dataclass(frozen=True)
class Question:
    """What stands in a question. Nothing is decided here yet."""

    text: str
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    links: tuple[ColumnLink, ...]
    values: tuple[ValueMention, ...]
    dates: tuple[DateMention, ...]
    bounds: tuple[NumberMention, ...]
    words: Lexicon
    datasets: tuple[DatasetProfile, ...]

    def tagged(self, *tags: str) -> tuple[Mark, ...]:
        """Marks with any of the tags; a tag that ends in ":" stands for the whole family."""
        return tuple(
            mark
            for mark in self.marks
            if any(found == tag or (tag.endswith(":") and found.startswith(tag)) for found in mark.tags for tag in tags)
        )

    def has(self, *tags: str) -> bool:
        """Whether any of the tags occurs."""
        return bool(self.tagged(*tags))

    def family(self, prefix: str) -> tuple[str, ...]:
        """The members of a family in text order: `agg:` gives ("mean", "median")."""
        found = [tag.removeprefix(prefix) for mark in self.marks for tag in sorted(mark.tags) if tag.startswith(prefix)]
        return tuple(dict.fromkeys(found))

    def dataset(self, dataset_id: str) -> DatasetProfile:
        """The data set of this id; KeyError cannot happen for ids taken from links."""
        return next(table for table in self.datasets if table.dataset_id == dataset_id)

    @cached_property
    def taken(self) -> frozenset[int]:
        """Tokens that links, values, dates, bounds or marks explain."""
        return positions_of(*self.links, *self.values, *self.dates, *self.bounds, *self.marks)

    @cached_property
    def unexplained(self) -> tuple[Token, ...]:
        """Content words that nothing explains."""
        return tuple(
            token
            for index, token in enumerate(self.tokens)
            if index not in self.taken
            and token.is_word
            and not is_cjk(token.text)
            and token.text not in self.words.stop
            and token.stem not in self.words.stop
        )

    @cached_property
    def file_words(self) -> frozenset[str]:
        """Words of the files' names: they name what a row is."""
        return frozenset(token.stem for table in self.datasets for token in tokens_of(table.name.rsplit(".", 1)[0]))


def positions_of(*spans: Spanned) -> frozenset[int]:
    """All token positions that the spans take."""
    return frozenset(position for span in spans for position in range(span.start, span.end))


def understand(prompt: ReadQuestion) -> Question:
    """Finds everything in a prompt's question."""
    words = lexicon(detect_language(prompt.question))
    tokens = tokens_of(prompt.question)
    telling = tuple(match for match in prompt.value_matches if _tells_apart(match, prompt, words))
    named = _value_mentions(tokens, telling)
    known = _vocabulary(prompt.datasets, words)
    names = frozenset(word for table in prompt.datasets for column in table.columns for word in name_words(column.name))
    in_values = positions_of(*named)
    tokens = tuple(
        token if index in in_values else _corrected(token, known, names) for index, token in enumerate(tokens)
    )
    marks = words.find_marks(tokens)
    links = _with_money(link_columns(tokens, prompt.datasets, words), tokens, prompt.datasets, words)
    found = _longest_only([*named, *_loose_values(tokens, named, prompt.datasets, words)])
    marks = tuple(mark for mark in marks if not _is_part_of_a_name(mark, links, tokens))
    links = tuple(link for link in links if not _is_inside_mark(link, marks))
    dates = find_dates(tokens, marks, words)
    in_dates = positions_of(*dates)
    links = tuple(link for link in links if not _covers(in_dates, link))
    values = [value for value in found if not _covers(in_dates, value) and not _yields_to(value, links)]
    links = _without_vaguer(tuple(link for link in links if not any(_overlap(link, value) for value in values)), marks)
    counts = tuple(link for link in links if link.literal and _is_whole_number(link))
    bounds = find_bounds(tokens, marks, words, in_dates | positions_of(*values), counts)
    return Question(prompt.question, tokens, marks, links, tuple(values), dates, bounds, words, prompt.datasets)


def _vocabulary(datasets: tuple[DatasetProfile, ...], words: Lexicon) -> frozenset[str]:
    names = {word for table in datasets for column in table.columns for word in name_words(column.name)}
    cells = {
        token.stem
        for table in datasets
        for column in table.columns
        for value in column.top_values
        for token in tokens_of(value.value)
        if token.is_word
    }
    return words.words() | names | frozenset(cells)


def _corrected(token: Token, known: frozenset[str], names: frozenset[str]) -> Token:
    """A misspelt word as the known word that it most likely is; any other token as it stands."""
    word = token.stem
    if not token.is_word or len(word) < _SHORTEST_TYPO or is_cjk(word) or word in known or token.text in known:
        return token
    near = [entry for entry in known if entry[0] == word[0] and abs(len(entry) - len(word)) <= 2 and len(entry) > 3]
    cutoff = 86 if len(word) > 5 else 88
    found = process.extractOne(word, near, scorer=fuzz.ratio, score_cutoff=cutoff)
    if not found and len(word) >= _LONG_WORD:  # of the names in the data, one wrong letter is enough
        found = process.extractOne(word, [entry for entry in near if entry in names], score_cutoff=_ONE_LETTER)
    if not found:
        return token
    return Token(found[0], stem(found[0]), token.start, token.end, token.upper)


def _tells_apart(match: ValueMatch, prompt: ReadQuestion, words: Lexicon) -> bool:
    """A part of a value counts only if it is no everyday word and no other value of the column has it too."""
    if match.kind != "partial":
        return True
    said = normalised(match.words).casefold()
    table = next(table for table in prompt.datasets if table.dataset_id == match.dataset_id)
    column = table.column(match.column)
    others = [value for value in column.top_values if value.value != match.value] if column else []
    stems = {stem(word) for word in said.split()}
    if len(match.value.split()) > _LONGEST_LABEL:
        return False
    shared = [other for other in others if stems <= {token.stem for token in tokens_of(other.value)}]
    return not shared and not stems <= words.stop


def _value_mentions(tokens: tuple[Token, ...], matches: tuple[ValueMatch, ...]) -> tuple[ValueMention, ...]:
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
    return tuple(_longest_only(mentions))


def _longest_only(mentions: Iterable[ValueMention]) -> list[ValueMention]:
    kept: list[ValueMention] = []
    for mention in sorted(mentions, key=lambda item: (item.start - item.end, item.start)):
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda item: item.start)


def _is_part_of_a_name(mark: Mark, links: tuple[ColumnLink, ...], tokens: tuple[Token, ...]) -> bool:
    """A mark's word that is literally part of a linked column's name belongs to the name (temp max, total salary)."""
    for link in links:
        inside = link.start <= mark.start and mark.end <= link.end
        if inside and link.exact and link.end - link.start > 1:
            named = {word for candidate in link.candidates for word in name_words(candidate.name)}
            if all(token.stem in named for token in tokens[mark.start : mark.end]):
                return True
        own_words = mark.tags <= {"units", "count", "rows", "sell", "share", "size"}
        if inside and own_words and link.end - link.start > mark.end - mark.start:
            return True
        if inside and link.exact and link.end - link.start == 1 and mark.tags <= {"agg:sum", "which", "rows", "size"}:
            return True
    return False


def _without_vaguer(links: tuple[ColumnLink, ...], marks: tuple[Mark, ...]) -> tuple[ColumnLink, ...]:
    """`salary ... (base salary)`: a link that may mean several columns yields to one that names one of them."""
    links = _without_mere_superlatives(links, marks)
    certain = {link.first for link in links if len(link.candidates) == 1}
    return tuple(link for link in links if len(link.candidates) == 1 or not certain & set(link.candidates))


def _without_mere_superlatives(links: tuple[ColumnLink, ...], marks: tuple[Mark, ...]) -> tuple[ColumnLink, ...]:
    """`highest closing price`: "highest" alone names no column called High when another number is named outright."""
    named = [link for link in links if link.literal and link.first.column.kind == "number"]
    superlatives = [mark for mark in marks if mark.tags & {"high", "low"}]
    return tuple(
        link
        for link in links
        if link.literal
        or not named
        or not any(mark.start <= link.start and link.end <= mark.end for mark in superlatives)
    )


def _is_inside_mark(link: ColumnLink, marks: tuple[Mark, ...]) -> bool:
    """`upper limit`, `how many`: a word of the reading's own language, and only by meaning a column's."""
    if link.end - link.start == 1 and any(
        "each" in mark.tags and mark.start <= link.start < mark.end for mark in marks
    ):
        return True  # "per" is never a column, whatever columns are called
    if link.literal:
        return False
    own = ("fence:", "count", "share", "overview", "plot", "growth", "report", "columns", "test", "outlier")
    return any(
        mark.start <= link.start and link.end <= mark.end and any(tag.startswith(own) for tag in mark.tags)
        for mark in marks
    )


def _is_whole_number(link: ColumnLink) -> bool:
    column = link.first.column
    return column.numeric is not None and column.numeric.is_integer and column.kind == "number"


def _covers(positions: frozenset[int], span: ColumnLink | ValueMention) -> bool:
    return all(position in positions for position in range(span.start, span.end))


def _overlap(link: ColumnLink, value: ValueMention) -> bool:
    return link.start < value.end and value.start < link.end


def _yields_to(value: ValueMention, links: tuple[ColumnLink, ...]) -> bool:
    """A cell's words that are literally a column's name mean the column, unless the cell is named more fully."""
    return any(
        link.literal
        and (link.exact or value.first.kind == "partial")
        and _overlap(link, value)
        and link.end - link.start >= value.end - value.start
        for link in links
    )


def _with_money(
    links: tuple[ColumnLink, ...], tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...], words: Lexicon
) -> tuple[ColumnLink, ...]:
    """Words for revenue that no column's name has stand for the columns that hold money (amount, price)."""
    found = list(links)
    taken = {position for link in links for position in range(link.start, link.end)}
    columns = tuple(Candidate(table.dataset_id, column) for table in datasets for column in money_columns(table, words))
    for start in range(len(tokens)) if columns else ():
        for size in range(min(4, len(tokens) - start), 0, -1):
            span = tokens[start : start + size]
            said = words.sets_of(tuple(token.stem for token in span)) | words.sets_of(
                tuple(token.text for token in span)
            )
            if "revenue" in said and taken.isdisjoint(range(start, start + size)):
                taken.update(range(start, start + size))
                found.append(ColumnLink(start, start + size, columns, 1.0, literal=False, exact=False))
                break
    return tuple(sorted(found, key=lambda link: link.start))


def _loose_values(
    tokens: tuple[Token, ...], known: Iterable[ValueMention], datasets: tuple[DatasetProfile, ...], words: Lexicon
) -> list[ValueMention]:
    """Frequent values that a word of the same family or meaning names: remotely -> Remote, women -> F, large -> L."""
    taken = {position for mention in known for position in range(mention.start, mention.end)}
    found = []
    for index, token in enumerate(tokens):
        is_everyday = token.text in words.stop or token.stem in words.conditions
        if index in taken or not token.is_word or is_everyday or len(token.text) < 2:
            continue
        matches = tuple(
            ValueMatch(table.dataset_id, column.name, value.value, token.text, token.start, "partial", value.count)
            for table in datasets
            for column in table.columns
            if column.kind in ("text", "boolean")
            for value in column.top_values
            if _same_family(token, value.value, words)
        )
        if matches:
            found.append(ValueMention(index, index + 1, matches))
    return found


def _same_family(token: Token, value: str, words: Lexicon) -> bool:
    cell = normalised(value).casefold()
    if " " in cell or not cell:
        return False
    same_word = len(token.text) > 3 and bool(loose_stems(token.text) & loose_stems(cell))
    return same_word or bool(words.sets_of((token.stem,)) & words.sets_of((stem(cell),)) & VALUE_SETS)
