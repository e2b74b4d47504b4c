"""compare_groups: does a value differ between groups, and by how much?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import narwhals as nw
import numpy as np
import pandas as pd

from agent.analysis.aggregating.cell_rows import any_of, is_value, keep_rows
from agent.analysis.column_checks import check_numeric
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.arrays import Floats
from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, require, stratum_columns
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column, metric_column
from agent.analysis.headings import heading
from agent.analysis.inference.assumptions import checks_of
from agent.analysis.inference.comparing import TESTS, Row
from agent.analysis.inference.design import (
    Design,
    belonging,
    chosen_test,
    design_of,
    is_named_thing,
    per_subject,
    sides_of,
    subject_columns,
)
from agent.analysis.inference.pairing import PAIRED
from agent.analysis.inference.posthoc import MOST_GROUPS, pairs_of
from agent.analysis.inference.reversals import reversal_checks
from agent.analysis.operation import Operation
from agent.analysis.words import join_names, refusal, say
from agent.errors import ActionLimitError, SpecError
from agent.specs.base import Filter
from agent.specs.measures import CompareGroups
from agent.state import Cell

EVERY_TEST: dict[str, Any] = {**TESTS, **PAIRED}
"""Columns of a wide table that are looked at for the subjects, those called identifiers first."""
_MOST_KEYS = 500
_SEVERAL = 2
_MOST = 1e153  # squares of larger ones, and their sums, are no numbers
_TWO_GROUPS = ("welch", "student", "mann_whitney", "ks", "paired_t", "wilcoxon")


@dataclass(frozen=True)
class _Compared:
    """What is compared: the groups as shown, and their values; paired ones in the order of the same subjects."""

    design: Design
    subject: str | None
    names: list[Cell]
    samples: list[Floats]
    turned: list[Row]  # of two independent groups: the checks that tell of a reversal


def compare_groups(spec: CompareGroups, data: Prepared) -> Outcome:
    """Four tables: one row (the verdict), a row a group, a row a check of `inference.assumptions`, and a row a pair of
    groups of `inference.posthoc`. Columns are those that the spec names.

    The design comes first and then the test (`inference.design`). p is two-sided, intervals are of
    95 %; differences are of the first group minus the second. n counts values, of paired ones subjects. DataError for
    fewer than two groups, or values that do not vary.
    """
    if spec.groups:
        wanted = Filter(col=spec.group, op="in", value=list(spec.groups))
        frame, ledger = select_rows(data.frame, data.schema, [wanted], data.ledger)
        data = replace(data, frame=frame, ledger=ledger)
    data = data.complete([spec.group]).complete([spec.value])
    data, compared = _designed(spec, data)
    test = chosen_test(spec.test, compared.design, compared.samples)
    _check_groups(spec, test, compared)
    verdict = EVERY_TEST[test](compared.samples, test)
    count = len(compared.samples[0]) if compared.design == "paired" else sum(len(one) for one in compared.samples)
    head: Row = {"design": compared.design, "subject": compared.subject}
    summary = TableDraft(
        title=say("title.compared", value=spec.value, group=spec.group),
        columns=_columns(spec, data, compared),
        rows=[[_cell(each) for each in {**head, **_order(verdict), "n": count}.values()]],
        description=_difference(compared),
    )
    checks = TableDraft(
        say("title.looked_before", value=spec.value),
        CHECK_COLUMNS,
        [
            [_cell(each) for each in row.values()]
            for row in [*checks_of(compared.samples, verdict, EVERY_TEST), *compared.turned]
        ],
        ("check", "column", "level"),
    )
    if len(compared.samples) > MOST_GROUPS:
        data = data.noted(say("note.pairs_at_most", count=MOST_GROUPS))
    pairs = _pairs(spec, data, compared, verdict)
    return Outcome((summary, _describe(spec, data, compared), checks, pairs), data.ledger)


# ---------------------------------------------------------------- design


def _designed(spec: CompareGroups, data: Prepared) -> tuple[Prepared, _Compared]:
    subjects = [spec.subject] if spec.subject is not None else subject_columns(data.schema, spec)
    looks = spec.subject is not None or (spec.design != "independent" and spec.test != "ks")
    others = stratum_columns(data.schema, (spec.value, spec.group))
    rows = _collect(data, [*dict.fromkeys([spec.value, spec.group, *(subjects if looks else []), *others])])
    design, subject = _design(spec, data, rows, subjects) if looks else ("independent", None)
    if subject is not None:
        rows = belonging(rows, spec.group, subject, design)
        detail = say(
            "detail.subject" if design == "nested" else "detail.subject_every", subject=subject, group=spec.group
        )
        if len(rows) < data.rows:
            data = data.with_ledger(with_step(data.ledger, "subjects", detail, len(rows)))
        rows = per_subject(rows, spec.value, spec.group, subject)
    by_cell = _keys(spec, data, rows)
    names = natural(by_cell, data.schema[spec.group].order)
    values = rows[spec.value].to_numpy(dtype=np.float64)
    samples = [values[(rows[spec.group] == by_cell[name]).to_numpy()] for name in names]
    turned: list[Row] = []
    if design == "independent" and len(names) == _SEVERAL:
        is_first = (rows[spec.group] == by_cell[names[0]]).to_numpy(dtype=np.float64)
        turned = reversal_checks(is_first, values, rows[others], "slope")
    return data, _Compared(design, subject, list(names), samples, turned)


def _design(spec: CompareGroups, data: Prepared, rows: pd.DataFrame, subjects: Sequence[str]
            ) -> tuple[Design, str | None]:  # fmt: skip
    if rows[spec.group].nunique() < _SEVERAL:
        return "independent", None
    if spec.subject is not None and spec.design != "auto":
        return spec.design, None if spec.design == "independent" else spec.subject
    known = subjects if spec.subject is not None else [name for name in subjects if is_named_thing(name, data.schema)]
    found, subject = design_of(rows, spec.value, spec.group, subjects, known)
    if spec.design not in ("auto", found):
        raise refusal("no_subject", value=spec.value, group=spec.group)
    if found != "paired" and spec.test in PAIRED:
        raise refusal("unpaired", test=str(spec.test), group=spec.group)
    return found, subject


def _collect(data: Prepared, columns: Sequence[str]) -> pd.DataFrame:
    rows: pd.DataFrame = data.frame.select([nw.col(name) for name in columns]).collect().to_pandas()
    return rows.assign(**{columns[0]: rows[columns[0]].astype(np.float64)})


def _keys(spec: CompareGroups, data: Prepared, rows: pd.DataFrame) -> Mapping[Cell, Any]:
    shown = key_column(data.schema[spec.group])
    keys = rows[spec.group].unique()
    if len(keys) > _MOST_KEYS:
        raise ActionLimitError(
            f"{spec.group} makes {len(keys):,} groups, too many to compare.", "Use a coarser column."
        )
    return {cell(key, shown): key for key in keys}


def _check_groups(spec: CompareGroups, test: str, compared: _Compared) -> None:
    names = join_names([str(name) for name in compared.names[:12]]) or say("value.none")
    if len(compared.names) < _SEVERAL:
        raise refusal("too_few_groups", group=spec.group, value=spec.value, found=names)
    if len(compared.names) > _SEVERAL and test in _TWO_GROUPS:
        raise SpecError(
            f"{test} compares two groups; {spec.group} has {len(compared.names)}: {names}.",
            "Name two groups, or leave test out.",
        )
    if test in PAIRED and compared.design != "paired":
        raise SpecError(
            f"{test} needs values that belong together; under {spec.group} they are {compared.design}.",
            "Say design paired and name the column in subject, or use another test.",
        )
    if test == "friedman" and len(compared.names) == _SEVERAL:
        raise SpecError("friedman compares three groups or more.", "Use wilcoxon.")
    sizes = zip(compared.names, compared.samples, strict=True)
    small = [str(name) for name, values in sizes if len(values) < _SEVERAL]
    if small and test in ("welch", "student", "welch_anova", *PAIRED):
        raise refusal("group_of_one", groups=join_names(small))
    _check_spread(spec, test, compared)


def _check_spread(spec: CompareGroups, test: str, compared: _Compared) -> None:
    everything = np.concatenate(compared.samples)
    if everything.min() == everything.max():
        raise refusal("nothing_to_compare", column=spec.value)
    largest = float(np.abs(everything).max())
    if largest > _MOST / np.sqrt(len(everything)):
        raise refusal("too_large", column=spec.value)
    flat = [bool(values.var() <= 1e-24 * max(largest**2, 1e-300)) for values in compared.samples]
    if (test in ("welch", "student", "anova") and all(flat)) or (test == "welch_anova" and any(flat)):
        raise refusal("constant_within", column=spec.value)
    if test in PAIRED:
        first = compared.samples[0]
        apart = [one - first for one in compared.samples[1:]]
        if all(np.ptp(one) <= 1e-12 * max(float(np.abs(everything).max()), 1e-300) for one in apart):
            raise refusal("equal_differences")


# ---------------------------------------------------------------- tables


def _order(verdict: Row) -> Row:
    return {name: verdict[name] for name in VERDICT}


CHECK_COLUMNS = (
    ResultColumn("check"), ResultColumn("column"), ResultColumn("level"), ResultColumn("statistic", "number"),
    ResultColumn("p", "p_value"), ResultColumn("n", "integer"),
)  # fmt: skip
"""Of the table of what was looked at beside a test."""
VERDICT = (
    "test", "statistic", "df", "df2", "p", "difference", "ci_low", "ci_high", "effect", "effect_name", "effect_low",
    "effect_high",
)  # fmt: skip
"""What a test tells, in the order of the result."""


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, str | bool | int):
        return cast(Cell, value)
    number = float(value)
    return number if math.isfinite(number) else None


def _difference(compared: _Compared) -> str:
    if len(compared.names) != _SEVERAL:
        return ""
    return say("title.difference", a=str(compared.names[0]), b=str(compared.names[1]))


def _columns(spec: CompareGroups, data: Prepared, compared: _Compared) -> tuple[ResultColumn, ...]:
    unit = data.schema[spec.value].unit
    measured = ("difference", "ci_low", "ci_high")
    shown = [ResultColumn("design"), ResultColumn("subject")]
    for name in VERDICT:
        is_text = name in ("test", "effect_name")
        form = ResultColumn(name) if is_text else ResultColumn(name, "p_value" if name == "p" else "number")
        shown.append(replace(form, unit=unit) if name in measured else form)
    own = heading("subjects") if compared.design == "paired" else None
    return (*shown, ResultColumn("n", "integer", heading=own))


def _describe(spec: CompareGroups, data: Prepared, compared: _Compared) -> TableDraft:
    column = data.schema[spec.value]
    rows = [[_cell(each) for each in row.values()]
            for row in sides_of(compared.samples, compared.names, spec.group)]  # fmt: skip
    mean = metric_column(column, "mean", "mean")
    return TableDraft(
        title=say("title.by", what=spec.value, group=spec.group),
        columns=(
            key_column(data.schema[spec.group]), ResultColumn("n", "integer"), mean, replace(mean, name="ci_low"),
            replace(mean, name="ci_high"), metric_column(column, "median", "median"),
            metric_column(column, "std", "std"),
        ),
        rows=rows,
        keys=(spec.group,),
    )  # fmt: skip


def _pairs(spec: CompareGroups, data: Prepared, compared: _Compared, verdict: Row) -> TableDraft:
    unit = data.schema[spec.value].unit
    rows = pairs_of(compared.samples, compared.names, verdict, EVERY_TEST)
    key = key_column(data.schema[spec.group])
    return TableDraft(
        title=say("title.each_pair", value=spec.value, group=spec.group),
        columns=(
            replace(key, name="a", heading=None), replace(key, name="b", heading=None),
            ResultColumn("difference", "number", unit), ResultColumn("ci_low", "number", unit),
            ResultColumn("ci_high", "number", unit), ResultColumn("p", "p_value"), ResultColumn("method"),
        ),
        rows=[[_cell(each) for each in row.values()] for row in rows],
        keys=("a", "b"),
    )  # fmt: skip


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: CompareGroups, schema: Schema) -> None:
    check_numeric(schema, [spec.value], "groups")
    require(schema, [spec.group, *([spec.subject] if spec.subject is not None else [])])


def _rows_of_groups(spec: CompareGroups, data: Prepared, row: Mapping[str, Cell], __: str) -> Prepared:
    data = data.complete([spec.value, spec.group])
    compared = [row["a"], row["b"]] if "a" in row and "b" in row else spec.groups
    return keep_rows(data, any_of(is_value(data, spec.group, each) for each in compared)) if compared else data


COMPARE_GROUPS = Operation(compare_groups, _check, _rows_of_groups)
