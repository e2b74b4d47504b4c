"""What one narrator tells of: a spec, the tables that it gave, and the words of the question's language."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.narration.view import TableView
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.measures import Measure
from agent.specs.plots import Plot

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
        """A phrase in the question's language."""
        return self.phrases.say(key, **values)

    @property
    def where(self) -> str:
        """The conditions as the end of a sentence (" where Island is Biscoe"), or ""."""
        return self.wording.where(self.spec)

    def label(self, table: TableView, row: int, columns: Sequence[str] | None = None) -> str:
        """The name of a row: its keys, or the given columns. A number says of what it is: "hour 12"."""
        named = table.keys if columns is None else tuple(columns)
        return self.say("group.between").join(self._key(table, row, column) for column in named)

    def _key(self, table: TableView, row: int, column: str) -> str:
        shown = table.key(row, column, self.phrases)
        if table.number(row, column) is None:
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
