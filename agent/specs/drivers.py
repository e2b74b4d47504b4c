"""Drivers of an outcome: how much of its variation each column explains. Used by studies; not asked for in chat."""

from typing import Literal

from pydantic import Field

from agent.specs.base import Strict
from agent.specs.measures import Measure

DriverKind = Literal["groups", "number", "missing"]


class Driver(Strict):
    """One candidate. `col` may have been made by `prepare`; `column` is the one of the data set that it comes from."""

    name: str = Field(description="What it is called in the result.")
    col: str
    column: str
    kind: DriverKind = Field(
        default="groups",
        description="groups: means by value; number: a straight line; missing: rows with and without a value.",
    )


class Drivers(Measure):
    """Share of the outcome's variation that each driver explains, largest first. One row a driver: driver, column,
    method, impact_pct (corrected for the number of groups), low_pct and high_pct (95 %), explained_pct (as it is in
    these rows), r, groups, n, p, then the groups with the highest and lowest mean.
    """

    op: Literal["drivers"] = "drivers"
    outcome: str = Field(description="A column of numbers, or of true and false.")
    drivers: list[Driver] = Field(min_length=1)
    max_groups: int = Field(default=12, ge=2, le=500, description="Further groups, the smallest, count as one.")
    min_rows: int = Field(default=5, ge=1, description="Groups of fewer rows count as one, together with those.")


class JointDrivers(Measure):
    """Share of the outcome's variation that several drivers explain together, beside the sum of what each explains
    alone. One row: drivers, together_pct, sum_pct, explained_pct, n.
    """

    op: Literal["joint_drivers"] = "joint_drivers"
    outcome: str = Field(description="A column of numbers, or of true and false.")
    drivers: list[Driver] = Field(min_length=2, description="Groups and numbers.")
    max_groups: int = Field(default=60, ge=2, le=100, description="Further groups, the smallest, count as one.")
