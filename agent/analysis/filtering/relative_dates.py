"""Dates told from today or from the latest one of a column, as the ISO text of the day or period that they mean."""

import calendar
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, TypeVar

from pydantic import BaseModel

from agent.analysis.periods import label, ordinal
from agent.errors import SpecError
from agent.specs.base import Filter, RelativeDate
from agent.specs.expressions import Day
from registry.profile import DatasetProfile

S = TypeVar("S", bound=BaseModel)
MONTHS = {"month": 1, "quarter": 3, "year": 12}
DAYS = {"day": 1, "week": 7}


def date_text(wanted: RelativeDate, day: date) -> str:
    """The day `shift` units after `day` (2025-03-31), or with `whole` the period that holds it (2025-03, 2025-W14).

    A month without such a day gives its last one. SpecError when that lies outside of the calendar.
    """
    try:
        if wanted.whole:
            return label(ordinal(day, wanted.unit) + wanted.shift, wanted.unit)
        return _shift(day, wanted).isoformat()
    except (ValueError, OverflowError):
        raise SpecError(
            f"{abs(wanted.shift):,} {wanted.unit}s from {day.isoformat()} lie outside of the calendar.",
            "Use a smaller shift.",
        ) from None


def _shift(day: date, wanted: RelativeDate) -> date:
    if wanted.unit in DAYS:
        return day + timedelta(days=wanted.shift * DAYS[wanted.unit])
    year, month = divmod(day.year * 12 + day.month - 1 + wanted.shift * MONTHS[wanted.unit], 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


@dataclass(frozen=True)
class Clock:
    """What dates are told from: the day that is today, and the latest date of each date column of each data set."""

    today: date
    latest: Mapping[str, Mapping[str, date]]


def clock_of(profiles: Iterable[DatasetProfile], today: date | None = None) -> Clock:
    """The clock of a turn over these data sets; without `today` the machine's date."""
    latest = {
        profile.dataset_id: {
            column.name: date.fromisoformat(column.last[:10])
            for column in profile.columns
            if column.kind in ("date", "datetime") and column.last
        }
        for profile in profiles
    }
    return Clock(today or date.today(), latest)


@dataclass(frozen=True)
class Told:
    """A day that dates were told from: today (column None) or the latest one of a column."""

    column: str | None
    day: date


def resolve_dates(spec: S, clock: Clock) -> S:
    """The spec with its relative dates written out; the same object when there is none.

    The one place where the clock meets a spec: what is executed, told and kept has the dates themselves. The latest
    date of a column that the spec's own steps make or change is known only with its rows, and is left to them.
    """
    written_out: S = _Walk(clock).of(spec, None)
    return written_out


def told_from(spec: BaseModel, clock: Clock) -> list[Told]:
    """The days that dates of the spec are told from, as `resolve_dates` writes them out, each once."""
    walk = _Walk(clock)
    walk.of(spec, None)
    return list(dict.fromkeys(walk.told))


@dataclass(frozen=True)
class _Place:
    """Which columns may be meant: those of a data set, but for those that steps made or changed."""

    latest: Mapping[str, date]
    touched: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Walk:
    clock: Clock
    told: list[Told] = field(default_factory=list)

    def of(self, node: Any, place: _Place | None) -> Any:
        """The node with its dates written out, itself when there is none."""
        if isinstance(node, Filter):
            return self._filter(node, place)
        if isinstance(node, Day) and node.date == "today":
            self.told.append(Told(None, self.clock.today))
            return Day(date=self.clock.today.isoformat())
        if isinstance(node, BaseModel):
            inside = self._place(node, place)
            fresh = {name: self.of(value, inside) for name, value in node}
            changed = {name: value for name, value in fresh.items() if value is not getattr(node, name)}
            return node.model_copy(update=changed) if changed else node
        if isinstance(node, list):
            parts = [self.of(part, place) for part in node]
            return parts if any(new is not old for new, old in zip(parts, node, strict=True)) else node
        if isinstance(node, dict):
            named = {name: self.of(part, place) for name, part in node.items()}
            return named if any(named[name] is not node[name] for name in node) else node
        return node

    def _place(self, node: BaseModel, outer: _Place | None) -> _Place | None:
        """Where the columns that are named inside a node stand. A plot's steps are those of the measure it draws."""
        if not hasattr(node, "dataset_id"):
            return outer
        only = next(iter(self.clock.latest)) if len(self.clock.latest) == 1 else ""
        latest = self.clock.latest.get(node.dataset_id or only, {})
        if node.dataset_id is None and outer is not None:
            latest = outer.latest
        touched = frozenset[str]().union(*(_changed_columns(step) for step in getattr(node, "prepare", [])))
        above = outer.touched if outer is not None and hasattr(node, "prepare") else frozenset[str]()
        return _Place(latest, touched | above)

    def _filter(self, node: Filter, place: _Place | None) -> Filter:
        if isinstance(node.value, list):
            values = [self._value(value, node.col, place) for value in node.value]
            same = all(new is old for new, old in zip(values, node.value, strict=True))
            return node if same else node.model_copy(update={"value": values})
        value = self._value(node.value, node.col, place)
        return node if value is node.value else node.model_copy(update={"value": value})

    def _value(self, value: Any, column: str, place: _Place | None) -> Any:
        if not isinstance(value, RelativeDate):
            return self.of(value, place)
        if value.date == "today":
            self.told.append(Told(None, self.clock.today))
            return date_text(value, self.clock.today)
        day = place.latest.get(column) if place is not None and column not in place.touched else None
        if day is None:
            return value
        self.told.append(Told(column, day))
        return date_text(value, day)


_MAKING = ("name", "value", "date_col")
_CHANGING = ("cast_type", "set_missing", "fill_missing", "rescale", "treat_outliers")


def _changed_columns(step: Any) -> frozenset[str]:
    """The columns that a step makes or changes."""
    named = [getattr(step, key, None) for key in _MAKING]
    if step.step in _CHANGING:
        named += [getattr(step, "col", None), *getattr(step, "cols", [])]
    return frozenset(name for name in named if isinstance(name, str))
