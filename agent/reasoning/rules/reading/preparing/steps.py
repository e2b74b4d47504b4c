"""From a clause to the steps it means; nothing where a word of it is not clear."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agent.reasoning.rules.reading.frame import ColumnRef
from agent.reasoning.rules.reading.preparing.formulas import NewColumn, log_expression
from agent.reasoning.rules.reading.preparing.grammar import ClauseKind
from agent.reasoning.rules.reading.preparing.masked import Masked, signs_in
from agent.reasoning.rules.reading.preparing.row_before import order_of_rows
from agent.reasoning.rules.reading.preparing.unclear import ScaleError, UnclearError
from agent.specs.base import Scalar
from agent.specs.expressions import Expression
from agent.specs.transforms import (
    AddDatePart,
    DeriveColumn,
    DropDuplicates,
    DropMissing,
    FillMethod,
    FillMissing,
    Rescale,
    ShiftColumn,
    Transform,
    TreatOutliers,
)
from registry.profile import ColumnProfile, DatasetProfile


@dataclass(frozen=True)
class Clause:
    """What a pattern found: its kind, its groups, and the words around it."""

    kind: ClauseKind
    groups: Mapping[str, str | None]
    text: str
    within: Masked
    new: NewColumn | None = None

    def get(self, *names: str) -> str:
        """The first of the groups that was said."""
        return next((said for name in names if (said := self.groups.get(name))), "")


@dataclass(frozen=True)
class Given:
    """What clauses are read against. `measured`: the columns that the rest of the question measures.
    `population`: deviations are said to be those of a population.
    """

    table: DatasetProfile
    measured: tuple[str, ...] = ()
    population: bool = False
    outlying: TreatOutliers | None = None  # what was said of outliers elsewhere


def column_at(within: Masked, sign: str, table: DatasetProfile) -> ColumnProfile:
    """The column of a sign. UnclearError when it may be several, or lives in another data set."""
    refs = [ref for ref in within.column(sign) if ref.dataset_id == table.dataset_id]
    if len(refs) != 1:
        raise UnclearError(within.plain(sign), [ref.column for ref in refs or within.column(sign)])
    return _profile(refs[0], table)


def _profile(ref: ColumnRef, table: DatasetProfile) -> ColumnProfile:
    found = table.column(ref.column)
    if found is None:
        raise UnclearError(ref.column)
    return found


def steps_of(clause: Clause, given: Given) -> list[Transform]:
    """The steps of a clause. UnclearError when it cannot be told what they are."""
    return _STEPS[clause.kind](clause, given)


def _columns(clause: Clause, given: Given, *groups: str) -> list[str]:
    signs = [sign for group in groups for sign in signs_in(clause.get(group))]
    return list(dict.fromkeys(column_at(clause.within, sign, given.table).name for sign in signs))


def _numbers(clause: Clause, given: Given, *groups: str) -> list[str]:
    """Named columns, which must be numbers."""
    found = _columns(clause, given, *groups)
    for name in found:
        column = given.table.column(name)
        if column is None or column.kind != "number":
            raise UnclearError(name)
    return found


# ---------------------------------------------------------------- rows and cells


def _fill(clause: Clause, given: Given) -> list[Transform]:
    method, value = _method(clause)
    named = _columns(clause, given, "inside", "cols", "forward")
    same = _columns(clause, given, "mean_of", "of_it", "of")
    if named and not set(same) <= set(named):
        raise UnclearError(clause.within.plain(clause.text))
    named = named or same
    if not named:
        numbers = method in ("mean", "median") or isinstance(value, float)
        named = [
            column.name for column in given.table.columns if column.missing and (column.kind == "number" or not numbers)
        ]
        if value is not None and not numbers:
            raise UnclearError()
        if not named:
            return []
    if method in ("mean", "median"):
        _numbers(clause, given, "inside", "cols", "mean_of", "of_it", "of")
    return [FillMissing(cols=named, method=method, value=value)]


def _method(clause: Clause) -> tuple[FillMethod, Scalar | None]:
    said = clause.get("method", "forward").casefold()
    if clause.get("forward") or re.match(
        r"previous|last|preceding|(?:the )?value (?:above|before)|vor\w* wert|letzten wert|直前", said
    ):
        return "ffill", None
    if clause.get("constant"):
        return "constant", _float(clause.get("constant"))
    if said.startswith(("zero", "null", "ゼロ")):
        return "constant", 0.0
    if said.startswith("⟪"):
        return "constant", clause.within.name(said)
    names: tuple[tuple[str, FillMethod], ...] = (
        ("mean", "mean"), ("average", "mean"), ("mittelwert", "mean"), ("durchschnitt", "mean"), ("平均", "mean"),
        ("median", "median"), ("中央値", "median"),
    )  # fmt: skip
    return next((method for word, method in names if said.startswith(word)), "mode"), None


def _drop_missing(clause: Clause, given: Given) -> list[Transform]:
    return [DropMissing(cols=_columns(clause, given, "cols"))]


def _duplicates(clause: Clause, given: Given) -> list[Transform]:
    return [DropDuplicates(cols=_columns(clause, given, "cols"))]


def _outliers(clause: Clause, given: Given) -> list[Transform]:
    named = _numbers(clause, given, "cols")
    told = given.outlying
    if not named and told is not None:
        named = [told.col]
    if not named and len(given.measured) != 1:
        raise UnclearError(clause.within.plain(clause.text).strip(), given.measured)
    action = "clip" if clause.kind == "clip" else "drop"
    method, threshold = _rule(clause)
    if told is not None and told.col in named and method in (None, told.method):
        method, threshold = told.method, threshold or told.threshold
    return [
        TreatOutliers(
            col=name, method=method or "iqr", threshold=threshold, action=action,
            ddof=0 if given.population and method == "zscore" else 1,
        )
        for name in named or given.measured
    ]  # fmt: skip


def _rule(clause: Clause) -> tuple[str | None, float | None]:
    said = clause.get("rule").casefold()
    reach = clause.get("reach", "times", "sds")
    number = _float(reach) if reach else None
    if number is not None and number <= 0:
        raise UnclearError(clause.within.plain(clause.text))
    if clause.get("sds") or said.startswith("z"):
        return "zscore", number
    if said.startswith("mad"):
        return "mad", number
    return ("iqr" if said else None), number


def _float(text: str) -> float:
    """A number of the question; German ones have a comma."""
    return float(text.replace(",", "."))


# ---------------------------------------------------------------- other scales, new columns


def _formula(clause: Clause, given: Given) -> list[Transform]:
    """In place: what is said of the column from here on is said of its logarithm."""
    base = clause.get("base", "base_said", "base_behind")
    return [
        _derived(f"{short} {name}", expression)
        for name in _numbers(clause, given, "cols")
        for expression, short in [log_expression(clause.get("formula"), base, name)]
    ]


def _derived(name: str, expression: list[Expression]) -> DeriveColumn:
    return DeriveColumn(name=name, expression=expression)


def _minmax(clause: Clause, given: Given) -> list[Transform]:
    return [Rescale(col=name, method="minmax", name=f"scaled {name}") for name in _numbers(clause, given, "cols")]


def _zscore(clause: Clause, given: Given) -> list[Transform]:
    return [
        Rescale(col=name, method="zscore", name=f"standardised {name}", ddof=0 if given.population else 1)
        for name in _numbers(clause, given, "cols")
    ]


def _normalise(clause: Clause, _: Given) -> list[Transform]:
    """From 0 to 1, or in deviations: the word says neither."""
    columns = clause.within.plain(clause.get("cols"))
    said = clause.within.plain(clause.text).strip()
    if re.search(r"[\u3040-\u30ff]", said):
        raise ScaleError(said, [f"{columns}を0から1に変換して", f"{columns}を標準化して"])
    if re.search(r"iere\b", said, re.I):
        raise ScaleError(said, [f"skaliere {columns} auf 0 bis 1", f"standardisiere {columns}"])
    raise ScaleError(said, [f"min-max scale {columns}", f"standardise {columns}"])


def _create(clause: Clause, given: Given) -> list[Transform]:
    if clause.new is None:
        raise UnclearError(clause.within.plain(clause.text))
    name = clause.get("name")
    named = clause.within.name(name) if name.startswith("⟪") else name
    made = named or clause.within.plain(clause.new.words)
    if given.table.column(made) is not None:
        raise UnclearError(made)
    return [added(clause.new, made, clause.within, given)]


def added(new: NewColumn, name: str, within: Masked, given: Given) -> Transform:
    """The step that adds a column of this name."""
    columns = {sign: column_at(within, sign, given.table) for sign in new.signs}
    first = next(iter(columns.values()))
    if new.made == "part":
        if first.kind not in ("date", "datetime") and not (first.kind == "time" and new.part == "hour"):
            raise UnclearError(first.name)
        return AddDatePart(col=first.name, part=new.part, name=name)
    dates = [column for column in columns.values() if column.kind in ("date", "datetime")]
    if any(column.kind != "number" for column in columns.values()) and len(dates) != len(columns):
        raise UnclearError(first.name)
    if new.made in ("zscore", "minmax"):
        method = "zscore" if new.made == "zscore" else "minmax"
        return Rescale(col=first.name, method=method, name=name, ddof=0 if given.population else 1)
    if new.made in ("diff", "pct_change"):
        how = "diff" if new.made == "diff" else "pct_change"
        return ShiftColumn(col=first.name, name=name, how=how, order_by=order_of_rows(new.unit, given.table))
    if dates and new.expression[0] != "sub":
        raise UnclearError(first.name)
    return DeriveColumn(name=name, expression=[_named(part, columns) for part in new.expression])


def _named(part: Expression, columns: Mapping[str, ColumnProfile]) -> Expression:
    if isinstance(part, list):
        return [_named(each, columns) for each in part]
    return columns[part].name if isinstance(part, str) and part in columns else part


_STEPS: Mapping[ClauseKind, Callable[[Clause, Given], list[Transform]]] = {
    "fill": _fill, "drop_missing": _drop_missing, "duplicates": _duplicates, "outliers": _outliers, "clip": _outliers,
    "formula": _formula, "minmax": _minmax, "zscore": _zscore, "normalise": _normalise, "create": _create,
}  # fmt: skip
