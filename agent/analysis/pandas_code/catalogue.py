"""The measures that are written as code: all of them, by op. Each stands in its file."""

from collections.abc import Mapping

from agent.analysis.pandas_code import aggregates, comparisons, descriptions, lookups, statistics, trends
from agent.analysis.pandas_code.program import Writer

_FILES = (aggregates, comparisons, descriptions, lookups, statistics, trends)
MEASURES: Mapping[str, Writer] = {op: writer for file in _FILES for op, writer in file.WRITERS.items()}
