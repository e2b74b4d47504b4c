"""The parts of specs have words in every language: fields, choices, kinds, steps; none is told in the specs' own."""

from typing import Any, get_args

import pytest

from agent.specs.aggregations import Aggregation
from agent.specs.base import FilterOp
from agent.specs.editing.computations import computations_of
from agent.specs.editing.forms import FormField, spec_forms
from agent.specs.editing.parts import difference, parts_of
from agent.specs.expressions import OPERATORS
from agent.specs.parse import KINDS, OPS
from agent.specs.words import FOLDER, languages, words_in
from languages.phrase_files import read_texts
from tests.agent.specs.editing.readings import NORTH, grouped, reading

SIGNS = ("add", "sub", "mul", "div", "gt", "ge", "lt", "le", "eq", "ne", "percent", "pct_change")


def every_field(fields: tuple[FormField, ...]) -> list[FormField]:
    found: list[FormField] = []
    for field in fields:
        found += [field, *every_field((*([field.item] if field.item else []), *field.fields))]
        for form in field.forms.values():
            found += every_field(form)
    return found


def keys_needed() -> set[str]:
    fields = [field for form in spec_forms().values() for field in every_field(form.fields)]
    forms = {(field.name, name) for field in fields for name in field.forms if field.name != "of"}
    rows = [field.name for field in fields if field.item is not None and field.item.kind in ("one_of", "either")]
    return {
        *(f"field.{field.name}" for field in fields),
        *(f"choice.{choice}" for field in fields for choice in field.choices),
        *(f"choice.{name}" for name in get_args(Aggregation)),
        *(f"condition.{name}" for name in get_args(FilterOp)),
        *(f"kind.{name}" for name in (*OPS, *KINDS)),
        *(f"chart.{name}" for name in KINDS),
        *(f"step.{name}" for field, name in forms if field == "prepare"),
        *(f"form.{name}" for field, name in forms if field != "prepare"),
        *(f"operator.{name}" for name in OPERATORS if name not in SIGNS),
        *(f"one.{name}" for name in rows),
    }


@pytest.mark.parametrize("language", languages())
def test_everything_that_a_form_can_show_has_words(language: str) -> None:
    own = read_texts(FOLDER / f"{language}.toml")
    assert not keys_needed() - own.keys()


def test_a_language_without_a_file_is_told_in_english() -> None:
    assert words_in("xx").field("filters") == words_in("en").field("filters")
    assert words_in("de").field("nothing_known") == "Nothing known"


PERIOD = {"col": "day", "op": ">=", "value": {"date": "today", "shift": -30, "unit": "day"}}
TREND = {"op": "time_trend", "date_col": "day", "metrics": {"*": ["count"]}, "filters": [PERIOD], "growth": "previous"}
TOLD: dict[str, tuple[Any, list[str]]] = {
    "de": (
        grouped(filters=[NORTH, {"col": "sales", "op": "between", "value": [1, 9]}], top_k=3, sort={"by": "region"}),
        ["Durchschnitt von sales", "region", "region ist North", "sales liegt von 1 bis 9",
         "nach region, größte zuerst", "Nur die ersten: 3"],
    ),
    "ja": (
        TREND,
        ["行数", "day", "月ごと", "「day」が 今日の 30 日前 以上", "伸び：前の期間との比較"],
    ),
    "en": (
        TREND,
        ["number of rows", "day", "by month", "day is at least 30 days before today",
         "Growth: against the period before"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", TOLD)
def test_labels_are_told_in_the_language(language: str) -> None:
    spec, labels = TOLD[language]
    assert [part.label for part in parts_of(reading(spec), language=language)] == labels


def test_the_language_changes_no_path_and_no_computation() -> None:
    made = reading(grouped(filters=[NORTH]), {"kind": "bar", "of": grouped(filters=[NORTH])})
    for language in languages():
        assert [part.path for part in parts_of(made, language=language)] == [part.path for part in parts_of(made)]
        assert [one.places for one in computations_of(made, language=language)] == [(0, 1)]


def test_an_edit_is_told_in_the_language() -> None:
    before, after = reading(grouped()), reading(grouped(metrics={"sales": ["median"]}))
    assert difference(before, after, "de") == "Durchschnitt von sales → Median von sales"
    assert difference(before, after, "ja") == "「sales」の平均 → 「sales」の中央値"


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (["mul", "price", "units"], "price × units"),
        (["div", ["sub", "a", "b"], 2], "(a − b) ÷ 2"),
        (["percent", "returned", ["add", "kept", "returned"]], "returned ÷ (kept + returned) in %"),
        (["pct_change", "2024", "2023"], "(2024 − 2023) ÷ 2023 in %"),
        (["round", ["div", "a", "b"], 1], "round(a ÷ b, 1)"),
        (["coalesce", "a", "b"], "first filled in(a, b)"),
    ],
)
def test_a_formula_is_told_as_people_write_it(expression: list[Any], told: str) -> None:
    made = reading(grouped(prepare=[{"step": "derive_column", "name": "made", "expression": expression}]))
    step = next(part for part in parts_of(made) if part.kind == "step")
    assert step.label == f"computed column: made = {told}"
