"""The step that looks from a row at others in an order: the one before or after, all up to it, the last few, a run."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, model_validator

from agent.specs.base import ClashError, LackingError, Strict

WindowHow = Literal["lag", "lead", "diff", "pct_change", "running", "moving", "run_length", "rank"]
WindowAggregation = Literal["sum", "mean", "count", "min", "max"]
FROM_ROW_BEFORE = frozenset({"lag", "diff", "pct_change"})
"""What is made of one earlier row."""
FROM_ONE_ROW = frozenset({*FROM_ROW_BEFORE, "lead"})
_COUNTS_ROWS = frozenset({*FROM_ONE_ROW, "moving"})
_OF_MOVING: frozenset[str | None] = frozenset({None, "sum", "mean"})


class Window(Strict):
    """Adds what other rows say: the value before (lag) or after (lead), difference or pct_change to the one before, a
    running or moving agg, run_length (1, 2, 3 of equal values in a row), rank.

    Rows go by `order_by`, `then_by`, else as they stand; `by`: within groups. `n`: so many rows before or
    after, or in a moving window, which ends at the row. running: `agg` of all rows up to this place; count
    without `col` counts rows. Streaks of a condition: run_length of a flag_rows column, of its true rows the
    max. rank: 1 is the largest, with ascending the smallest; `ties` 1 2 2 4 (min), 1 2 2 3 (dense), 1 3 3 4
    (max). Dates differ in days. Who came right after X: lag of the name, filter it.
    """

    step: Literal["window"] = "window"
    how: WindowHow
    name: str
    col: str | None = Field(default=None, description="What is looked at; none for rank, and to count rows.")
    order_by: str | None = Field(default=None, description="Date, time or number; none means the rows as they stand.")
    then_by: list[str] = Field(
        default_factory=list, description="Decide, one after another, where rows have the same order_by."
    )
    by: list[str] = Field(default_factory=list, description="Groups: only rows of the same group are looked at.")
    n: int = Field(default=1, ge=1, le=100_000, description="How many rows before or after, or in a moving window.")
    agg: WindowAggregation | None = Field(
        default=None, description="Of running and moving; none means a running sum, a moving mean."
    )
    ascending: bool | None = Field(default=None, description="Smallest or earliest first; of rank it is false.")
    ties: Literal["min", "dense", "max", "average"] = "min"

    @model_validator(mode="after")
    def _looks_at_something(self) -> "Window":
        if self.how == "rank":
            if self.order_by is None:
                raise LackingError("rank needs order_by", "order_by")
            if self.col is not None:
                raise ClashError("rank goes by order_by: leave out col", "how", "col")
        elif self.col is None and not (self.how == "running" and self.agg == "count"):
            raise LackingError(f"{self.how} needs col", "col")
        if self.order_by is None and (self.ascending is not None or self.then_by):
            told = "then_by" if self.then_by else "ascending"
            raise LackingError(f"{told} needs order_by", "order_by")
        return self

    @model_validator(mode="after")
    def _has_what_its_kind_takes(self) -> "Window":
        if self.how == "moving" and self.n == 1:
            raise LackingError("moving needs n, how many rows its window has", "n")
        if self.n != 1 and self.how not in _COUNTS_ROWS:
            raise ClashError(f"{self.how} takes no n", "how", "n")
        if self.agg is not None and self.how not in ("running", "moving"):
            raise ClashError(f"{self.how} takes no agg", "how", "agg")
        if self.how == "moving" and self.agg not in _OF_MOVING:
            raise ClashError("moving has the agg sum or mean", "how", "agg")
        if self.ties != "min" and self.how != "rank":
            raise ClashError(f"{self.how} takes no ties", "how", "ties")
        return self

    @property
    def is_descending(self) -> bool:
        """Is the largest or latest the first?"""
        return self.how == "rank" if self.ascending is None else not self.ascending

    @property
    def aggregation(self) -> WindowAggregation:
        """What is made of the rows of a running or moving window."""
        return self.agg or ("mean" if self.how == "moving" else "sum")


# ----------------------------------------------------------------
# The steps that said parts of this before it: they are read, and the small reader's lines still say them.


_BEFORE: Mapping[str, Mapping[str, str]] = {"shift_column": {"periods": "n"}, "rank_rows": {}}
"""The earlier steps, and what their fields are called now."""


def with_windows(step: object) -> object:
    """A step as it came: one that `window` says today as a window, any other as it is."""
    renamed = _BEFORE.get(str(step.get("step"))) if isinstance(step, Mapping) else None
    if renamed is None or not isinstance(step, Mapping):
        return step
    now: dict[str, object] = {"how": "rank"} if step["step"] == "rank_rows" else {}
    return {**now, **{renamed.get(key, key): value for key, value in step.items()}, "step": "window"}


def as_taught(step: Mapping[str, object]) -> dict[str, object]:
    """A step as plain data: a window as the earlier step that says it, where there is one."""
    told, how = dict(step), step.get("how")
    if told.get("step") != "window":
        return told
    if how == "rank":
        return {key: value for key, value in told.items() if key != "how"} | {"step": "rank_rows"}
    if how in FROM_ROW_BEFORE and not {"ascending", "agg", "ties"} & {*told}:
        return {"periods" if key == "n" else key: value for key, value in told.items()} | {"step": "shift_column"}
    return told
