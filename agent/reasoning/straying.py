"""Readings of a model that leave words of a question which the rules understood: no second meaning of it."""

from collections.abc import Sequence

from pydantic import JsonValue

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.question import Question
from agent.specs.base import Sort, filters_in
from agent.specs.measures import ColumnSummary, GroupbyAgg, TimeTrend, ValueCounts
from agent.specs.plain import texts_in
from agent.specs.reading import Reading


def strays(reading: Reading, own: Sequence[Reading], question: Question, prompt: ReadQuestion) -> bool:
    """Whether a reading passes over a column or a condition of the question's words that every reading of the rules
    uses, or brings in a group or a condition that neither those words nor the readings before name.
    """
    names = {column.name for table in prompt.datasets for column in table.columns}
    theirs = _columns(reading, names)
    ours = [_columns(each, names) for each in own]
    said = [{candidate.name for candidate in link.candidates} for link in question.links]
    needed = [columns for columns in said if all(columns & used for used in ours)]
    if any(not columns & theirs for columns in needed):
        return True
    if _talked_before(prompt) and all(theirs < used for used in ours):
        return True  # a follow-up goes on with what was measured before
    if _measures_another_kind(reading, own, question) or _splits_otherwise(reading, own, question, prompt):
        return True
    if any(_piles_up_conditions(reading, each) for each in own):
        return True
    own_conditions = [_conditions(each) for each in own]
    if all(own_conditions) and not _conditions(reading):
        return True
    if _conditions(reading) and not any(own_conditions) and not unknown_words(question):
        return True
    cells = {match.column for value in question.values for match in value.matches}
    talked_about = set().union(*said, *ours, cells)
    return bool(_grouped(reading) & names - talked_about)


def _talked_before(prompt: ReadQuestion) -> bool:
    return Memory.from_json(prompt.frame).last is not None


def _measures_another_kind(reading: Reading, own: Sequence[Reading], question: Question) -> bool:
    """Rows where different values were asked for, levels where a change was, every pair of columns where one was, one
    result where several were."""
    if any(all(asked(each) for each in own) and not asked(reading) for asked in (_grows, _ranks_by_growth)):
        return True
    if _has_op(reading, "correlation_matrix") and all(_has_op(each, "correlation") for each in own):
        return True
    if all(_counts_distinct(each) for each in own) and not _counts_distinct(reading):
        return question.has("distinct") or _counts_rows_alone(reading)
    fewest = min(len(_results(each)) for each in own)
    return len(_results(reading)) < min(fewest, 2) or _counts_the_groups_in_themselves(reading)


def _splits_otherwise(reading: Reading, own: Sequence[Reading], question: Question, prompt: ReadQuestion) -> bool:
    """One number where groups were asked for; groups where no word asks for any; other groups than a follow-up's."""
    theirs, ours = _split(reading), [_split(each) for each in own]
    if not theirs and all(ours) and all(isinstance(spec, GroupbyAgg | ColumnSummary) for spec in reading.specs):
        return True
    if question.has("each"):
        return False
    return bool(theirs) and (not any(ours) or (_talked_before(prompt) and theirs not in ours))


def _grows(reading: Reading) -> bool:
    """Whether a change from one period to the next is computed."""
    return any(getattr(spec, "growth", "none") != "none" for spec in reading.specs)


def _ranks_by_growth(reading: Reading) -> bool:
    return any(isinstance(spec, TimeTrend) and _is_growth(spec.sort) for spec in reading.specs)


def _is_growth(sort: Sort | None) -> bool:
    return sort is not None and sort.by.endswith(("_growth_pct", "_change"))


def _counts_distinct(reading: Reading) -> bool:
    return any("nunique" in texts_in(spec.model_dump(mode="json")) for spec in reading.specs)


def _counts_the_groups_in_themselves(reading: Reading) -> bool:
    """Different values of the very column that the rows are grouped by: always one."""
    return any(
        aggregation == "nunique" and column in spec.group_cols
        for spec in reading.specs
        if isinstance(spec, GroupbyAgg)
        for column, aggregation in _results(reading)
    )


def _counts_rows_alone(reading: Reading) -> bool:
    return all(aggregation == "count" for _, aggregation in _results(reading))


def _results(reading: Reading) -> set[tuple[str, str]]:
    """Column and aggregation of all that is computed by group or period."""
    specs = [spec for spec in reading.specs if isinstance(spec, GroupbyAgg | TimeTrend)]
    plain = {(column, each) for spec in specs for column, wanted in spec.metrics.items() for each in wanted}
    return plain | {(quantity.col, quantity.agg) for spec in specs for quantity in spec.quantities.values()}


def _has_op(reading: Reading, op: str) -> bool:
    return any(getattr(spec, "op", "") == op for spec in reading.specs)


def _split(reading: Reading) -> frozenset[str]:
    """What the results stand by, the column whose values are counted and the date of a trend among it."""
    counted = {spec.column for spec in reading.specs if isinstance(spec, ValueCounts)}
    dates = {spec.date_col for spec in reading.specs if isinstance(spec, TimeTrend)}
    return frozenset(_grouped(reading) | counted | dates)


def unknown_words(question: Question) -> int:
    """How many words of the question the rules have no meaning for; any of them may be a condition."""
    return sum(token.stem not in question.file_words for token in question.unexplained)


def _columns(reading: Reading, names: set[str]) -> set[str]:
    return {text for spec in reading.specs for text in texts_in(spec.model_dump(mode="json"))} & names


def _conditions(reading: Reading) -> bool:
    """Whether rows are chosen anywhere: by filters, or by those of a part of a ratio."""
    return any(_holds_filters(spec.model_dump(mode="json")) for spec in reading.specs)


def _piles_up_conditions(reading: Reading, own: Reading) -> bool:
    """Whether the one condition on a column stands beside another on it: a follow-up's, beside the one it replaces."""
    ours, theirs = _filters(own), _filters(reading)
    return any(
        ours[column] < conditions and len(ours[column]) == 1 for column, conditions in theirs.items() if column in ours
    )


def _filters(reading: Reading) -> dict[str, set[str]]:
    """The conditions on each column, as text."""
    found: dict[str, set[str]] = {}
    for spec in reading.specs:
        for condition in filters_in(spec.filters):
            found.setdefault(condition.col, set()).add(condition.model_dump_json())
    return found


def _holds_filters(told: JsonValue) -> bool:
    if isinstance(told, dict):
        return any((key == "filters" and bool(held)) or _holds_filters(held) for key, held in told.items())
    return isinstance(told, list) and any(_holds_filters(item) for item in told)


def _grouped(reading: Reading) -> set[str]:
    """Columns that the results are split by."""
    split = (getattr(spec, name, None) for spec in reading.specs for name in ("group_cols", "color", "group_col", "by"))
    return {text for told in split for text in texts_in(told)}
