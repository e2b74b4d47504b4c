"""What all specs share: strictness, filters, values."""

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
ColumnStatisticName = Literal["mean", "median", "min", "max", "std", "q1", "q3"]


class ColumnStatistic(Strict):
    """A statistic of a column over all its rows, standing in for a filter's value ("above average")."""

    stat: ColumnStatisticName
    col: str = Field(description="Column whose statistic is meant.")


class OtherColumn(Strict):
    """Another column of the same table, standing in for a filter's value: each row is compared with its own cell
    ("delivered after promised"). Both columns hold the same: numbers, dates, times, texts or true and false. A date
    beside a date with time is compared by the day. Texts can be equal or not, whatever their case and outer blanks.
    """

    col: str = Field(description="Column whose cell in the same row is meant.")


FilterOp = Literal[
    "==", "!=", ">", ">=", "<", "<=", "in", "contains", "is_null", "not_null",
    "not_in", "between", "starts_with",
]  # fmt: skip


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


class Filter(Strict):
    """One condition on one column. Several conditions are joined by AND.

    Dates are written as ISO text; a month (`2025-03`) or year means the whole of it. Source: seed 002.
    Texts: ==, !=, in and not_in take the exact text where a cell has it, else cells that differ in case, width and
    outer blanks only; contains and starts_with ignore case. An empty cell fulfils no comparison, not even != and
    not_in.
    """

    col: str = Field(description="Column name, exactly as in the profile.")
    op: FilterOp
    value: FilterValue | ColumnStatistic | OtherColumn | list[FilterValue] | None = Field(
        default=None,
        description="A value; a list for in, not_in and between (low, high, both included); nothing "
        "for is_null, not_null.",
    )

    @property
    def values(self) -> list[FilterValue]:
        """The values that stand there themselves: none for a column or its statistic, is_null and not_null."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.value is None or isinstance(self.value, ColumnStatistic | OtherColumn) else [self.value]

    @model_validator(mode="after")
    def _value_fits_operator(self) -> "Filter":
        if self.op in ("is_null", "not_null"):
            if self.value is not None:
                raise ClashError(f"{self.op} takes no value", "op", "value")
        elif self.op in ("in", "not_in"):
            if not isinstance(self.value, list) or not self.value:
                raise LackingError(f"{self.op} needs a list of values", "value")
        elif self.op == "between":
            if not isinstance(self.value, list) or len(self.value) != 2:
                raise LackingError("between needs a list of two values: low and high, both included", "value")
        elif self.value is None or isinstance(self.value, list):
            raise LackingError(f"{self.op} needs one value", "value")
        elif self.op in ("contains", "starts_with") and isinstance(
            self.value, ColumnStatistic | OtherColumn | RelativeDate
        ):
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


def compared_columns(conditions: Iterable[Filter | AnyOf]) -> list[str]:
    """The columns that conditions compare, and those that they or whose statistic they are compared with, each once."""
    named: list[str] = []
    for one in filters_in(conditions):
        named += [one.col, *([one.value.col] if isinstance(one.value, ColumnStatistic | OtherColumn) else [])]
    return list(dict.fromkeys(named))


DatasetId = Annotated[str | None, Field(default=None, description="Data set; none means the conversation's only one.")]
TopK = Annotated[int | None, Field(default=None, ge=1, le=10_000)]


class Sort(Strict):
    """Order of the result rows by one of the result's columns."""

    by: str = Field(description="Result column, such as `sales_sum`.")
    ascending: bool = False
