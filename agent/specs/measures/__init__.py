"""Measures: what is computed. One model an op, discriminated by `op`. Source: seed 002 and the vocabulary.

Result columns are part of each op's promise (narration and sorting rely on them); they stand in the docstrings.
A metric's result column is `<col>_<agg>`; the count of rows is asked for as `{"*": ["count"]}` and named `rows`.
"""

from typing import Annotated

from pydantic import Field

from agent.specs.aggregations import Aggregation, Grain, Metrics, metric_name
from agent.specs.measures.aggregates import (
    Aggregates,
    GroupbyAgg,
    PivotTable,
    Quantity,
    ShareRatio,
    TimeTrend,
)
from agent.specs.measures.descriptions import (
    ColumnSummary,
    DatasetOverview,
    DuplicateCheck,
    Missingness,
    RowLookup,
    Statistic,
    ValueCounts,
)
from agent.specs.measures.shared import Measure
from agent.specs.measures.statistics import (
    DEFAULT_NORMALITY_TESTS,
    CompareColumns,
    CompareGroups,
    ContingencyTest,
    Correlation,
    CorrelationMatrix,
    CorrelationMethod,
    NormalityTest,
    NormalityTestName,
    OlsRegression,
    Outliers,
)

AnalysisSpec = Annotated[
    DatasetOverview | Missingness | ColumnSummary | DuplicateCheck | GroupbyAgg | ShareRatio | CorrelationMatrix
    | Correlation | ValueCounts | RowLookup | TimeTrend | Outliers | NormalityTest | CompareGroups | CompareColumns
    | PivotTable | ContingencyTest | OlsRegression,
    Field(discriminator="op"),
]  # fmt: skip

__all__ = [
    "DEFAULT_NORMALITY_TESTS",
    "Aggregates",
    "Aggregation",
    "AnalysisSpec",
    "ColumnSummary",
    "CompareColumns",
    "CompareGroups",
    "ContingencyTest",
    "Correlation",
    "CorrelationMatrix",
    "CorrelationMethod",
    "DatasetOverview",
    "DuplicateCheck",
    "Grain",
    "GroupbyAgg",
    "Measure",
    "Metrics",
    "Missingness",
    "NormalityTest",
    "NormalityTestName",
    "OlsRegression",
    "Outliers",
    "PivotTable",
    "Quantity",
    "RowLookup",
    "ShareRatio",
    "Statistic",
    "TimeTrend",
    "ValueCounts",
    "metric_name",
]
