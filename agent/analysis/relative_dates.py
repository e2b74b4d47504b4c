"""Dates told from today or from the latest one of a column, as the ISO text of the day or period that they mean."""

import calendar
from datetime import date, timedelta
from typing import Any, TypeVar

from pydantic import BaseModel

from agent.analysis.periods import label, ordinal
from agent.errors import SpecError
from agent.specs.base import RelativeDate

S = TypeVar("S", bound=BaseModel)
MONTHS = {"month": 1, "quarter": 3, "year": 12}
DAYS = {"day": 1, "week": 7}


def written(wanted: RelativeDate, day: date) -> str:
    """The day `shift` units after `day` (2025-03-31), or with `whole` the period that holds it (2025-03, 2025-W14).

    A month without such a day gives its last one. SpecError when that lies outside of the calendar.
    """
    try:
        if wanted.whole:
            return label(ordinal(day, wanted.unit) + wanted.shift, wanted.unit)
        return _shifted(day, wanted).isoformat()
    except (ValueError, OverflowError):
        raise SpecError(
            f"{abs(wanted.shift):,} {wanted.unit}s from {day.isoformat()} lie outside of the calendar.",
            "Use a smaller shift.",
        ) from None


def _shifted(day: date, wanted: RelativeDate) -> date:
    if wanted.unit in DAYS:
        return day + timedelta(days=wanted.shift * DAYS[wanted.unit])
    year, month = divmod(day.year * 12 + day.month - 1 + wanted.shift * MONTHS[wanted.unit], 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def dated(spec: S, today: date) -> S:
    """The spec with every date that is told from today written out; the same object when there is none.

    The one place where the clock meets a spec: what is executed, told and kept has the dates themselves.
    """
    written_out: S = _dated(spec, today)
    return written_out


def _dated(node: Any, today: date) -> Any:
    if isinstance(node, RelativeDate):
        return node if node.date == "latest" else written(node, today)
    if isinstance(node, BaseModel):
        fresh = {name: _dated(value, today) for name, value in node}
        changed = {name: value for name, value in fresh.items() if value is not getattr(node, name)}
        return node.model_copy(update=changed) if changed else node
    if isinstance(node, list):
        parts = [_dated(part, today) for part in node]
        return parts if any(new is not old for new, old in zip(parts, node, strict=True)) else node
    if isinstance(node, dict):
        named = {name: _dated(part, today) for name, part in node.items()}
        return named if any(named[name] is not node[name] for name in node) else node
    return node
