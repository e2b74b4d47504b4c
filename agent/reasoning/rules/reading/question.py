"""A question with everything found in it: tokens, marks, column links, cells, dates, numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.reading.cells import (
    ValueMention,
    longest_only,
    loosely_named_cells,
    named_cells,
    tells_apart,
)
from agent.reasoning.rules.reading.column_names import column_sets, file_words, name_words, number_words
from agent.reasoning.rules.reading.columns import ColumnLink, is_written_out, link_columns
from agent.reasoning.rules.reading.counted_words import (
    counts_deeds,
    is_baked,
    is_piece_of_land,
    is_said_again,
    is_verb,
    only_sounds_like,
)
from agent.reasoning.rules.reading.dates import DateMention, bounds_an_amount, find_dates
from agent.reasoning.rules.reading.degrees import nouns_of, with_degrees
from agent.reasoning.rules.reading.german_words import split_compounds, with_plain_numbers
from agent.reasoning.rules.reading.introducing import with_introductions
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark, lexicon
from agent.reasoning.rules.reading.overlaps import (
    is_end_of_a_name,
    is_inside_mark,
    is_of_a_chart,
    is_part_of_a_name,
    is_said_by,
    is_torn_from_a_word,
    means_the_amount,
    names_a_counting_column,
    names_the_rows,
    overlap,
    told_apart,
    with_money,
    without_names,
    without_vaguer,
    yields_to,
)
from agent.reasoning.rules.reading.preparing.profiles import made_in
from agent.reasoning.rules.reading.qualifiers import without_qualifiers
from agent.reasoning.rules.reading.quantities import NumberMention, find_bounds
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.spelling import corrected, vocabulary, words_of_data
from agent.reasoning.rules.reading.text import Token, is_cjk, tokens_of
from agent.reasoning.rules.reading.time_units import names_a_unit
from agent.reasoning.rules.reading.value_words import with_values
from registry.profile import ColumnKind, DatasetProfile
from registry.shared_keys import SharedKey

_FEW_STEPS = 12
DATE_KINDS: tuple[ColumnKind, ...] = ("date", "datetime", "ambiguous_date")

KINDS_OF_COLUMNS = frozenset({
    "subject", "measurement", "measure", "column", "variable", "parameter", "feature", "indicator", "metric", "field",
    "test", "exam", "discipline", "fach", "spalte", "messwert", "messgröße", "größe", "科", "項",
})  # fmt: skip
"""Words for what numeric columns are: `the mean of every subject`."""


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
    keys: tuple[SharedKey, ...] = ()  # what could join the data sets
    talked: frozenset[tuple[str, str]] = frozenset()  # (data set, column) of the last question's conditions
    qualifying: frozenset[int] = frozenset()  # tokens that say what the rows are, or describe a column's noun

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
        return self.qualifying | positions_of(*self.links, *self.values, *self.dates, *self.bounds, *self.marks)

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
        return frozenset().union(*(file_words(table) for table in self.datasets))


def understand(prompt: ReadQuestion) -> Question:
    """Finds everything in a prompt's question."""
    words = lexicon(detect_language(prompt.question))
    measured = number_words(column for table in prompt.datasets for column in table.columns)
    tokens, named = spelled_out(prompt, words)
    marks = with_degrees(words.find_marks(tokens), tokens, measured, words)
    named = tuple(item for item in named if not is_torn_from_a_word(item, marks, tokens))
    links = with_money(link_columns(tokens, prompt.datasets, words), tokens, prompt.datasets, words, marks)
    links = tuple(link for link in links if not only_sounds_like(link, marks, links))
    found = longest_only([*named, *loosely_named_cells(tokens, named, prompt.datasets, words, links)])
    marks = _marks_left(marks, links, found, tokens, words)
    found = [value for value in found if not is_of_a_chart(value, marks)]
    marks = tuple(mark for mark in marks if not _is_name_just_given(mark, links, prompt))
    links = tuple(link for link in links if not _is_a_unit(link, tokens))
    links = tuple(
        link
        for link in links
        if not counts_deeds(link, marks, tokens, words) and not is_said_again(link, links, tokens)
    )
    links = tuple(link for link in links if not is_inside_mark(link, marks))
    stems = frozenset().union(*(file_words(table) for table in prompt.datasets))
    links = tuple(link for link in links if not names_the_rows(link, marks, tokens, stems))
    named_all, links = links, without_qualifiers(links, marks, tokens)
    described = {link.start for link in links}
    qualifying = positions_of(*(link for link in named_all if link.start not in described))
    dates = tuple(item for item in find_dates(tokens, marks, words) if not bounds_an_amount(item, marks))
    coded = positions_of(*(link for link in links if link.exact and is_written_out(link)))
    dates = tuple(item for item in dates if not set(range(item.start, item.end)) <= coded)
    in_dates = positions_of(*dates)
    links = tuple(link for link in links if not _covers(in_dates, link))
    values = [
        value
        for value in found
        if not _covers(in_dates, value)
        and not yields_to(value, links)
        and not means_the_amount(value, links, marks)
        and not _is_any_row(value, tokens, stems)
    ]
    links = without_vaguer(
        tuple(link for link in links if not any(overlap(link, value) for value in values)), marks, tokens
    )
    links = tuple(told_apart(link, links, tokens, words) for link in with_introductions(links, tokens))
    in_cells = positions_of(*values)
    links = with_values(links, tokens, marks, in_dates | in_cells, prompt.datasets, words, alone=prompt.frame is None)
    years = {link.start for link in links if "school_year" in column_sets(link.first.name, words)}  # 2年生
    counts = tuple(link for link in links if (link.literal or link.start in years) and _is_counting(link))
    named_outright = positions_of(*(link for link in links if link.exact and link.end - link.start > 1))
    steps = positions_of(*(mark for mark in marks if "per_unit" in mark.tags))  # one unit more is no bound
    bounds = find_bounds(tokens, marks, words, in_dates | positions_of(*values) | named_outright | steps, counts)
    return Question(
        prompt.question, tokens, marks, links, tuple(values), dates, bounds, words, prompt.datasets, prompt.shared_keys,
        qualifying=qualifying,
    )  # fmt: skip


def spelled_out(prompt: ReadQuestion, words: Lexicon) -> tuple[tuple[Token, ...], tuple[ValueMention, ...]]:
    """The tokens, compounds split and slips of spelling mended, and the cells that they name."""
    measured = number_words(column for table in prompt.datasets for column in table.columns)
    text = with_plain_numbers(prompt.question) if words.language == "de" else prompt.question
    tokens = tokens_of(text)
    known = vocabulary(prompt.datasets, words)
    if words.language == "de":
        tokens = split_compounds(tokens, known, words_of_data(prompt.datasets), words)
    telling = tuple(match for match in prompt.value_matches if tells_apart(match, prompt, words))
    named = named_cells(tokens, telling)
    own = frozenset(word for phrase in words.marks for word in phrase)
    names = frozenset(word for table in prompt.datasets for column in table.columns for word in name_words(column.name))
    in_values = positions_of(*named)
    tokens = tuple(
        token
        if index in in_values or nouns_of(token.text) & measured
        else corrected(token, known, names, own, words.stop)
        for index, token in enumerate(tokens)
    )
    return tokens, named


def _marks_left(
    marks: tuple[Mark, ...],
    links: tuple[ColumnLink, ...],
    found: Sequence[ValueMention],
    tokens: tuple[Token, ...],
    words: Lexicon,
) -> tuple[Mark, ...]:
    """Marks that are no part of a name, no cell, no verb and no unit."""
    marks = tuple(mark for mark in marks if not is_part_of_a_name(mark, links, tokens))
    marks = tuple(mark for mark in marks if not is_end_of_a_name(mark, links))
    marks = tuple(mark for mark in marks if not any(is_said_by(mark, value) for value in found))
    marks = tuple(mark for mark in marks if not names_a_counting_column(mark, marks, links))
    marks = tuple(mark for mark in marks if not is_verb(mark, tokens) and not is_piece_of_land(mark, tokens))
    marks = tuple(mark for mark in marks if not is_baked(mark, tokens))
    marks = tuple(piece for mark in marks for piece in without_names(mark, links, tokens, words))
    return tuple(mark for mark in marks if not _is_a_unit(mark, tokens))


def _is_name_just_given(mark: Mark, links: tuple[ColumnLink, ...], prompt: ReadQuestion) -> bool:
    """`a column called spread`: from then on the word is that column, whatever it means elsewhere."""
    made = {name for table in prompt.datasets for name in made_in(table)}
    return any(
        link.exact
        and set(range(mark.start, mark.end)) & set(range(link.start, link.end))
        and {item.name for item in link.candidates} <= made
        for link in links
    )


def _is_counting(link: ColumnLink) -> bool:
    """Whether a number right after the name means exactly that: whole numbers, and those of few steps (doses)."""
    column = link.first.column
    stepped = column.numeric is not None and (column.numeric.is_integer or column.unique <= _FEW_STEPS)
    return stepped and column.kind == "number"


def _is_a_unit(span: Mark | ColumnLink, tokens: tuple[Token, ...]) -> bool:
    """`in hours`: how a length of time is given."""
    return span.end - span.start == 1 and names_a_unit(tokens, span.start)


def _is_any_row(value: ValueMention, tokens: tuple[Token, ...], file_stems: frozenset[str]) -> bool:
    """`reviews that a hotel has` of a file of hotels: any row is meant, though some cell holds the word."""
    before = tokens[value.start - 1].text if value.start else ""
    return value.end - value.start == 1 and tokens[value.start].stem in file_stems and before in ("a", "an", "per")


def _covers(positions: frozenset[int], span: ColumnLink | ValueMention) -> bool:
    return all(position in positions for position in range(span.start, span.end))
