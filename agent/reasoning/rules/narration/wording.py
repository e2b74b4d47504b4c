"""Words for parts of a spec: metrics, quantities, conditions. A figure is written only as the spec has it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from agent.analysis.headings import given_heading
from agent.reasoning.rules.narration.phrases import Phrases
from agent.specs.base import AnyOf, ColumnStatistic, Filter, FilterValue, RelativeDate
from agent.specs.measures import Aggregation, Measure, Quantity
from agent.specs.plots import AggregatedPlot, Plot
from agent.specs.references import literal
from agent.specs.transforms import AddDatePart, FilterRows

OPERATOR_PHRASES = {
    "==": "equals", "!=": "differs", ">": "above", ">=": "from", "<": "below", "<=": "up_to", "in": "one_of",
    "not_in": "none_of", "contains": "contains", "is_null": "is_null", "not_null": "not_null", "between": "between",
    "starts_with": "starts_with",
}  # fmt: skip
MOST_CONDITIONS = 3
MOST_JOINED = 4
"""More conditions than this make a sentence unreadable; they stand in the computation anyway."""


@dataclass(frozen=True)
class Wording:
    """Turns parts of a spec into words of one language. Without `allows_figures`, none of its digits is written."""

    phrases: Phrases
    allows_figures: bool = True

    def name(self, text: str) -> str:
        """A column name or a label as words of a template."""
        return literal(text)

    def derived_name(self, column: str, spec: Measure | Plot) -> str:
        """A column name; the word "hour" for a column that a step of the spec made as the hour of a date."""
        steps = [*spec.prepare, *(spec.of.prepare if isinstance(spec, AggregatedPlot) and spec.of is not None else ())]
        for step in steps:
            if isinstance(step, AddDatePart) and column == (step.name or f"{step.col}_{step.part}"):
                return self.phrases.say(f"part.{step.part}")
        return self.name(column)

    def names(self, columns: list[str] | tuple[str, ...]) -> str:
        """Several column names in a row."""
        return self.phrases.joined([self.name(column) for column in columns])

    def metric(self, column: str, aggregation: Aggregation) -> str:
        """ "average Body Mass (g)"; "number of rows" for the count of rows."""
        of_rows = "metric.rows" if aggregation == "count" else f"metric.rows_{aggregation}"
        key = of_rows if column == "*" else f"metric.{aggregation}"
        return self.phrases.say(key, column=self.name(column))

    def given(self, name: str) -> str:
        """A name that a question gave to a result column: "north sales"; no words where its digits may not stand."""
        return self.name(given_heading(name)) if self.may_write(name) else self.phrases.say("plot.values")

    def quantity(self, quantity: Quantity) -> str:
        """The words of a quantity, with its own conditions."""
        return self.metric(quantity.col, quantity.agg) + self._where(self._conditions(quantity.filters))

    def where(self, spec: Measure | Plot) -> str:
        """The conditions of a spec as the end of a sentence, or "" without any."""
        return self._where(self._conditions(_filters_of(spec)))

    def conditions(self, spec: Measure | Plot) -> list[str]:
        """The conditions that can be put in words."""
        return [words for words in self._conditions(_filters_of(spec)) if words]

    def condition(self, condition: Filter | AnyOf) -> str:
        """One condition in words, with those that it joins by OR; "" when its figures may not be written."""
        if isinstance(condition, Filter):
            return self._filter(condition)
        lists = [[self._filter(one) for one in joined] for joined in condition.any]
        if not all(words for each in lists for words in each) or sum(map(len, lists)) > MOST_JOINED:
            return ""
        either = [self._together(each) if len(lists) > 1 else self.phrases.joined(each) for each in lists]
        return reduce(lambda first, second: self.phrases.say("list.or", first=first, second=second), either)

    def _together(self, conditions: Sequence[str]) -> str:
        """Several in brackets, so that what stands beside them is not taken in."""
        joined = self.phrases.joined(conditions)
        return self.phrases.say("filter.together", conditions=joined) if len(conditions) > 1 else joined

    def _filter(self, filter_: Filter) -> str:
        values = [filter_.value] if isinstance(filter_.value, ColumnStatistic) else filter_.values
        said = [self._value(value) for value in values]
        if not all(self.may_write(words) for words in said):
            return ""
        key = f"filter.{OPERATOR_PHRASES[filter_.op]}"
        column = self.name(filter_.col)
        if filter_.op == "between":
            return self.phrases.say(key, column=column, low=said[0], high=said[1])
        return self.phrases.say(key, column=column, value=self.phrases.joined(said))

    def may_write(self, words: str) -> bool:
        """May these words of a spec or a table stand in an answer? Not with digits once a text was sent back."""
        return self.allows_figures or not re.search(r"\d", words)

    def _value(self, value: FilterValue | ColumnStatistic) -> str:
        if isinstance(value, ColumnStatistic):
            return self.phrases.say(f"statistic_of.{value.stat}", column=self.name(value.col))
        if isinstance(value, RelativeDate):
            return self._relative_date(value)
        if isinstance(value, bool):
            return self.phrases.say("value.true" if value else "value.false")
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return self.name(str(value).strip() or self.phrases.say("group.missing"))

    def _relative_date(self, value: RelativeDate) -> str:
        """ "3 months before the latest date"; the whole period that holds it where that is meant."""
        day = self.phrases.say(f"dates.{value.date}")
        if value.shift:
            size = self.phrases.say(f"dates.{value.unit}" + ("" if abs(value.shift) == 1 else "s"))
            way = "dates.after" if value.shift > 0 else "dates.before"
            day = self.phrases.say(way, count=str(abs(value.shift)), size=size, day=day)
        if value.whole and value.unit != "day":
            return self.phrases.say(f"dates.whole_{value.unit}", day=day)
        return day

    def _conditions(self, filters: Sequence[Filter | AnyOf]) -> list[str]:
        """Each in words; one that joins others by OR in brackets where it does not stand alone."""
        words = [self.condition(one) for one in filters]
        if len(words) < 2:
            return words
        return [
            self.phrases.say("filter.together", conditions=said) if said and isinstance(one, AnyOf) else said
            for one, said in zip(filters, words, strict=True)
        ]

    def _where(self, conditions: list[str]) -> str:
        if not conditions:
            return ""
        if len(conditions) > MOST_CONDITIONS or not all(conditions):
            return self.phrases.say("where.unsaid")
        return self.phrases.say("where.said", conditions=self.phrases.joined(conditions))


def _filters_of(spec: Measure | Plot) -> list[Filter | AnyOf]:
    prepared = [filter_ for step in spec.prepare if isinstance(step, FilterRows) for filter_ in step.filters]
    return [*prepared, *spec.filters]
