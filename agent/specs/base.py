"""What all specs share: strictness, filters, values."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, field_validator, model_validator

NAMES = list[str]


class FieldsError(ValueError):
    """What a validator raises about some fields: words for a model, the names of the fields for a form."""

    def __init__(self, told: str, *fields: str) -> None:
        super().__init__(told)
        self.fields = fields


class LackingError(FieldsError):
    """One of these fields has to be filled."""


class ClashError(FieldsError):
    """These fields do not go together as they are filled."""


class Strict(BaseModel):
    """Immutable, and no key beyond those named. One name may stand where a list of names is expected."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _a_lone_name_is_a_list_of_one(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        lone = {name for name, value in data.items() if isinstance(value, str) and _takes_names(cls, name)}
        return {name: [value] if name in lone else value for name, value in data.items()}


def _takes_names(form: type[BaseModel], name: object) -> bool:
    field = form.model_fields.get(name) if isinstance(name, str) else None
    if field is None:
        return False
    either = get_args(field.annotation)
    return field.annotation == NAMES or (NAMES in either and str not in either)


Scalar = str | int | float | bool
ColumnStatisticName = Literal["mean", "median", "min", "max", "std", "q1", "q3", "quantile", "value"]
_PERCENTILE = re.compile(r"p(\d{1,2})", re.ASCII)
_QUARTILES = {"q1": 0.25, "q3": 0.75}
_QUANTILES_BY_NAME: dict[float, ColumnStatisticName] = {0: "min", 0.25: "q1", 0.5: "median", 0.75: "q3", 1: "max"}


class ColumnStatistic(Strict):
    """One figure of a column, standing in for a filter's value: a statistic over all its rows ("above average", "above
    the 90th percentile": quantile with `q` 0.9), or over those of the same group `by` ("above the mean of its
    region"), or over those that fulfil `filters`. `value` is the cell of the row that `filters` choose ("longer than
    the Ardan"): there has to be one such row, or all of them have the same cell. `times` 2 is twice of it, 1.1 is 10 %
    more.

    A quantile is read as p90 too, and one that has a name of its own (0.5) by that. In `having` columns are those of
    the result: a group may be compared with the mean of the groups, or with one of them.
    """

    stat: ColumnStatisticName
    col: str = Field(description="Column whose statistic is meant.")
    q: float | None = Field(default=None, ge=0, le=1, description="Of quantile: 0.9 is the 90th percentile.")
    by: list[str] = Field(default_factory=list, description="Columns: over the rows that are equal in these.")
    filters: list["Condition"] = Field(default_factory=list, description="Only over rows that fulfil these.")
    times: float = Field(default=1, gt=0, le=1e9, description="So many times of it: 2 is twice, 1.1 is 10 % more.")

    @model_validator(mode="before")
    @classmethod
    def _one_name_for_a_quantile(cls, data: object) -> object:
        """The 50th percentile is the median, whichever way it is written."""
        if not isinstance(data, dict):
            return data
        told = dict(data)
        named = _PERCENTILE.fullmatch(told["stat"]) if isinstance(told.get("stat"), str) else None
        if named is not None and told.get("q") is None:
            told |= {"stat": "quantile", "q": int(named[1]) / 100}
        q = told.get("q")
        if told.get("stat") == "quantile" and isinstance(q, int | float) and q in _QUANTILES_BY_NAME:
            told = {**told, "stat": _QUANTILES_BY_NAME[q], "q": None}
        return told

    @property
    def share(self) -> float | None:
        """The share of the values that a quantile stands above, 0 to 1, whatever it is called; None for what is none,
        and for those with a function of their own: median, min and max.
        """
        return _QUARTILES.get(self.stat, self.q)

    @model_validator(mode="after")
    def _is_one_figure(self) -> "ColumnStatistic":
        if (self.stat == "quantile") != (self.q is not None):
            raise ClashError("q is of quantile, and a quantile needs q, such as 0.9", "stat", "q")
        if self.stat == "value" and (self.by or not self.filters):
            raise ClashError("value is of one row: choose it with filters, without by", "stat", "filters", "by")
        if any(isinstance(one.value, ColumnStatistic) for one in compared_in(self.filters)):
            raise ClashError("the rows of a statistic are chosen by values, not by another statistic", "filters")
        return self


class OtherColumn(Strict):
    """Another column of the same table, standing in for a filter's value: each row is compared with its own cell
    ("delivered after promised"). Both columns hold the same: numbers, dates, times, texts or true and false. A date
    beside a date with time is compared by the day. Texts can be equal or not, whatever their case and outer blanks.
    """

    col: str = Field(description="Column whose cell in the same row is meant.")


FilterOp = Literal[
    "==", "!=", ">", ">=", "<", "<=", "in", "contains", "is_null", "not_null",
    "not_in", "between", "starts_with", "lists", "not_lists",
]  # fmt: skip


LISTING: tuple[FilterOp, FilterOp] = ("lists", "not_lists")
"""Conditions on the values that a cell lists."""
DateUnit = Literal["day", "week", "month", "quarter", "year"]


class RelativeDate(Strict):
    """A date told from today, or from the latest one of the filter's column, standing in for a filter's value.

    `{"date": "today", "shift": -30, "unit": "day"}` is the day 30 days ago; of a month without such a day its last one
    is taken. With `whole` the period that holds that day is meant, as when a month is written `2025-03`:
    `{"date": "latest", "shift": -1, "unit": "month", "whole": true}` is all of the month before that of the last date.
    """

    date: Literal["today", "latest"]
    shift: int = Field(default=0, ge=-100_000, le=100_000, description="How many units later; below 0 earlier.")
    unit: DateUnit = "day"
    whole: bool = Field(default=False, description="The whole week, month, quarter or year rather than one day.")


FilterValue = Scalar | RelativeDate


def _kind_of_value(value: object) -> str:
    """What a filter's value is meant to be, so that what is wrong with it is told of that alone."""
    if isinstance(value, ColumnStatistic) or (isinstance(value, dict) and "stat" in value):
        return "statistic"
    if isinstance(value, OtherColumn) or (isinstance(value, dict) and "col" in value):
        return "column"
    if isinstance(value, RelativeDate | dict):
        return "date"
    return "list" if isinstance(value, list) else "value"


ComparedWith = Annotated[
    Annotated[Scalar, Tag("value")]
    | Annotated[RelativeDate, Tag("date")]
    | Annotated[ColumnStatistic, Tag("statistic")]
    | Annotated[OtherColumn, Tag("column")]
    | Annotated[list[FilterValue | ColumnStatistic | OtherColumn], Tag("list")],
    Discriminator(_kind_of_value),
]
"""What a filter compares its column with."""


_ENDS: tuple[FilterOp, FilterOp] = (">=", "<=")
"""What both ends of between say."""


class Filter(Strict):
    """One condition on one column. Several conditions are joined by AND.

    Dates are written as ISO text; a month (`2025-03`) or year means the whole of it. Source: seed 002.
    Texts: ==, !=, in and not_in take the exact text where a cell has it, else cells that differ in case, width and
    outer blanks only; contains, starts_with and lists ignore case. lists: the cell lists the value, or any of several
    (all of them: a filter for each); not_lists: none of them. An empty cell fulfils no comparison, not even !=, not_in
    and not_lists.
    """

    col: str = Field(description="Column name, exactly as in the profile.")
    op: FilterOp
    value: ComparedWith | None = Field(
        default=None,
        description="A value; a list for in, not_in, lists and between (low, high, both included, a statistic or "
        "column too); nothing for is_null, not_null.",
    )

    @property
    def values(self) -> list[FilterValue]:
        """The values that stand there themselves: none for a column or its statistic, is_null and not_null."""
        stated = self.value if isinstance(self.value, list) else [] if self.value is None else [self.value]
        return [value for value in stated if not isinstance(value, ColumnStatistic | OtherColumn)]

    @property
    def comparisons(self) -> list["Filter"]:
        """The filter as comparisons with one thing each, joined by AND: two for a between with a figure or a column as
        one of its ends, else itself.
        """
        if self.op != "between" or not isinstance(self.value, list) or len(self.values) == len(self.value):
            return [self]
        return [Filter(col=self.col, op=op, value=end) for op, end in zip(_ENDS, self.value, strict=True)]

    @model_validator(mode="after")
    def _value_fits_operator(self) -> "Filter":
        if self.op in ("is_null", "not_null"):
            if self.value is not None:
                raise ClashError(f"{self.op} takes no value", "op", "value")
        elif self.op in ("in", "not_in"):
            if not isinstance(self.value, list) or not self.value:
                raise LackingError(f"{self.op} needs a list of values", "value")
            if len(self.values) < len(self.value):
                raise ClashError(f"{self.op} needs values, no columns and statistics: join filters by any", "value")
        elif self.op == "between":
            if not isinstance(self.value, list) or len(self.value) != len(_ENDS):
                raise LackingError("between needs a list of two values: low and high, both included", "value")
        elif self.value in (None, []) or (isinstance(self.value, list) and self.op not in LISTING):
            raise LackingError(f"{self.op} needs {'a value' if self.op in LISTING else 'one value'}", "value")
        elif self.op in ("contains", "starts_with", *LISTING):
            told = self.value if isinstance(self.value, list) else [self.value]
            if any(isinstance(each, ColumnStatistic | OtherColumn | RelativeDate) for each in told):
                raise ClashError(f"{self.op} needs a text", "op", "value")
        return self


class AnyOf(Strict):
    """Conditions joined by OR: a row fulfils it that fulfils all conditions of at least one list.

    `{"any": [[north, cheap], [south]]}` keeps cheap rows of the north, and all of the south.
    """

    any: list[Annotated[list[Filter], Field(min_length=1)]] = Field(min_length=1)

    @field_validator("any", mode="before")
    @classmethod
    def _one_condition_may_stand_alone(cls, value: object) -> object:
        if not isinstance(value, list):
            return value
        return [[one] if isinstance(one, dict | Filter) else one for one in value]


def _kind_of_condition(value: object) -> str:
    joined = isinstance(value, AnyOf) or (isinstance(value, dict) and "any" in value)
    return "any" if joined else "filter"


Condition = Annotated[
    Annotated[Filter, Tag("filter")] | Annotated[AnyOf, Tag("any")], Discriminator(_kind_of_condition)
]
"""What rows have to fulfil: one filter, or one of several lists of filters."""
ColumnStatistic.model_rebuild()
Filter.model_rebuild()
AnyOf.model_rebuild()
CONDITION: TypeAdapter[Filter | AnyOf] = TypeAdapter(Condition)


def filters_in(conditions: Iterable[Filter | AnyOf]) -> list[Filter]:
    """Every single filter of conditions, also of those joined by OR, in order."""
    found: list[Filter] = []
    for condition in conditions:
        if isinstance(condition, AnyOf):
            found += [one for joined in condition.any for one in joined]
        else:
            found.append(condition)
    return found


def compared_in(conditions: Iterable[Filter | AnyOf]) -> list[Filter]:
    """Every single comparison of conditions with one value, column or statistic, or with values, in order."""
    return [each for one in filters_in(conditions) for each in one.comparisons]


def compared_columns(conditions: Iterable[Filter | AnyOf]) -> list[str]:
    """The columns that conditions compare, and those that they or whose statistic they are compared with, each once."""
    named: list[str] = []
    for one in compared_in(conditions):
        named += [one.col, *([one.value.col] if isinstance(one.value, ColumnStatistic | OtherColumn) else [])]
        if isinstance(one.value, ColumnStatistic):
            named += [*one.value.by, *compared_columns(one.value.filters)]
    return list(dict.fromkeys(named))


DatasetId = Annotated[str | None, Field(default=None, description="Data set; none means the conversation's only one.")]
TopK = Annotated[int | None, Field(default=None, ge=1, le=10_000)]


class Sort(Strict):
    """Order of the result rows by one of the result's columns."""

    by: str = Field(description="Result column, such as `sales_sum`.")
    ascending: bool = False
