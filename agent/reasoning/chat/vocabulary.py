"""The analysis language in short words for a model, made from the specs' own models so that it cannot drift."""

import re
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from agent.specs.base import ColumnStatistic, Filter, FilterOp, Sort, Strict
from agent.specs.measures import Aggregation, AnalysisSpec, Quantity
from agent.specs.plots import AggregatedPlot, PlotSpec
from agent.specs.transforms import Transform

DISCRIMINATORS = ("op", "kind", "step")
RARE = frozenset({"bins", "examples", "of", "of_column", "date_format", "distinct_right", "top_n", "tests", "ddof",
                  "correction", "exact", "dropna", "min_count", "min_strength", "side"})  # fmt: skip
"""Fields that hardly any question asks for: a model that knows them may use them, but they are not told."""
SHARED = frozenset({"type", "dataset_id", "prepare", "filters", "title"})
"""Fields of every measure and plot: told once, or not at all."""
_MANY = 3
"""Of so many choices that may be left out, none is told."""
_NAMED: dict[object, str] = {Quantity: "quantity", Sort: "sort", Filter: "filter", ColumnStatistic: "statistic"}


@cache
def vocabulary() -> str:
    """All measures, plots, steps and filters, a line each."""
    return "\n".join(
        [
            "Measures (op):",
            *(_line(model, "op") for model in models_of(AnalysisSpec)),
            "Plots (kind):",
            *(_line(model, "kind") for model in models_of(PlotSpec)),
            *steps(),
            *conventions(),
        ]
    )


def steps() -> list[str]:
    """The steps that may be done before, a line each."""
    return [
        "Steps of prepare (step), done before the filters:",
        *(_line(model, "step") for model in models_of(Transform)),
    ]


def conventions() -> list[str]:
    """What all measures and plots share: filters, quantities, sorting, aggregations."""
    return [
        f"Filter: {{col, op, value}}; op is one of {' '.join(get_args(FilterOp))}. "
        f"value may be a statistic of a column: {fields_told(ColumnStatistic)}.",
        f"Quantity: {fields_told(Quantity)}. Sort: {fields_told(Sort)}.",
        f"Aggregations: {' '.join(get_args(Aggregation))}. "
        'metrics: {"column": ["agg"]}, result column column_agg; {"*": ["count"]} counts rows, result column rows.',
    ]


def models_of(union: Any) -> tuple[type[Strict], ...]:
    """The models of a discriminated union of specs."""
    models: tuple[type[Strict], ...] = get_args(get_args(union)[0])
    return models


def name_of(model: type[BaseModel], key: str) -> str:
    """What a spec model is called by its discriminator."""
    name: str = model.model_fields[key].default
    return name


def _line(model: type[Strict], key: str) -> str:
    return f"- {name_of(model, key)} {fields_told(model)}: {first_sentence(model)}"


def fields_told(model: type[BaseModel], shared: frozenset[str] | None = None) -> str:
    """A model's fields with their choices; not those in `shared`, by default what every measure and plot has."""
    common = shared if shared is not None else SHARED if "type" in model.model_fields else frozenset()
    rarely = model.RARELY if issubclass(model, AggregatedPlot) else ()
    hidden = {*DISCRIMINATORS, *RARE, *rarely, *common}
    told = [_field(name, info) for name, info in model.model_fields.items() if name not in hidden]
    return f"{{{', '.join(told)}}}" if told else "{}"


def _field(name: str, info: FieldInfo) -> str:
    kind = _kind(info.annotation)
    required = "*" if info.is_required() else ""
    return f"{name}{required}{'=' + kind if kind else ''}"


def _kind(annotation: object) -> str:
    """`a|b|c` for a choice, the name of a nested model, `true` for a switch; nothing where the name says it."""
    if get_origin(annotation) is Literal and annotation is not Aggregation:
        return "|".join(str(choice) for choice in get_args(annotation))
    if annotation is bool:
        return "true"
    choices = next((part for part in get_args(annotation) if get_origin(part) is Literal), None)
    if choices is not None and len(get_args(choices)) < _MANY and choices is not Aggregation:
        return "|".join(str(choice) for choice in get_args(choices))
    parts = [part for part in (annotation, *get_args(annotation)) if part in _NAMED]
    return _NAMED[parts[0]] if parts else ""


def first_sentence(model: type[BaseModel]) -> str:
    """What a model says of itself first, without brackets."""
    text = re.sub(r" \([^)]*\)", "", " ".join((model.__doc__ or "").split()))
    return re.split(r"(?<=[a-z0-9)%])[.:;](?:\s|$)", text, maxsplit=1)[0].replace("`", "") + "."
