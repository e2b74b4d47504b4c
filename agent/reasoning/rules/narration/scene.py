"""What one narrator tells of: a spec, the tables that it gave, and the words of the question's language."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.narration.view import TableView
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.measures import Grain, Measure, TimeTrend
from agent.specs.plots import AggregatedPlot, Area, Line, Plot
from agent.specs.result_words import as_title

_PERIOD = "period"
_NO_NAME = re.compile(r"column_\d+")
"""What a column is called whose header is empty."""
SpecT_co = TypeVar("SpecT_co", bound=Measure | Plot, covariant=True)


@dataclass(frozen=True)
class Scene(Generic[SpecT_co]):
    """One spec with its result tables, the answer's table first. A plot's tables are the data it draws."""

    spec: SpecT_co
    tables: tuple[TableView, ...]
    wording: Wording

    @property
    def main(self) -> TableView:
        """The table that holds the answer."""
        return self.tables[0]

    @property
    def phrases(self) -> Phrases:
        """The words of the question's language."""
        return self.wording.phrases

    def say(self, key: str, /, **values: str) -> str:
        """A phrase in the question's language; a sentence that begins with "the week of" begins large."""
        text, article = self.phrases.say(key, **values), self.phrases.say("period.week", period="")
        is_sentence = bool(article) and text.startswith(article) and text.endswith(self.phrases.say("list.end"))
        return as_title(text) if is_sentence else text

    @property
    def where(self) -> str:
        """The conditions as the end of a sentence (" where Island is Biscoe"), or ""."""
        return self.wording.where(self.spec)

    def label(self, table: TableView, row: int, columns: Sequence[str] | None = None) -> str:
        """The name of a row: its keys, or the given columns. A number says of what it is: "hour 12", "SKU 0071"."""
        named = table.keys if columns is None else tuple(columns)
        if self.grain is not None and named == (_PERIOD,):
            return self.period(table, row)
        if self.grain is not None and len(named) == 2 and named[0] == _PERIOD:
            return self.say("period.of_group", group=self._key(table, row, named[1]), period=self.period(table, row))
        return self.say("group.between").join(self._key(table, row, column) for column in named)

    @property
    def grain(self) -> Grain | None:
        """The length of the periods that the rows are of; None where they are of no periods."""
        measure = self.spec.of if isinstance(self.spec, AggregatedPlot) and self.spec.of is not None else self.spec
        return measure.grain if isinstance(measure, TimeTrend | Area | Line) else None

    def period(self, table: TableView, row: int) -> str:
        """The period of a row inside a sentence: "August 2024", "the week of 5 February 2024"."""
        period = table.ref(row, table.keys[0])
        return self.say(f"period.{self.grain}", period=period) if self.grain in ("week", "year") else period

    def _key(self, table: TableView, row: int, column: str) -> str:
        shown = table.key(row, column, self.phrases)
        value = table.value(row, column)
        is_numbered = table.number(row, column) is not None or (isinstance(value, str) and value.isdecimal())
        if not is_numbered or _NO_NAME.fullmatch(column):
            return shown
        return self.say("group.numbered", column=self.wording.derived_name(column, self.spec), value=shown)

    def nothing(self) -> str:
        """What to say when no row is left."""
        conditions = self.wording.conditions(self.spec)
        if not conditions:
            return self.say("nothing.plain")
        return self.say("nothing.matches", conditions=self.phrases.joined(conditions))


Narrator = Callable[[Scene[Any]], str]
"""A scene whose first table has rows -> a template: paragraphs and lists, numbers as references."""
