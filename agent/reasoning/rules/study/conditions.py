"""Conditions on rows in what a person says about a study: values and years as they stand, all else as the reader reads
it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.reasoning.language import detect_language, short_words
from agent.reasoning.naming import said_words, touches_column
from agent.reasoning.prompts import PastTurn, Read, ReadQuestion
from agent.reasoning.rules.study.phrases import counting_rows, means, without_phrases
from agent.specs.base import Condition, Filter
from agent.specs.measures import GroupbyAgg
from agent.specs.transforms import Transform
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_COUNTED = GroupbyAgg(group_cols=[], metrics={"*": ["count"]})


@dataclass(frozen=True)
class Conditions:
    """Filters, and the steps that make the columns they use."""

    filters: Sequence[Condition] = ()
    steps: Sequence[Transform] = ()


def conditions_in(
    text: str, table: DatasetProfile, matches: Sequence[ValueMatch], read: Read | None = None
) -> Conditions:
    """The conditions that a clause sets on rows of the table: none unless every word of it is understood, as a value, a
    year or a phrase, or else by the reader.
    """
    mine = _of_clause(text, table, matches)
    named = named_conditions(text, table, mine)
    if named and not _left_over(text, table, mine):
        return Conditions(named)
    return _as_read(text, table, mine, read) if read is not None else Conditions()


def named_conditions(
    text: str, table: DatasetProfile, matches: Sequence[ValueMatch], *, but: frozenset[str] = frozenset()
) -> list[Condition]:
    """The values and the year that a text names, none on the columns in `but`.

    Values of several columns that fit equally well give the first; the checkpoint shows which.
    """
    excluded = means("leave_out", text)
    values: dict[str, list[str]] = {}
    for match in _of_clause(text, table, matches):
        if match.column not in but and match.value not in values.setdefault(match.column, []):
            values[match.column].append(match.value)
    found: list[Condition] = [_is_one_of(column, listed, excluded) for column, listed in values.items() if listed]
    dates = [column for column in table.columns if column.kind in ("date", "datetime") and column.name not in but]
    year = _YEAR.search(_without_values(text, table, matches))
    if year and len(dates) == 1 and (dates[0].first or "")[:4] <= year.group() <= (dates[0].last or "")[:4]:
        found.append(Filter(col=dates[0].name, op="!=" if excluded else "==", value=year.group()))
    return found


def _is_one_of(column: str, values: Sequence[str], excluded: bool) -> Filter:
    if len(values) == 1:
        return Filter(col=column, op="!=" if excluded else "==", value=values[0])
    return Filter(col=column, op="not_in" if excluded else "in", value=[*values])


def _of_clause(text: str, table: DatasetProfile, matches: Sequence[ValueMatch]) -> list[ValueMatch]:
    """The matches of the table within the text, the first column of each stretch of words."""
    found: dict[int, ValueMatch] = {}
    for match in matches:
        if match.dataset_id == table.dataset_id and match.words in text:
            found.setdefault(match.start, match)
    return list(found.values())


def _without_values(text: str, table: DatasetProfile, matches: Sequence[ValueMatch]) -> str:
    for match in _of_clause(text, table, matches):
        text = text.replace(match.words, " ")
    return text


def _left_over(text: str, table: DatasetProfile, matches: Sequence[ValueMatch]) -> list[str]:
    """The words that neither name a value or year or its column nor are a phrase that sets a condition."""
    rest = _YEAR.sub(" ", without_phrases(_without_values(text, table, matches), ("only", "leave_out", "polite")), 1)
    small = short_words(detect_language(text))
    columns = [match.column for match in matches]
    return [
        word
        for word in said_words(rest)
        if word not in small and not any(touches_column(word, column) for column in columns)
    ]


def _as_read(text: str, table: DatasetProfile, matches: Sequence[ValueMatch], read: Read) -> Conditions:
    """The conditions under which the reader counts rows, when the clause follows the question how many there are."""
    asked = PastTurn(counting_rows(detect_language(text)), "answered", "", "", specs=(_COUNTED,))
    decision = read(ReadQuestion(text, (table,), value_matches=tuple(matches), history=(asked,)))
    if decision.next_action != "act" or not decision.readings:
        return Conditions()
    specs = decision.readings[0].specs
    spec = specs[0] if len(specs) == 1 else None
    if not isinstance(spec, GroupbyAgg):
        return Conditions()
    bare = spec.model_copy(update={"filters": [], "prepare": [], "dataset_id": None})
    return Conditions(tuple(spec.filters), tuple(spec.prepare)) if bare == _COUNTED else Conditions()
