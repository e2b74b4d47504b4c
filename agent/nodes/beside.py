"""What stands beside one figure, so that it says something: the whole that it is a share of, or the period before."""

import logging
import re
from collections.abc import Sequence
from datetime import date

from agent.analysis.trend_periods import partial_periods
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.nodes.act import execute
from agent.nodes.turn_facts import TurnRuntime, profiles, tables
from agent.reasoning.prompts import Beside
from agent.specs.adding_up import ADDED_UP
from agent.specs.aggregations import Grain
from agent.specs.base import Filter
from agent.specs.condition_words import conditions_of
from agent.specs.measures import AnalysisSpec, GroupbyAgg, TimeTrend
from agent.specs.parse import Spec
from agent.specs.transforms import FilterRows
from agent.state import Artifact
from registry.profile import ColumnProfile

_MONTH, _YEAR = re.compile(r"(\d{4})-(\d{2})"), re.compile(r"\d{4}")
_DECEMBER = 12
AT_A_GLANCE = 12  # groups, as many as a chart has bars
_log = logging.getLogger(__name__)


def beside(specs: Sequence[Spec], results: Sequence[Artifact], runtime: TurnRuntime) -> Beside | None:
    """The same figure of the period before, where the condition is a whole month or year that the data cover as they
    cover the one before; else of all rows, where it adds up and has a condition; of many groups their total. None where
    there is neither, and where it cannot be computed: the figure stands without it."""
    spec = specs[0] if len(specs) == 1 else None
    if not isinstance(spec, GroupbyAgg) or not _is_one_sum(spec):
        return None
    if spec.group_cols:
        if not _are_many_groups(spec, results):
            return None
        made = _computed(spec.model_copy(update={"group_cols": [], "sort": None}), runtime)
        return Beside("total", made) if made is not None else None
    if not _is_one_cell(results):
        return None
    if (earlier := _with_period_before(spec, runtime)) is not None:
        made = _computed(earlier, runtime)
        if made is not None and _is_whole(made):
            return Beside("before", made)
    if not conditions_of(spec, worth_telling=True):
        return None
    steps = [step for step in spec.prepare if not isinstance(step, FilterRows)]
    made = _computed(spec.model_copy(update={"filters": [], "prepare": steps}), runtime)
    return Beside("all", made) if made is not None else None


def _is_one_sum(spec: GroupbyAgg) -> bool:
    measured = [aggregation for wanted in spec.metrics.values() for aggregation in wanted]
    plain = not (spec.quantities or spec.computed or spec.having or spec.with_total)
    return plain and len(measured) == 1 and measured[0] in ADDED_UP & {"sum", "count"}


def _are_many_groups(spec: GroupbyAgg, results: Sequence[Artifact]) -> bool:
    """Whether a table holds the groups of one column, all of them, and more than one takes in at a glance."""
    if len(results) != 1 or results[0]["kind"] != "table" or len(spec.group_cols) != 1 or spec.top_k or spec.skip:
        return False
    table = table_of(results[0])
    figures = [row[-1] for row in table["rows"]]
    return table["total_rows"] > AT_A_GLANCE and all(isinstance(one, int | float) and one >= 0 for one in figures)


def _is_one_cell(results: Sequence[Artifact]) -> bool:
    if len(results) != 1 or results[0]["kind"] != "table":
        return False
    rows = table_of(results[0])["rows"]
    return len(rows) == 1 and all(isinstance(cell, int | float) for cell in rows[0])


def _with_period_before(spec: GroupbyAgg, runtime: TurnRuntime) -> TimeTrend | None:
    """The same by month or year, of the period that the only condition on a date names and of the one before."""
    columns = {column.name: column for profile in profiles(runtime) for column in profile.columns}
    dates = [
        one
        for one in spec.filters
        if isinstance(one, Filter) and one.op == "==" and isinstance(one.value, str) and one.col in columns
        and columns[one.col].first is not None and _before(one.value)
    ]  # fmt: skip
    if len(dates) != 1 or not isinstance(dates[0].value, str):
        return None
    named, value = dates[0], dates[0].value
    grain: Grain = "month" if _MONTH.fullmatch(value) else "year"
    if not _are_covered((_before(value), value), grain, columns[named.col]):
        return None
    both = named.model_copy(update={"op": "between", "value": [_before(value), value]})
    return TimeTrend(
        dataset_id=spec.dataset_id,
        date_col=named.col,
        grain=grain,
        metrics=spec.metrics,
        filters=[both if one is named else one for one in spec.filters],
        prepare=spec.prepare,
    )


def _are_covered(periods: Sequence[str], grain: Grain, column: ColumnProfile) -> bool:
    """Whether the data, whatever the other conditions leave of them, cover the periods whole."""
    first, last = (date.fromisoformat(str(day)[:10]) for day in (column.first, column.last))
    partial = {each.label for each in partial_periods(grain, first, last)}
    return first.isoformat() <= f"{periods[0]}~" and periods[-1] <= last.isoformat() and not partial & {*periods}


def _before(period: str) -> str:
    """The month before a month, the year before a year; "" for anything else."""
    if _YEAR.fullmatch(period):
        return str(int(period) - 1)
    found = _MONTH.fullmatch(period)
    if found is None:
        return ""
    year, month = int(found[1]), int(found[2])
    return f"{year - 1}-{_DECEMBER}" if month == 1 else f"{year}-{month - 1:02}"


def _is_whole(made: Artifact) -> bool:
    """Whether there are two periods, and a figure of the first that a change can be told from."""
    table = table_of(made)
    first = [row[-1] for row in table["rows"]][:1]
    told = all(isinstance(cell, int | float) and cell > 0 for cell in first)
    return len(table["rows"]) == 2 and told


def _computed(spec: AnalysisSpec, runtime: TurnRuntime) -> Artifact | None:
    context = runtime.context
    try:
        made = execute(spec, runtime, tables(runtime))
    except (SpecError, DataError, ActionLimitError) as error:
        _log.info("no comparison stands beside the figure: %s", error)
        return None
    kept = Artifact(**{**made[0], "role": "detail"})
    return context.artifacts.add(context.conversation_id, kept)
