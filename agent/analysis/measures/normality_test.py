"""normality_test: could these values come from a normal distribution?"""

import math
import warnings
from collections.abc import Callable, Mapping

import numpy as np
import scipy

from agent.analysis.aggregating.cell_rows import complete_rows
from agent.analysis.column_checks import check_by, check_numeric
from agent.analysis.frames.arrays import Floats, Sample, samples, values_of
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, key_column
from agent.analysis.operation import Operation
from agent.analysis.words import say
from agent.specs.measures import NormalityTest, NormalityTestName
from agent.specs.result_words import result_title
from agent.state import Cell

_SHAPIRO_EXACT = 5000
_LEAST: Mapping[NormalityTestName, int] = {"shapiro": 3, "dagostino": 8, "anderson": 8, "ks": 3}


def normality_test(spec: NormalityTest, data: Prepared) -> Outcome:
    """One table, a row a test (and group): test, statistic, p, n; p null where values are too few or all equal.

    dagostino is D'Agostino and Pearson's K squared; anderson has the mean and SD estimated and p by Stephens (1986);
    ks compares with the normal of the sample's mean and SD.
    """
    data = data.complete([spec.column])
    groups = (
        samples(data, spec.column, spec.by) if spec.by is not None else [Sample(None, values_of(data, spec.column))]
    )
    rows: list[list[Cell]] = []
    for group in groups:
        lead = [group.key] if spec.by is not None else []
        rows += [[*lead, name, *_test(group.values, name), len(group.values)] for name in dict.fromkeys(spec.tests)]
    keys = [key_column(data.schema[spec.by])] if spec.by is not None else []
    columns = (
        *keys, ResultColumn("test"), ResultColumn("statistic", "number"), ResultColumn("p", "p_value"),
        ResultColumn("n", "integer"),
    )  # fmt: skip
    names = [column.name for column in keys]
    table = TableDraft(
        result_title([say("title.normality", column=spec.column)], names), columns, rows, (*names, "test")
    )
    return Outcome(
        (table,), data.noted(*_caveats(spec, max((len(group.values) for group in groups), default=0), rows)).ledger
    )


def _caveats(spec: NormalityTest, largest: int, rows: list[list[Cell]]) -> list[str]:
    notes = []
    if "shapiro" in spec.tests and largest > _SHAPIRO_EXACT:
        notes.append(say("note.shapiro_large"))
    if largest > _SHAPIRO_EXACT:
        notes.append(say("note.tiny_departures"))
    if "ks" in spec.tests:
        notes.append(say("note.lilliefors"))
    if any(row[-2] is None for row in rows):
        notes.append(say("note.no_p"))
    return notes


def _test(values: Floats, name: NormalityTestName) -> tuple[Cell, Cell]:
    if len(values) < _LEAST[name] or values.min() == values.max():
        return None, None
    statistic, p = _TESTS[name](values)
    return float(statistic), float(p)


def _shapiro(values: Floats) -> tuple[float, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # above 5,000 values: said in the ledger
        result = scipy.stats.shapiro(values)
    return result.statistic, result.pvalue


def _dagostino(values: Floats) -> tuple[float, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        result = scipy.stats.normaltest(values)
    return float(result.statistic), float(result.pvalue)


def _ks(values: Floats) -> tuple[float, float]:
    standardised = (values - values.mean()) / values.std(ddof=1)
    result = scipy.stats.kstest(standardised, "norm")
    return float(result.statistic), float(result.pvalue)


def _anderson(values: Floats) -> tuple[float, float]:
    """A squared, and p of the adjusted A squared (Stephens 1986, table 4.9)."""
    n = len(values)
    z = np.sort((values - values.mean()) / values.std(ddof=1))
    weights = 2 * np.arange(1, n + 1) - 1
    statistic = -n - float(np.sum(weights * (scipy.stats.norm.logcdf(z) + scipy.stats.norm.logsf(z[::-1])))) / n
    adjusted = statistic * (1 + 0.75 / n + 2.25 / n**2)
    if adjusted >= 0.6:
        exponent = 1.2937 - 5.709 * adjusted + 0.0186 * adjusted**2
        p = math.exp(exponent) if adjusted < 10 else 0.0
    elif adjusted >= 0.34:
        p = math.exp(0.9177 - 4.279 * adjusted - 1.38 * adjusted**2)
    elif adjusted >= 0.2:
        p = 1 - math.exp(-8.318 + 42.796 * adjusted - 59.938 * adjusted**2)
    else:
        p = 1 - math.exp(-13.436 + 101.14 * adjusted - 223.73 * adjusted**2)
    return statistic, p


_TESTS: Mapping[NormalityTestName, Callable[[Floats], tuple[float, float]]] = {
    "shapiro": _shapiro,
    "dagostino": _dagostino,
    "anderson": _anderson,
    "ks": _ks,
}


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: NormalityTest, schema: Schema) -> None:
    check_numeric(schema, [spec.column], "normality")
    check_by(schema, spec.by, [spec.column])


NORMALITY_TEST = Operation(normality_test, _check, complete_rows)
