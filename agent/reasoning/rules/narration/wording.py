"""Words for parts of a spec: metrics, quantities, conditions. A figure is written only as the spec has it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.analysis.headings import given_heading
from agent.analysis.periods import parse_label
from agent.reasoning.rules.narration.phrases import Phrases
from agent.specs.base import AnyOf, Filter, filters_in
from agent.specs.condition_words import conditions_of, conditions_words, each_in_words
from agent.specs.locales import column_words, date_words, without_unit
from agent.specs.measures import Aggregation, Measure, Quantity
from agent.specs.plots import AggregatedPlot, Plot
from agent.specs.references import literal
from agent.specs.result_words import measure_words
from agent.specs.transforms import AddDatePart

MOST_CONDITIONS = 4
"""More conditions than this make a sentence unreadable; they stand in the computation anyway."""


@dataclass(frozen=True)
class Wording:
    """Turns parts of a spec into words of one language. Without `allows_figures`, none of its digits is written."""

    phrases: Phrases
    allows_figures: bool = True
    units: Mapping[str, str] = field(default_factory=dict)  # of columns whose numbers carry one
    only_date: str | None = None  # the column of dates, where the data have one only

    def name(self, text: str) -> str:
        """A column name or a label as words of a template."""
        return literal(text)

    def column(self, name: str) -> str:
        """A column inside a sentence whose numbers carry its unit: "net sales"."""
        return literal(column_words(without_unit(name, self.units.get(name)), self.phrases.language))

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
        """ "average body mass (g)"; "number of rows" for the count of rows."""
        return literal(measure_words(column, aggregation, self.phrases.language, unit=self.units.get(column)))

    def bare(self, column: str) -> str:
        """What there is an amount of: "net sales" of their total."""
        return literal(measure_words(column, "sum", self.phrases.language, bare=True, unit=self.units.get(column)))

    def given(self, name: str) -> str:
        """A name that a question gave to a result column: "north sales"; no words where its digits may not stand."""
        return self.name(given_heading(name)) if self.may_write(name) else self.phrases.say("plot.values")

    def quantity(self, quantity: Quantity) -> str:
        """The words of a quantity, with its own conditions."""
        return self.metric(quantity.col, quantity.agg) + self._where(quantity.filters)

    def part(self, quantity: Quantity) -> str:
        """The words of a quantity that something is a share of, or is divided by: a sum only by its column."""
        words = self.bare(quantity.col) if quantity.agg == "sum" else self.metric(quantity.col, quantity.agg)
        if (quantity.col, quantity.agg) == ("*", "count"):
            words = self.phrases.say("ratio.rows")
        return words + self._where(quantity.filters)

    def where(self, spec: Measure | Plot) -> str:
        """The conditions of a spec as the end of a sentence, or "" without any."""
        return self._where(conditions_of(spec, worth_telling=True))

    def conditions(self, spec: Measure | Plot) -> list[str]:
        """The conditions that can be put in words."""
        return [words for words in self._each(conditions_of(spec)) if words]

    def may_write(self, words: str) -> bool:
        """May these words of a spec or a table stand in an answer? Not with digits once a text was sent back."""
        return self.allows_figures or not re.search(r"\d", words)

    def _each(self, filters: Sequence[Filter | AnyOf]) -> list[str]:
        """Each in words that can stand beside the others; "" for one whose figures may not be written."""
        told = each_in_words(filters, self.phrases.language)
        return [literal(words) if self.may_write(words) else "" for words in told]

    def _where(self, filters: Sequence[Filter | AnyOf]) -> str:
        if not filters:
            return ""
        periods = [one for one in filters if self._grain_of(one) is not None]
        if len(periods) == 1 and self.may_write(said := self._in_period(periods[0])):
            return said + self._where([one for one in filters if one is not periods[0]])
        told = conditions_words(filters, self.phrases.language)
        if len(filters_in(filters)) > MOST_CONDITIONS or not self.may_write(told):
            return self.phrases.say("where.unsaid")
        return self.phrases.say("where.said", conditions=literal(told))

    def _grain_of(self, condition: Filter | AnyOf) -> str | None:
        """The length of the one period that the only date of the data lies in by this condition; None for others."""
        if not isinstance(condition, Filter) or condition.op != "==" or condition.col != self.only_date:
            return None
        found = parse_label(condition.value) if isinstance(condition.value, str) else None
        return found[1] if found is not None else None

    def _in_period(self, condition: Filter | AnyOf) -> str:
        """ " in March 2024" """
        assert isinstance(condition, Filter)  # it has a grain
        period = literal(date_words(str(condition.value), self.phrases.language))
        return self.phrases.say(f"where.{self._grain_of(condition)}", period=period)
