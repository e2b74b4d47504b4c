"""The tools by name. A tool is typed arguments that mean specs; a new one is one entry.

The five of seed 003 come first; every other op and kind of the analysis language is a tool of its own name, so that
whatever can be computed can be asked for through a tool.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel, JsonValue, ValidationError

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.errors import SpecError
from agent.specs.measures import (
    AnalysisSpec,
    ColumnSummary,
    Correlation,
    CorrelationMatrix,
    GroupbyAgg,
    RowLookup,
    ValueCounts,
)
from agent.specs.parse import Spec, nearest
from agent.specs.plots import Hist, PlotSpec
from agent.state import Artifact
from agent.tools.inputs import AggregationInput, CorrelationInput, CountInput, DistributionInput, FilterInput

_TAGS = frozenset({"type", "op", "kind"})


@dataclass(frozen=True)
class Tool:
    """What a tool takes and which specs that means, the answer first. `arguments_of` goes the other way: arguments
    that may mean the spec, or None; whoever uses it looks whether they do.
    """

    name: str
    description: str
    arguments: type[BaseModel]
    specs: Callable[[Any], list[Spec]]
    arguments_of: Callable[[Any], Mapping[str, object] | None]

    def parsed(self, arguments: Mapping[str, JsonValue]) -> BaseModel:
        """The arguments, typed. SpecError (for the model) tells what is wrong with which."""
        try:
            return self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False)[:5]
            wrong = "; ".join(f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in found)
            raise SpecError(f"The arguments of {self.name} do not fit: {wrong}.", "Correct these arguments.") from None


@dataclass(frozen=True)
class Call:
    """A tool with arguments that fit it, and what they mean."""

    tool: Tool
    arguments: dict[str, JsonValue]
    specs: tuple[Spec, ...]


def planned_call(tool_name: str, arguments: Mapping[str, JsonValue]) -> Call:
    """The call of a tool. SpecError names the nearest tools, or the argument that does not fit."""
    tool = TOOL_EXECUTORS.get(tool_name)
    if tool is None:
        near = ", ".join(nearest(tool_name, TOOL_EXECUTORS)) or ", ".join(TOOL_EXECUTORS)
        raise SpecError(f"There is no tool {tool_name!r}.", f"Use one of {near}.")
    return Call(tool, dict(arguments), tuple(tool.specs(tool.parsed(arguments))))


def call_for(spec: Spec) -> Call:
    """The first tool of the catalogue whose arguments mean exactly this spec, with the arguments that it needs."""
    for tool in TOOL_EXECUTORS.values():
        arguments = tool.arguments_of(spec)
        if arguments is None:
            continue
        typed = tool.arguments.model_validate(arguments)
        if tool.specs(typed) == [spec]:
            return Call(tool, _argument_data(typed), (spec,))
    raise SpecError(f"No tool computes {_tag(spec)}.", f"Use one of {', '.join(TOOL_EXECUTORS)}.")


def run_call(call: Call, tables: Mapping[str, Table]) -> list[list[Artifact]]:
    """The results of each of the call's specs, over all rows. Errors as `execute_analysis`."""
    return [_execute(spec, tables) for spec in call.specs]


def _execute(spec: Spec, tables: Mapping[str, Table]) -> list[Artifact]:
    return execute_plot(spec, tables) if spec.type == "plot" else execute_analysis(spec, tables)


def _argument_data(arguments: BaseModel) -> dict[str, JsonValue]:
    """The arguments as JSON without what is default. Steps and nested measures keep their tags."""
    told: dict[str, JsonValue] = arguments.model_dump(mode="json", exclude_defaults=True)
    for name in set(told) - _TAGS:
        value = getattr(arguments, name)
        if isinstance(value, list) and value and hasattr(value[0], "step"):
            told[name] = [{"step": step.step, **step.model_dump(mode="json", exclude_defaults=True)} for step in value]
        elif hasattr(value, "op") and hasattr(value, "type"):
            told[name] = {"op": value.op, **_argument_data(value)}
    return told


def _tag(spec: Spec) -> str:
    return spec.kind if spec.type == "plot" else spec.op


# ---------------------------------------------------------------- the tools of seed 003


def _rows(spec: Any) -> dict[str, object]:
    """What says which rows are meant, alike in specs and tools."""
    return {"dataset_id": spec.dataset_id, "filters": spec.filters}


def _correlation(given: CorrelationInput) -> list[Spec]:
    if given.threshold is None and (given.target or given.by or len(given.columns) == 2):
        pairs = {"columns": given.columns, "target": given.target, "method": given.method, "by": given.by}
        return [Correlation(**_rows(given), **pairs)]
    named = [*([given.target] if given.target else []), *given.columns]
    return [
        CorrelationMatrix(
            **_rows(given), columns=list(dict.fromkeys(named)), method=given.method, min_strength=given.threshold
        )
    ]


def _of_correlation(spec: Spec) -> Mapping[str, object] | None:
    if isinstance(spec, Correlation):
        named = {"columns": spec.columns, "target": spec.target, "method": spec.method, "by": spec.by}
        return {**_rows(spec), **named}
    if isinstance(spec, CorrelationMatrix):
        return {**_rows(spec), "columns": spec.columns, "method": spec.method, "threshold": spec.min_strength}
    return None


def _aggregation(given: AggregationInput) -> list[Spec]:
    groups = [given.group_by] if isinstance(given.group_by, str) else (given.group_by or [])
    return [
        GroupbyAgg(
            **_rows(given), group_cols=groups, metrics={given.column: [given.operation]}, sort=given.sort,
            top_k=given.top_k,
        )
    ]  # fmt: skip


def _of_aggregation(spec: Spec) -> Mapping[str, object] | None:
    if not isinstance(spec, GroupbyAgg) or not spec.metrics:
        return None
    column, operations = next(iter(spec.metrics.items()))
    groups = spec.group_cols[0] if len(spec.group_cols) == 1 else spec.group_cols or None
    return {
        **_rows(spec), "column": column, "operation": operations[0], "group_by": groups, "sort": spec.sort,
        "top_k": spec.top_k,
    }  # fmt: skip


def _filter(given: FilterInput) -> list[Spec]:
    return [RowLookup(**_rows(given), columns=given.columns)]


def _of_filter(spec: Spec) -> Mapping[str, object] | None:
    if not isinstance(spec, RowLookup) or not spec.filters:
        return None
    return {**_rows(spec), "columns": spec.columns}


def _distribution(given: DistributionInput) -> list[Spec]:
    summary = ColumnSummary(**_rows(given), columns=[given.column], stats=given.statistics, quantiles=given.quantiles)
    return [summary, Hist(**_rows(given), x=given.column)] if given.chart else [summary]


def _of_distribution(spec: Spec) -> Mapping[str, object] | None:
    if not isinstance(spec, ColumnSummary) or len(spec.columns) != 1:
        return None
    return {
        **_rows(spec), "column": spec.columns[0], "statistics": spec.stats, "quantiles": spec.quantiles,
        "chart": False,
    }  # fmt: skip


def _counts(given: CountInput) -> list[Spec]:
    return [
        ValueCounts(
            **_rows(given), column=given.column, dropna=given.leave_out_missing, min_count=given.min_count,
            top_k=given.top_k,
        )
    ]  # fmt: skip


def _of_counts(spec: Spec) -> Mapping[str, object] | None:
    if not isinstance(spec, ValueCounts):
        return None
    return {
        **_rows(spec), "column": spec.column, "leave_out_missing": spec.dropna, "min_count": spec.min_count,
        "top_k": spec.top_k,
    }  # fmt: skip


_SEED_TOOLS: tuple[Tool, ...] = (
    Tool(
        "calculate_correlation", "How strongly numeric columns go together.", CorrelationInput, _correlation,
        _of_correlation,
    ),
    Tool(
        "aggregate_data", "Mean, median, sum, count and the like of a column, over all rows or by group.",
        AggregationInput, _aggregation, _of_aggregation,
    ),
    Tool("filter_data", "The rows that fulfil conditions.", FilterInput, _filter, _of_filter),
    Tool(
        "analyze_distribution", "How the values of a column are distributed: statistics and a histogram.",
        DistributionInput, _distribution, _of_distribution,
    ),
    Tool("count_values", "How often each value of a column occurs.", CountInput, _counts, _of_counts),
)  # fmt: skip


def _language_tool(model: type[BaseModel]) -> Tool:
    """An op or kind of the analysis language as a tool: its arguments are the spec's own fields."""
    is_plot = "kind" in model.model_fields
    tag = str(model.model_fields["kind" if is_plot else "op"].default)
    description = " ".join((model.__doc__ or "").split())

    def arguments_of(spec: Spec) -> Mapping[str, object] | None:
        return {name: getattr(spec, name) for name in type(spec).model_fields} if isinstance(spec, model) else None

    return Tool(f"draw_{tag}" if is_plot else tag, description, model, _itself, arguments_of)


def _itself(given: Any) -> list[Spec]:
    return [given]


def _models(union: object) -> Sequence[type[BaseModel]]:
    found: Sequence[type[BaseModel]] = get_args(get_args(union)[0])
    return found


TOOL_EXECUTORS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (*_SEED_TOOLS, *(_language_tool(model) for model in (*_models(AnalysisSpec), *_models(PlotSpec))))
}
"""All tools by name, in the order in which they are offered."""
SEED_TOOLS: tuple[str, ...] = tuple(tool.name for tool in _SEED_TOOLS)
