"""Where the columns of a frame live, and the steps that bring them together: joins, date parts, casts."""

from dataclasses import dataclass, field, replace
from typing import Literal

from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.reading.frame import SIGNS, ColumnRef, ConditionSlot, DurationUnit, Frame, GroupSlot
from agent.reasoning.rules.reading.keys import join_key
from agent.reasoning.rules.reading.time_units import UNITS_IN_A_DAY
from agent.reasoning.rules.reading.wide import made_columns, unpivot_of
from agent.specs.base import ColumnStatistic, Filter
from agent.specs.expressions import Expression
from agent.specs.measures import Grain
from agent.specs.transforms import (
    AddDatePart,
    CastType,
    DatePart,
    DeriveColumn,
    DropDuplicates,
    FilterRows,
    JoinDatasets,
    Transform,
)
from registry.profile import DatasetProfile
from registry.shared_keys import SharedKey

_FUNCTIONS: dict[str, Literal["sub", "div", "mul"]] = {"minus": "sub", "over": "div", "times": "mul"}
_GRAIN_PARTS: dict[Grain, DatePart] = {
    "day": "date", "week": "year_week", "month": "year_month", "quarter": "year_quarter", "half": "year_half",
    "year": "year",
}  # fmt: skip
_MOSTLY_ONCE = 1.5


class FanOutError(Exception):
    """A column is asked of a data set with many rows for each row here: which of them is meant cannot be told."""

    def __init__(self, one: str, many: str) -> None:
        super().__init__(f"{one} and {many}")
        self.one, self.many = one, many


@dataclass
class Workbench:
    """Collects the `prepare` steps that a spec on one base data set needs, each once."""

    base: DatasetProfile
    datasets: tuple[DatasetProfile, ...]
    day_first: bool | None = None
    is_one_of_several: bool = False  # the reading stands beside others
    phrases: Phrases = field(default_factory=lambda: phrases_in("en"))  # of the question's language
    keys: tuple[SharedKey, ...] = ()
    named: frozenset[str] = frozenset()  # columns that the question names: they decide between keys
    steps: list[Transform] = field(default_factory=list)
    _joined: dict[str, list[str]] = field(default_factory=dict)
    _cast: set[str] = field(default_factory=set)

    def column(self, ref: ColumnRef) -> str:
        """The name under which a column can be used; joins its data set in when it lives elsewhere."""
        if ref.dataset_id == self.base.dataset_id:
            self._make_long(ref.column)
            return ref.column
        other = self._table(ref.dataset_id)
        left, right = self.key(other)
        if ref.column == right:
            return left
        if _repeats(other, right) and not _repeats(self.base, left):
            raise FanOutError(self.base.name, other.name)
        wanted = self._joined.setdefault(ref.dataset_id, [])
        if ref.column not in wanted:
            wanted.append(ref.column)
            self.steps = [step for step in self.steps if getattr(step, "dataset_id", None) != ref.dataset_id]
            keys = [name for name in wanted if name != right]
            step = JoinDatasets(dataset_id=ref.dataset_id, left_on=[left], right_on=[right], columns=keys)
            self.steps.insert(0, step)
        clash = self.base.column(ref.column) is not None
        return f"{ref.column}_right" if clash else ref.column

    def afresh(self, base: DatasetProfile) -> "Workbench":
        """A bench with the same settings and no steps, on a data set."""
        return replace(self, base=base, steps=[], _joined={}, _cast=set())

    def key(self, other: DatasetProfile) -> tuple[str, str]:
        """The columns that bring another data set in."""
        return join_key(self.base, other, self.keys, self.named)

    def _make_long(self, name: str) -> None:
        """Time and value of a wide table are made first of all, once they are used."""
        step = unpivot_of(self.base)
        if step is not None and name in made_columns(self.base) and step not in self.steps:
            self.steps.insert(0, step)

    def date(self, ref: ColumnRef) -> str:
        """A date column ready for use; one that reads both ways is cast in the order decided."""
        name = self.column(ref)
        profile = self._table(ref.dataset_id).column(ref.column)
        if profile is not None and profile.kind == "ambiguous_date" and name not in self._cast:
            self._cast.add(name)
            self.steps.append(CastType(col=name, to="date", day_first=self.day_first))
        return name

    def group(self, slot: GroupSlot) -> str:
        """The column to group by, with a date part made where one is meant."""
        part = slot.part or (_GRAIN_PARTS[slot.grain] if slot.grain else None)
        if part is None:
            return self.column(slot.columns[0])
        return self.part(slot.columns[0], part)

    def period(self, ref: ColumnRef, grain: Grain) -> str:
        """The column that names the period (month, day, ...) of each row."""
        return self.part(ref, _GRAIN_PARTS[grain])

    def part(self, ref: ColumnRef, part: DatePart) -> str:
        """A part of a date or time column, made once."""
        name = self.date(ref)
        profile = self._table(ref.dataset_id).column(ref.column)
        if part == "date" and profile is not None and profile.kind != "datetime":
            return name
        made = f"{name}_{part}"
        if not any(getattr(step, "name", None) == made for step in self.steps):
            self.steps.append(AddDatePart(col=name, part=part, name=made))
        return made

    def difference(
        self, of: ColumnRef, minus: ColumnRef, *, sign: str = "minus", unit: DurationUnit | None = None
    ) -> str:
        """The column `a - b` (or `a / b`, `a * b`), row by row; of two dates the time between them. Made once."""
        first, second = self.date(of), self.date(minus)
        made = f"{first} {SIGNS[sign]} {second}"
        expression: list[Expression] = [_FUNCTIONS[sign], first, second]
        if unit is not None and unit in UNITS_IN_A_DAY:
            made = f"{made} ({unit})"
            expression = ["mul", expression, UNITS_IN_A_DAY[unit]]
        if not any(getattr(step, "name", None) == made for step in self.steps):
            self.steps.append(DeriveColumn(name=made, expression=expression))
        return made

    def filter(self, slot: ConditionSlot) -> Filter:
        """A condition as a filter of the spec."""
        name = self.part(slot.column, slot.part) if slot.part else self.date(slot.column)
        if slot.than:
            made = self.difference(slot.column, slot.than)
            return Filter(col=made, op=slot.op, value=0 if slot.value is None else slot.value)
        if slot.statistic:
            return Filter(col=name, op=slot.op, value=ColumnStatistic(stat=slot.statistic, col=name))
        return Filter(col=name, op=slot.op, value=slot.value)

    def filters(self, frame: Frame) -> list[Filter]:
        """All conditions of a frame, alternatives told apart before; of a wide table only filled cells count."""
        found = [self.filter(alternatives[0]) for alternatives in frame.conditions]
        step = unpivot_of(self.base)
        if step is not None and step in self.steps and not any(item.col == step.value for item in found):
            found.append(Filter(col=step.value, op="not_null"))
        return found

    def count_once(self, identifier: str, groups: list[str], frame: Frame) -> None:
        """Makes every thing one row of its group, so that counting rows counts things. Conditions come first."""
        column = self.base.column(identifier)
        if column is None or column.unique < column.count:
            filters = self.filters(frame)
            if filters:
                self.steps.append(FilterRows(filters=filters))
            self.steps.append(DropDuplicates(cols=[*groups, identifier]))

    def stands_once(self, identifier: str) -> bool:
        """Whether each thing stands in about one row, so that it belongs to one group only."""
        return self.base.column(identifier) is not None and not _repeats(self.base, identifier)

    def without_duplicates(self, frame: Frame) -> None:
        """Duplicate rows go first, when the question asks for it."""
        if frame.deduplicated:
            self.steps.insert(0, DropDuplicates())

    def _table(self, dataset_id: str) -> DatasetProfile:
        return next(table for table in self.datasets if table.dataset_id == dataset_id)


def _repeats(table: DatasetProfile, name: str) -> bool:
    """Whether a key stands in many rows: one customer, many orders. A few double entries do not count."""
    column = table.column(name)
    return column is not None and column.count > _MOSTLY_ONCE * column.unique
