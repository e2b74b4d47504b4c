"""A condition in words of a language: the only place that makes them, for chips, sentences, titles and ledgers."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from agent.specs.base import LISTING, AnyOf, ColumnStatistic, Filter, FilterValue, OtherColumn, RelativeDate
from agent.specs.locales import column_words, date_words, number_words
from agent.specs.measures import AnalysisSpec, GroupbyAgg, Measure, TimeTrend
from agent.specs.plots import Plot, PlotSpec
from agent.specs.transforms import FilterRows
from agent.specs.words import Words, words_in

Names = Mapping[str, str]
"""What columns are called where that is not their name."""
NO_NAMES: Names = MappingProxyType({})
Computed = AnalysisSpec | Measure | PlotSpec | Plot
_BY_SIZE = (">", ">=", "<", "<=", "between")
"""What is compared by its size is an amount; anything else may be a year or a number by which a thing is known."""
_TEXTUAL = ("contains", "starts_with", *LISTING)


def condition_words(condition: Filter | AnyOf, language: str | None = None, names: Names = NO_NAMES) -> str:
    """A condition: "region is North", "quantity is above the average of quantity", "day is April 2025"; conditions
    joined by OR with those that belong together in brackets.
    """
    words = words_in(language)
    if isinstance(condition, Filter):
        return _filter_words(condition, words, names)
    either = [[_filter_words(one, words, names) for one in joined] for joined in condition.any]
    told = [_together(joined, words) if len(either) > 1 else words.say("label.and").join(joined) for joined in either]
    return words.say("label.or").join(told)


def conditions_words(conditions: Sequence[Filter | AnyOf], language: str | None = None, names: Names = NO_NAMES) -> str:
    """Conditions that all have to hold, as one text; "" for none."""
    return words_in(language).say("label.and").join(each_in_words(conditions, language, names))


def each_in_words(
    conditions: Sequence[Filter | AnyOf], language: str | None = None, names: Names = NO_NAMES
) -> list[str]:
    """Each condition in words that can stand beside the others: what joins several by OR in brackets."""
    told = [condition_words(one, language, names) for one in conditions]
    if len(told) < 2:
        return told
    return [
        words_in(language).say("label.together", conditions=words) if isinstance(one, AnyOf) and len(one.any) > 1
        else words
        for one, words in zip(conditions, told, strict=True)
    ]  # fmt: skip


def conditions_of(spec: Computed, *, worth_telling: bool = False) -> list[Filter | AnyOf]:
    """The conditions on the rows of a spec, those of its steps first. `worth_telling`: without those that a column be
    filled in whose statistics are all that is computed: they are of its filled cells anyway.
    """
    steps = [one for step in spec.prepare if isinstance(step, FilterRows) for one in step.filters]
    metrics = spec.metrics if isinstance(spec, GroupbyAgg | TimeTrend) and not spec.quantities else {}
    told = [column for column, each in metrics.items() if "missing" not in each]
    goes_without_saying = told if worth_telling and len(metrics) == 1 else []
    return [
        one
        for one in (*steps, *spec.filters)
        if not (isinstance(one, Filter) and one.op == "not_null" and one.col in goes_without_saying)
    ]


def relative_date_words(value: RelativeDate, language: str | None = None) -> str:
    """ "3 months before the latest date"; the whole period that holds it where that is meant."""
    words = words_in(language)
    day = words.say(f"date.{value.date}")
    if value.shift:
        size = words.say(f"date.{value.unit}" if abs(value.shift) == 1 else f"date.{value.unit}s")
        way = "date.after" if value.shift > 0 else "date.before"
        day = words.say(way, count=str(abs(value.shift)), unit=size, day=day)
    return words.say(f"date.whole_{value.unit}", day=day) if value.whole and value.unit != "day" else day


def statistic_words(of: ColumnStatistic, language: str | None = None, names: Names = NO_NAMES) -> str:
    """ "the average of quantity"; also "over rows of the same region", or where only some rows are meant."""
    words = words_in(language)
    share = "" if of.q is None else number_words(round(of.q * 100, 6), words.language, grouped=False)
    conditions = conditions_words(of.filters, words.language, names)
    column = _column(of.col, words, names)
    told = words.say(f"statistic_of.{of.stat}", column=column, percent=share, conditions=conditions)
    groups = words.say("label.and").join(_column(name, words, names) for name in of.by)
    told = words.say("statistic_of.of_group", statistic=told, groups=groups) if groups else told
    if of.times != 1:
        factor = number_words(round(of.times, 6), words.language, grouped=False)
        told = words.say("statistic_of.times", times=factor, statistic=told)
    is_told = of.stat == "value" or not conditions
    return told if is_told else words.say("statistic_of.of_rows", statistic=told, conditions=conditions)


def _together(conditions: Sequence[str], words: Words) -> str:
    joined = words.say("label.and").join(conditions)
    return words.say("label.together", conditions=joined) if len(conditions) > 1 else joined


def _filter_words(condition: Filter, words: Words, names: Names) -> str:
    key, column = f"condition.{condition.op}", _column(condition.col, words, names)
    if isinstance(condition.value, ColumnStatistic | OtherColumn):
        return words.say(key, column=column, value=_compared_words(condition.value, condition.op, words, names))
    stated = condition.value if isinstance(condition.value, list) else condition.values
    values = [_compared_words(value, condition.op, words, names) for value in stated]
    if condition.op == "between":
        return words.say(key, column=column, low=values[0], high=values[1])
    return words.say(key, column=column, value=_listed(values, words))


def _compared_words(value: FilterValue | ColumnStatistic | OtherColumn, op: str, words: Words, names: Names) -> str:
    if isinstance(value, ColumnStatistic):
        return statistic_words(value, words.language, names)
    if isinstance(value, OtherColumn):
        return words.say("value.other_column", column=_column(value.col, words, names))
    return _value_words(value, op, words)


def _column(name: str, words: Words, names: Names) -> str:
    return names.get(name) or column_words(name, words.language)


def _listed(values: Sequence[str], words: Words) -> str:
    """ "North", "North or South", "North, South or East"."""
    if len(values) < 2:
        return "".join(values)
    return words.say("value.or_last").join([words.say("value.either").join(values[:-1]), values[-1]])


def _value_words(value: FilterValue, op: str, words: Words) -> str:
    if isinstance(value, RelativeDate):
        return relative_date_words(value, words.language)
    if isinstance(value, bool):
        return words.say("value.true" if value else "value.false")
    if isinstance(value, str):
        plain = value if op in _TEXTUAL else date_words(value, words.language)
        # blanks can be seen between quotes only
        return plain if value and value == value.strip() else json.dumps(value, ensure_ascii=False)
    return number_words(value, words.language, grouped=op in _BY_SIZE)
