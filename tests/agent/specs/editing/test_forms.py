"""Every kind of spec has a form, made from its schema alone."""

from pathlib import Path
from typing import get_args

import pytest
from pydantic import JsonValue

import agent.specs
from agent.specs.editing.forms import FormField, SpecForm, field_named, form_of, spec_forms
from agent.specs.measures import Aggregation, AnalysisSpec
from agent.specs.parse import KINDS, OPS, IllFormedError, fields_lacking, parse_spec
from agent.specs.plots import PlotSpec

SPECS = Path(agent.specs.__path__[0])
MODELS = {
    **{model.model_fields["op"].default: model for model in get_args(get_args(AnalysisSpec)[0])},
    **{model.model_fields["kind"].default: model for model in get_args(get_args(PlotSpec)[0])},
}


def every_field(fields: tuple[FormField, ...]) -> list[FormField]:
    found: list[FormField] = []
    for field in fields:
        inside = [field.item] if field.item else []
        found += [field, *every_field((*inside, *field.fields))]
        for form in field.forms.values():
            found += every_field(form)
    return found


def test_every_measure_and_plot_has_a_form() -> None:
    assert tuple(spec_forms()) == (*OPS, *KINDS)


@pytest.mark.parametrize("form", spec_forms().values(), ids=list(spec_forms()))
def test_a_form_has_every_field_of_its_spec_but_those_that_say_what_it_is(form: SpecForm) -> None:
    assert {field.name for field in form.fields} == set(MODELS[form.name].model_fields) - {"type", form.tag}
    assert form.about


@pytest.mark.parametrize("form", spec_forms().values(), ids=list(spec_forms()))
def test_every_field_has_what_its_control_needs(form: SpecForm) -> None:
    for field in every_field(form.fields):
        assert (field.kind == "choice") == bool(field.choices), field
        assert (field.kind in ("list", "map")) == (field.item is not None), field
        assert (field.kind == "form") == bool(field.fields), field
        assert (field.kind == "one_of") == bool(field.forms and field.tag), field


def test_metrics_are_a_map_of_columns_to_aggregations() -> None:
    metrics = field_named(form_of({"op": "groupby_agg"}).fields, "metrics")
    assert metrics is not None and metrics.kind == "map"
    assert metrics.item is not None and metrics.item.kind == "list"
    assert metrics.item.item is not None and metrics.item.item.choices == get_args(Aggregation)


def test_strings_are_columns_where_they_are_no_words_of_the_person() -> None:
    bar = {field.name: field.kind for field in form_of({"kind": "bar"}).fields}
    assert (bar["x"], bar["y"], bar["color"], bar["title"]) == ("column", "column", "column", "text")


def test_bounds_come_with_numbers() -> None:
    top = field_named(form_of({"op": "groupby_agg"}).fields, "top_k")
    assert top is not None and (top.kind, top.nullable, top.low, top.high) == ("whole", True, 1, 10_000)


CONDITION = {"col": "a", "op": "=="}
COUNT = {"type": "analysis", "op": "groupby_agg", "metrics": {"*": ["count"]}}


@pytest.mark.parametrize(
    ("spec", "lacking"),
    [
        ({"type": "analysis", "op": "groupby_agg"}, (("metrics", "quantities"),)),
        ({"type": "analysis", "op": "value_counts"}, (("column",),)),
        ({**COUNT, "filters": [CONDITION]}, (("filters",),)),
        ({**COUNT, "prepare": [{"step": "text_part", "col": "a", "name": "b", "how": "before"}]}, (("prepare",),)),
        ({"type": "analysis", "op": "compare_columns"}, (("a",),)),
        ({"type": "analysis", "op": "compare_columns", "a": "x"}, (("b", "value"),)),
        ({"type": "analysis", "op": "compare_columns", "pair_by": "id", "value": "x"}, (("group",),)),
        ({"type": "plot", "kind": "bar"}, (("x", "of"),)),
        (COUNT, ()),
    ],
)
def test_what_is_still_to_be_filled_is_told_by_its_fields(
    spec: dict[str, JsonValue], lacking: tuple[tuple[str, ...], ...]
) -> None:
    assert fields_lacking(spec) == lacking


@pytest.mark.parametrize(
    ("spec", "fields"),
    [
        ({**COUNT, "group_cols": ["a"], "top_per": ["a"]}, (("top_per", "group_cols"),)),
        ({"op": "share_ratio", "group_cols": ["a"], "within": ["a"]}, (("within", "group_cols"),)),
        ({"op": "row_lookup", "which": "first", "order_by": "a"}, (("which", "order_by"),)),
        ({"op": "compare_columns", "a": "x", "b": "x"}, (("a", "b"),)),
        ({**COUNT, "filters": [{**CONDITION, "op": "is_null", "value": 1}]}, (("filters",),)),
    ],
)
def test_what_does_not_go_together_is_told_by_its_fields(
    spec: dict[str, JsonValue], fields: tuple[tuple[str, ...], ...]
) -> None:
    with pytest.raises(IllFormedError) as refused:
        parse_spec(spec)
    assert (refused.value.lacking, refused.value.clashing) == ((), fields)


def test_every_rule_of_the_language_names_the_fields_that_it_is_about() -> None:
    written = [path.read_text(encoding="utf-8") for path in SPECS.rglob("*.py") if path.name != "base.py"]
    assert not [text for text in written if "raise ValueError" in text]
