"""The analysis language in short words for a model, made from the specs' own models so that it cannot drift.

In two tiers, so that a prompt stays small: what most questions need is told with all its fields; the rest (see
`rare_forms`) with the fields that it cannot do without, and in full beside a question that may need it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from agent.reasoning.chat.language.examples import asked_for, rare_forms
from agent.reasoning.chat.tokens import estimated_tokens
from agent.specs.base import AnyOf, ColumnStatistic, Filter, FilterOp, OtherColumn, RelativeDate, Sort, Strict
from agent.specs.expressions import Operator
from agent.specs.measures import Aggregation, AnalysisSpec, Grain, Quantity
from agent.specs.plots import AggregatedPlot, PlotSpec
from agent.specs.transforms import Transform

DISCRIMINATORS = ("op", "kind", "step")
SHARED = frozenset({"type", "dataset_id", "prepare", "filters", "title"})
"""Fields of every measure and plot: told once, or not at all."""
_NAMED: dict[object, str] = {
    Quantity: "quantity", Sort: "sort", Filter: "filter", AnyOf: "filter", ColumnStatistic: "statistic",
    Operator: "expression", Aggregation: "agg", Grain: "grain",
}  # fmt: skip
"""Parts that are explained once, and what they are called elsewhere."""
PARTS: dict[str, type[Strict]] = {"statistic": ColumnStatistic}
"""Parts of conditions that are told in full only beside a question that may need them."""
_OF_MEASURES = frozenset({"of", "of_column", "beside"})
"""Fields of every plot of groups, explained once."""
FORMS_TOKENS, BRIEF_TOKENS = 320, 90
"""So much of forms told in full has room beside a question, and beside one about a wide table; one always has."""


@cache
def vocabulary() -> str:
    """All measures, plots, steps and filters, a line each."""
    known: set[str] = set()
    return "\n".join(
        [
            "Measures (op):",
            *_lines(AnalysisSpec, "op", known),
            "Plots (kind):",
            *_lines(PlotSpec, "kind", known),
            *steps(known),
            *conventions(),
        ]
    )


def steps(known: set[str] | None = None) -> list[str]:
    """The steps that may be done before, a line each. `known`: fields that were told with their choices."""
    lines = _lines(Transform, "step", set() if known is None else known)
    return ["Steps of prepare (step), in order, before the filters:", *lines]


def _lines(union: Any, key: str, known: set[str]) -> list[str]:
    """What is told in full first, then the rest, each with what it cannot do without."""
    models = models_of(union)
    usual = [model for model in models if name_of(model, key) not in rare_forms()]
    rare = [model for model in models if model not in usual]
    return [*(full_line(model, key, known) for model in usual), *(_short_line(model, key) for model in rare)]


def beside(question: str, tried: str = "", *, joins: bool = False, brief: bool = False) -> str:
    """The rare forms that a question may need, told in full, or "". `tried`: specs or the error of an earlier attempt,
    or of the question before, whose forms come first; `joins`: several tables, so that a join may be needed; `brief`:
    with all fields, and the first sentence only.
    """
    lines: list[str] = []
    room = BRIEF_TOKENS if brief else FORMS_TOKENS
    for name in dict.fromkeys([*asked_for(question, tried), *(["join"] if joins else [])]):
        told = [*lines, form_told(name, brief=brief)]
        if not lines or estimated_tokens("\n".join(told)) <= room:
            lines = told
    return "\n".join(["In full, as this question may need them:", *lines]) if lines else ""


@cache
def form_told(name: str, *, brief: bool = False) -> str:
    """An op, kind or step, or a part of one, with all its fields and all that its docstring says, or its first
    sentence; "" for one that does not exist."""
    for union, key in ((AnalysisSpec, "op"), (PlotSpec, "kind"), (Transform, "step")):
        for model in models_of(union):
            if name_of(model, key) == name:
                said = first_sentence(model) if brief else _without_marks(" ".join((model.__doc__ or "").split()))
                return f"- {name} {fields_told(model)}: {said}"
    part = PARTS.get(name)
    return f"- {name} {fields_told(part)}: {_without_marks(' '.join((part.__doc__ or '').split()))}" if part else ""


def conventions() -> list[str]:
    """What all measures and plots share: how fields are written, filters, quantities, sorting, aggregations."""
    operators, aggregations = " ".join(get_args(Operator)), " ".join(get_args(Aggregation))
    return [
        "Of choices a|b the first is the default; field=true or =false is written only to be so; a field "
        "told again is as before. "
        f"grain: {'|'.join(get_args(Grain))}.",
        f"Filter: {{col, op, value}}, joined by AND; op: {' '.join(get_args(FilterOp))}. value: a list for in, "
        "not_in, between (both ends count), lists (any of them); none for is_null, not_null; dates as 2024-03-31; "
        f"2024-03 is all of it; or {fields_told(OtherColumn)}, another column in the same row; or "
        f"{fields_told(ColumnStatistic, required=True)}, a figure of a column (longer than X; twice the mean); or "
        f"{fields_told(RelativeDate)}. "
        "Texts match in any case. An empty cell fulfils no comparison, not "
        "even !=. OR: {any: [[filter, ...], [filter, ...]]} in place of a filter.",
        f'Quantity: {fields_told(Quantity)}, col "*" counts rows; quantities: aggregates with conditions of their own, '
        "by name, 0 in a group without such rows; empty_groups: 0 too where no row fulfils filters (who never: having "
        f"== 0); computed: of result columns. Sort: {fields_told(Sort)}, by a result "
        "column, largest first; top_k "
        "without sort: the largest of the first metric.",
        f"Expression: [operator, part, ...] of columns, numbers, {{date: today}}, statistics, expressions; operators: "
        f"{operators}. percent [a, b] is a/b*100, pct_change (a-b)/b*100; sub of dates is in days; round "
        "[a, decimals]. In computed only: gt [a, b] is true or false, argmax the name of the larger.",
        f"Aggregations (agg): {aggregations}. "
        'metrics: {"column": ["agg"]}, result column column_agg; {"*": ["count"]} counts rows: rows. '
        "share: percent of all groups.",
        "Plots of groups take x with y and agg, or of: a measure whose result is drawn (of_column: a column of it; "
        "beside: more).",
    ]


def models_of(union: Any) -> tuple[type[Strict], ...]:
    """The models of a discriminated union of specs."""
    models: tuple[type[Strict], ...] = get_args(get_args(union)[0])
    return models


def name_of(model: type[BaseModel], key: str) -> str:
    """What a spec model is called by its discriminator."""
    name: str = model.model_fields[key].default
    return name


def full_line(model: type[Strict], key: str, known: set[str] | None = None) -> str:
    """A form with all its fields and the first sentence of its docstring. A field in `known` was told before with the
    same choices and is told by its name alone; the others are added to it.
    """
    return f"- {name_of(model, key)} {fields_told(model, known=known)}: {first_sentence(model)}"


def _short_line(model: type[Strict], key: str) -> str:
    return f"- {name_of(model, key)} {fields_told(model, required=True)}: {first_clause(model)}"


def fields_told(
    model: type[BaseModel],
    shared: frozenset[str] | None = None,
    *,
    required: bool = False,
    known: set[str] | None = None,
) -> str:
    """A model's fields with their choices; not those in `shared`, by default what every measure and plot has.
    `required`: only those that cannot be left out, and the dots that stand for the others. `known`: see `full_line`."""
    common = shared if shared is not None else SHARED if "type" in model.model_fields else frozenset()
    rarely = model.RARELY if issubclass(model, AggregatedPlot) else ()
    of_measures = _OF_MEASURES if issubclass(model, AggregatedPlot) else ()
    hidden = {*DISCRIMINATORS, *rarely, *of_measures, *common}
    fields = {name: info for name, info in model.model_fields.items() if name not in hidden}
    told = [_field(name, info, known) for name, info in fields.items() if info.is_required() or not required]
    more = ["..."] if required and len(told) < len(fields) else []
    return f"{{{', '.join([*told, *more])}}}"


def _field(name: str, info: FieldInfo, known: set[str] | None) -> str:
    kind = _kind(info)
    star = "*" if info.is_required() else ""
    if not kind:
        return f"{name}{star}"
    told = f"{name}={kind}"
    if known is None or told not in known:
        if known is not None:
            known.add(told)
        return f"{name}{star}={kind}"
    return f"{name}{star}"


def _kind(info: FieldInfo) -> str:
    """`a|b|c` for a choice, the usual one first; the name of a nested part; `true` for a switch, `false` for one that
    is on; the number that is meant where none is given; nothing where the name says it."""
    parts = [*_parts(info.annotation)]
    named = next((_NAMED[part] for part in parts if _is_named(part)), "")
    if named == "grain":
        return "" if info.default is None else str(info.default)
    if named:
        by_name = get_origin(info.annotation) is dict and named in ("quantity", "expression")
        return f"{{name: {named}}}" if by_name else named
    choices = next((get_args(part) for part in parts if get_origin(part) is Literal), ())
    if choices:
        ordered = sorted(choices, key=lambda choice: choice != info.default)
        return "|".join(str(choice) for choice in ordered)
    if info.annotation in (bool, bool | None):
        return "true|false" if info.default is None else str(not info.default).lower()
    number = info.default if isinstance(info.default, int | float) else None
    return "" if number is None or info.is_required() else f"{number:g}"


def _is_named(part: object) -> bool:
    is_choice = get_origin(part) is Literal
    return (is_choice or isinstance(part, type)) and part in _NAMED


def _parts(annotation: object) -> Iterator[object]:
    """An annotation and all that it is made of; what is named, and choices, are not taken apart."""
    yield annotation
    if isinstance(annotation, TypeAliasType) or get_origin(annotation) is Literal:
        return
    for part in get_args(annotation):
        yield from _parts(part)


def first_sentence(model: type[BaseModel]) -> str:
    """What a model says of itself first, without brackets."""
    return re.split(r"(?<=[a-z0-9)%\]])\.(?:\s|$)", _without_marks(_describe_model(model)), maxsplit=1)[0] + "."


def first_clause(model: type[BaseModel]) -> str:
    """The shortest that a model says of itself."""
    return re.split(r"(?<=[a-z0-9)%\]])[.:;](?:\s|$)", _without_marks(_describe_model(model)), maxsplit=1)[0] + "."


def _describe_model(model: type[BaseModel]) -> str:
    return re.sub(r" \([^)]*\)", "", " ".join((model.__doc__ or "").split()))


def _without_marks(text: str) -> str:
    return text.replace("`", "")
