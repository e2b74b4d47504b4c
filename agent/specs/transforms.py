"""Steps of `prepare`: applied in order, on a copy, before filters and the measure."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from agent.specs.aggregations import Grain, Metrics
from agent.specs.base import ClashError, Condition, LackingError, Scalar, Strict, TopK, compared_columns
from agent.specs.expressions import Computation, columns_in
from agent.specs.windows import Window, with_windows

DatePart = Literal[
    "year", "half", "quarter", "month", "week", "day", "weekday", "hour",
    "year_half", "year_quarter", "year_month", "year_week", "date", "decade", "day_of_year", "fiscal_year",
]  # fmt: skip
RankedBy = Literal["sum", "mean", "median", "min", "max", "count", "nunique"]
FillMethod = Literal["mean", "median", "mode", "constant", "ffill"]


class CastType(Strict):
    """Reads a column as another type: dates with their day order, numbers written as text.

    To `date` also years in a number column (2015 is 1 January 2015). To `seconds`: times of day (since midnight, also
    of a column with date and time) and durations, written 1:30 or 1:30:05 (hours first), 1:23.4 (minutes first), 1h
    20min 5s, or PT1H20M; of numbers by their unit of time (1.5 h), without one 930 is 9:30. With `written` m:ss, or
    where a cell has 1:23.4, all of two parts are minutes and seconds, and 58.3 is seconds. Results of seconds are shown
    as clocks and durations. To number also places: 3rd is 3. A few cells that cannot be read become missing, and are
    told; more than a fifth are an error.
    """

    step: Literal["cast_type"] = "cast_type"
    col: str
    to: Literal["number", "date", "text", "seconds"]
    day_first: bool | None = Field(default=None, description="03/04 is 3 April when true.")
    date_format: str | None = Field(default=None, description="strptime format, when known.")
    written: Literal["h:mm", "m:ss"] | None = Field(default=None, description="To seconds: what 1:30 is.")

    @model_validator(mode="after")
    def _times_are_written(self) -> "CastType":
        if self.written is not None and self.to != "seconds":
            raise ClashError("written is of times and durations: to seconds", "to", "written")
        return self


class FilterRows(Strict):
    """Keeps rows. Those that fulfil every condition."""

    step: Literal["filter_rows"] = "filter_rows"
    filters: list[Condition] = Field(min_length=1)


class FlagRows(Strict):
    """Adds a column of true and false: whether a row fulfils every condition. Never empty, as conditions never are."""

    step: Literal["flag_rows"] = "flag_rows"
    name: str
    filters: list[Condition] = Field(min_length=1)


class DeriveColumn(Strict):
    """Adds a column computed row by row. A nested list `[operator, a, b]`, columns by name, numbers as numbers."""

    step: Literal["derive_column"] = "derive_column"
    name: str
    expression: Computation


class AddDatePart(Strict):
    """Adds a part of a date or time column. year_month gives 2025-03, weekday Monday to Sunday, hour 0 to 23,
    decade 1990. `fiscal_year` is called by the calendar year in which it ends; it starts with `start_month`.
    """

    step: Literal["date_part"] = "date_part"
    col: str
    part: DatePart
    name: str | None = Field(default=None, description="Name of the new column; none means `<col>_<part>`.")
    start_month: int | None = Field(
        default=None, ge=2, le=12, description="Of fiscal_year: its first month, 7 is July."
    )

    @model_validator(mode="after")
    def _fiscal_year_has_a_start(self) -> "AddDatePart":
        if self.part == "fiscal_year" and self.start_month is None:
            raise LackingError("fiscal_year needs start_month", "start_month")
        if self.part != "fiscal_year" and self.start_month is not None:
            raise ClashError(f"{self.part} takes no start_month", "part", "start_month")
        return self


class RecodeColumn(Strict):
    """Adds a column of groups: by `mapping`, value to label, of numbers by `edges` and `labels`, or the largest values.

    `edges` [0, 18, 65] and `labels` ["young", "old"]: one label less than edges; the left edge belongs to a group, of
    the last group the right one too. `others` is the label of all that is not named or lies outside; without it what a
    mapping does not name stays as it is (missing where the labels are numbers), and what lies outside is missing.
    `top_k` 10 keeps the ten values with the largest `agg` of `order_by` (none: most rows) beside `others`, or makes one
    group of them with `labels` ["top ten"]: their share of all is then one row. Rows are those before `filters`; of
    some alone: filter_rows first.
    """

    step: Literal["recode_column"] = "recode_column"
    col: str
    name: str
    mapping: dict[str, Scalar] | None = None
    edges: list[float] | None = Field(default=None, min_length=2)
    labels: list[str] | None = None
    others: Scalar | None = Field(default=None, description="Label of all other values; none: see above.")
    top_k: TopK = None
    order_by: str | None = Field(default=None, description="Of top_k: what decides; none means how many rows.")
    agg: RankedBy = Field(default="sum", description="Of top_k: of order_by.")

    @model_validator(mode="after")
    def _largest_values_stand_apart(self) -> "RecodeColumn":
        if self.top_k is None:
            if self.order_by is not None or self.agg != "sum":
                raise LackingError("order_by and agg are of top_k", "top_k")
            return self
        if self.mapping is not None or self.edges is not None:
            raise ClashError("top_k stands without mapping and edges", "top_k", "mapping", "edges")
        if not isinstance(self.others, str):
            raise LackingError("top_k needs others, a text: the label of all other values", "others")
        if len(self.labels or []) > 1:
            raise ClashError("with top_k one label is of all these values together", "labels", "top_k")
        return self


class TextPart(Strict):
    """Adds a part of a text: what stands before or after the first `separator`, the word number `index`, the first
    or last `n` characters, its length, or the count of its words, or of the values that it lists.

    Words are told apart by `separator`, else by blanks; index 1 is the first, -1 the last. Outer blanks are left out.
    What parts listed values is known, or told by separator; count takes each once.
    A text without such a part, and an empty one, gives a missing cell.
    """

    step: Literal["text_part"] = "text_part"
    col: str
    name: str
    how: Literal["before", "after", "word", "first", "last", "length", "count"]
    separator: str | None = Field(default=None, min_length=1, description="For before, after, word and count.")
    index: int = Field(default=1, description="Of word: 1 is the first, -1 the last.")
    n: int = Field(default=1, ge=1, description="Of first and last: how many characters.")

    @model_validator(mode="after")
    def _part_is_clear(self) -> "TextPart":
        if self.how in ("before", "after") and self.separator is None:
            raise LackingError(f"{self.how} needs a separator", "separator")
        if self.index == 0:
            raise ClashError("index counts from 1, or from -1 at the end", "index")
        return self


class DropMissing(Strict):
    """Drops rows with missing cells. A missing cell in any of the columns is enough."""

    step: Literal["drop_missing"] = "drop_missing"
    cols: list[str] = Field(min_length=1)


class SetMissing(Strict):
    """Chosen values become missing: -99, "n/a". Texts are matched as by a filter; every value must occur, but
    for what a column of its type cannot hold, which is missing there already.
    """

    step: Literal["set_missing"] = "set_missing"
    cols: list[str] = Field(min_length=1)
    values: list[Scalar] = Field(min_length=1)


class FillMissing(Strict):
    """Fills missing cells: with mean, median or mode (within `by`), a constant `value`, or (ffill) the cell above."""

    step: Literal["fill_missing"] = "fill_missing"
    cols: list[str] = Field(min_length=1)
    method: FillMethod
    value: Scalar | None = Field(default=None, description="What is filled in; for constant only.")
    by: list[str] = Field(default_factory=list, description="Groups: each is filled from its own cells.")


class Rescale(Strict):
    """Rescales a column: minmax from 0 to 1, zscore as the distance from the mean in SDs."""

    step: Literal["rescale"] = "rescale"
    col: str
    method: Literal["minmax", "zscore"]
    name: str | None = Field(default=None, description="Name of the new column; none means in place.")
    ddof: Literal[0, 1] = Field(default=1, description="Of the SD; 0 for that of a whole population.")


class TreatOutliers(Strict):
    """Drops outliers' rows: as for a std without them, those beyond the limits of the measure outliers; or clips the
    values to the limits.
    """

    step: Literal["treat_outliers"] = "treat_outliers"
    col: str
    method: Literal["iqr", "zscore", "mad"] = "iqr"
    threshold: float | None = Field(default=None, gt=0, description="None means 1.5 (iqr), 3 (zscore), 3.5 (mad).")
    side: Literal["both", "low", "high"] = "both"
    action: Literal["drop", "clip"] = "drop"
    ddof: Literal[0, 1] = Field(default=1, description="Of the SD of zscore; 0 for that of a whole population.")


class DropDuplicates(Strict):
    """Keeps one of equal rows. With `cols`, of each group equal in these (the first in row order)."""

    step: Literal["drop_duplicates"] = "drop_duplicates"
    cols: list[str] = Field(default_factory=list)


class JoinDatasets(Strict):
    """Columns of another data set by key. The ledger tells matched, unmatched and multiplied rows.

    `how`: left keeps every row here; inner only matched ones; semi and anti keep rows here that have, or have
    no, partner there and add no column. `distinct_right` takes one row a key from the other data set, so that
    nothing is multiplied. A brought-in column whose name exists here gets the suffix `_right`. `right_filters` choose
    rows of the other data set first: semi keeps rows here with such a partner, anti those without one.
    """

    step: Literal["join"] = "join"
    dataset_id: str = Field(description="The other data set.")
    left_on: list[str] = Field(min_length=1)
    right_on: list[str] = Field(min_length=1)
    how: Literal["left", "inner", "semi", "anti"] = "left"
    columns: list[str] = Field(default_factory=list, description="Columns to bring in; none means all.")
    distinct_right: bool = True
    right_filters: list[Condition] = Field(default_factory=list, description="Conditions on the other data set.")


class Unpivot(Strict):
    """Makes rows of columns: blank cells too. `name` says which column it was, `value` holds its cell.

    The columns hold the same kind of thing: numbers, texts, dates, or true and false. With `periods` (column -> its
    day, month, quarter or year: 2015-01-01, 2015-01, 2015) `name` is a date, the first day of it. Cells without a value
    stay, as rows without one; drop_missing leaves them out. Two dates of a row become two events: hires and leavers a
    month are quantities by `name`, over the date `value`; `cumulative` with computed sub is what is left.
    """

    step: Literal["unpivot"] = "unpivot"
    cols: list[str] = Field(min_length=1, description="Columns of one measure, such as one for each year.")
    name: str
    value: str
    periods: dict[str, str] = Field(default_factory=dict)


class SplitValues(Strict):
    """Makes a row of each value that a cell lists: to count each, or keep rows that list one.

    Of "Python; Excel" two rows, each with one; a value that a cell lists twice counts once. An empty cell stays one.
    What parts the values is known of such columns, or is told by `separator`; "[]" stands for lists as programs write
    them.
    """

    step: Literal["split_values"] = "split_values"
    col: str
    separator: str | None = Field(default=None, min_length=1, description="None means the one known of the column.")


class AggregateRows(Strict):
    """A row a group: by, date_col, metrics as column_agg. What follows runs on these: the mean of monthly totals, the
    largest of school means.

    Columns: the groups `by`, the first day of the period where `date_col` and `grain` are given (named as `date_col`),
    then the metrics, named as in groupby_agg: `sales_sum`; `rows` for {"*": ["count"]}. Missing keys are a group.
    """

    step: Literal["aggregate"] = "aggregate"
    by: list[str] = Field(default_factory=list)
    metrics: Metrics = Field(min_length=1)
    date_col: str | None = None
    grain: Grain | None = Field(default=None, description="Groups by the period of date_col too.")

    @model_validator(mode="after")
    def _groups_are_clear(self) -> "AggregateRows":
        if (self.date_col is None) != (self.grain is None):
            raise LackingError("date_col and grain go together", "date_col" if self.date_col is None else "grain")
        if not self.by and self.date_col is None:
            raise LackingError("aggregate needs groups: by, or date_col with grain", "by", "date_col")
        return self


Transform = Annotated[
    CastType
    | FilterRows
    | FlagRows
    | DeriveColumn
    | AddDatePart
    | TextPart
    | RecodeColumn
    | DropMissing
    | SetMissing
    | FillMissing
    | Rescale
    | Window
    | TreatOutliers
    | DropDuplicates
    | JoinDatasets
    | Unpivot
    | SplitValues
    | AggregateRows,
    Field(discriminator="step"),
    BeforeValidator(with_windows),
]


def columns_used(step: Transform) -> set[str]:
    """The columns that a step reads, by name."""
    if isinstance(step, DeriveColumn):
        return columns_in(step.expression)
    if isinstance(step, FilterRows | FlagRows):
        return set(compared_columns(step.filters))
    if isinstance(step, AggregateRows):
        return {name for name in (*step.by, *step.metrics, step.date_col) if name is not None and name != "*"}
    if isinstance(step, JoinDatasets):
        return set(step.left_on)
    named: dict[str, object] = dict(step)
    one, several = (
        named.get("col"),
        [*_texts(named.get("cols")), *_texts(named.get("by")), *_texts(named.get("then_by"))],
    )
    order = named.get("order_by")
    return {str(name) for name in (one, order, *several) if name}


def _texts(names: object) -> list[object]:
    return list(names) if isinstance(names, list) else []
