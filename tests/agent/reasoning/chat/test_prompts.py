"""Prompts: strict templates, a vocabulary that cannot drift, examples that work, and a size that stays small."""

import json
import random
import re
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

import numpy as np
import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.analysis.validate import check_spec
from agent.errors import ContractError
from agent.reasoning.chat.language.examples import SHOWN, Example, catalogue, chosen_for, rare_forms
from agent.reasoning.chat.language.forms import DecisionForm, decision_schema
from agent.reasoning.chat.language.vocabulary import PARTS, form_told, models_of, name_of, vocabulary
from agent.reasoning.chat.reading import compose_reading
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.chat.shown.past import short
from agent.reasoning.chat.templates import MARK, Composed, render
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.prompts import Decision, PastTurn, ReadQuestion
from agent.reasoning.rules.reasoner import ANSWERS
from agent.reasoning.sharing import Sharing
from agent.specs.measures import AnalysisSpec
from agent.specs.parse import parse_spec
from agent.specs.plots import PlotSpec
from agent.specs.transforms import Transform
from registry.profile import DatasetProfile
from registry.store import DatasetStore

ORDERS = b"""order_id,ordered_on,region,product,channel,customer_id,price,quantity,rating,returned
O-1,2024-03-01,North,Lamp,online,C-1,10.5,2,4,true
O-2,2024-03-02,South,Chair,shop,C-2,20.0,1,5,false
O-3,2024-04-01,North,Lamp,shop,C-1,120.0,3,3,false
O-4,2024-04-09,South,Table,online,C-3,99.0,1,4,true
"""


EVERY_UNION = ((AnalysisSpec, "op"), (PlotSpec, "kind"), (Transform, "step"))


def profile_of(content: bytes) -> DatasetProfile:
    return DatasetStore().add("owner", "table.csv", content).profile


@cache
def wide(columns: int) -> DatasetProfile:
    """Columns as files have them: names of two words, numbers, categories, dates, gaps."""
    rng = np.random.default_rng(1)
    words = ("net", "gross", "unit", "store", "sales", "cost", "order", "return", "customer", "monthly")
    nouns = ("amount", "price", "count", "region", "date", "status", "score", "weight", "margin", "name")
    data: dict[str, object] = {}
    for number in range(columns):
        name = f"{words[number % 10]}_{nouns[(number // 10 + number) % 10]}_{number}"
        kind = number % 4
        if kind in (0, 1):
            data[name] = np.where(rng.random(200) < 0.05, np.nan, np.round(rng.normal(5_000, 900, 200), 2))
        elif kind == 2:
            data[name] = rng.choice(["Northern Region", "Southern Region", "Western Region", "Head office"], 200)
        else:
            data[name] = pd.date_range("2021-01-01", periods=200, freq="D").strftime("%Y-%m-%d")
    return profile_of(pd.DataFrame(data).to_csv(index=False).encode())


def composed(profile: DatasetProfile, question: str, **more: object) -> Composed[Decision]:
    return compose_reading(ReadQuestion(question, (profile,), **more), Sharing())  # type: ignore[arg-type]


def size(prompt: Composed[Decision]) -> int:
    return estimated_tokens(prompt.words.system) + estimated_tokens(prompt.words.user)


QUESTIONS = (
    "average net amount by region", "show monthly sales over time as a line chart, which was best?",
    "are there outliers in the net amount per store before and after, and do they differ significantly by rank?",
)  # fmt: skip


@pytest.mark.parametrize(("columns", "limit"), [(10, 3_500), (30, 3_500), (100, 5_300), (400, 9_000)])
def test_a_question_costs_few_tokens_however_wide_the_table(columns: int, limit: int) -> None:
    for question in QUESTIONS:
        assert size(composed(wide(columns), question)) < limit


def test_a_hosted_model_is_sent_a_small_schema() -> None:
    assert estimated_tokens(json.dumps(decision_schema(False, False))) < 350


def test_columns_of_the_question_are_told_in_detail_in_a_wide_table() -> None:
    profile = wide(100)
    last = profile.column_names[-4]
    line = next(line for line in composed(profile, f"mean {last}").words.user.splitlines() if f'"{last}"' in line)
    assert " to " in line or "mean" in line
    assert all(f'"{name}"' in composed(profile, "anything").words.user for name in profile.column_names)


def test_columns_that_are_not_listed_are_counted() -> None:
    assert "and 100 more columns" in composed(wide(400), "average price").words.user


def test_the_stable_part_comes_first_and_is_the_same_for_every_question() -> None:
    profile = profile_of(ORDERS)
    one, other = (composed(profile, question).words for question in ("average price", "forecast the weather"))
    assert one.system == other.system
    shared = one.user.index("Worked examples")
    assert one.user[:shared] == other.user[:shared]


# ---------------------------------------------------------------- templates


@pytest.mark.parametrize("prompt", sorted({prompt.template for prompt in ANSWERS}))
def test_every_prompt_has_a_template_of_two_halves(prompt: str) -> None:
    text = files("agent.reasoning").joinpath("templates", f"{prompt}.md").read_text(encoding="utf-8")
    system, _, user = text.partition(MARK)
    assert system.strip() and user.strip()
    assert re.search(r"never an? instruction|never instructions", system), "data must be told apart from instructions"
    assert re.search(r"example", system + user, re.IGNORECASE)


@pytest.mark.parametrize("values", [{}, {"data": "", "question": "", "odd": ""}])
def test_a_missing_or_unused_variable_is_an_error(values: dict[str, str]) -> None:
    with pytest.raises(ContractError, match="explain_concept"):
        render("explain_concept", values)


# ---------------------------------------------------------------- vocabulary and examples


@pytest.mark.parametrize(
    ("union", "key"), [(AnalysisSpec, "op"), (PlotSpec, "kind"), (Transform, "step")], ids=["op", "kind", "step"]
)
def test_the_vocabulary_tells_every_spec_with_what_it_cannot_do_without(union: object, key: str) -> None:
    lines = vocabulary().splitlines()
    for model in models_of(union):
        name = name_of(model, key)
        line = next(line for line in lines if line.startswith(f"- {name} "))
        fields = {*model.model_fields} - {
            "type",
            "dataset_id",
            "prepare",
            "filters",
            "title",
            "of",
            "of_column",
            "beside",
            key,
        }
        required = [field for field, info in model.model_fields.items() if info.is_required()]
        assert all(f"{field}*" in line for field in required)
        full = line if name not in rare_forms() else form_told(name)
        told = fields - {*getattr(model, "RARELY", ())}
        assert all(re.search(rf"[{{ ]{field}[*=,}}]", full) for field in told), full


def test_every_rare_form_is_one_of_the_language() -> None:
    known = {name_of(model, key) for union, key in EVERY_UNION for model in models_of(union)}
    assert {*rare_forms()} < known | {*PARTS}
    assert all(form_told(name) for name in known)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("which orders are outliers?", "outliers"), ("Gibt es Ausreißer?", "outliers"), ("外れ値は？", "outliers"),
        ("did the score change from before to after?", "compare_columns"), ("flag rows without a price", "flag_rows"),
        ("the first name of each customer", "text_part"), ("treat -99 as missing", "set_missing"),
        ("rank the customers by price", "window"), ("most wins in a row", "window"),
        ("how often is each skill listed?", "split_values"), ("a pie chart of channels", "pie"),
    ],
)  # fmt: skip
def test_a_rare_form_is_told_in_full_where_the_question_s_words_ask_for_it(question: str, form: str) -> None:
    words = composed(profile_of(ORDERS), question).words
    assert form_told(form) in words.user
    assert form_told(form) not in words.system


def test_a_form_that_was_tried_in_vain_or_used_before_is_told_in_full() -> None:
    assert form_told("unpivot") not in composed(profile_of(ORDERS), "mean price").words.user
    failed = composed(profile_of(ORDERS), "mean price", last_error="The step unpivot has no column cols.")
    assert form_told("unpivot") in failed.words.user
    spec = parse_spec({"op": "normality_test", "column": "price"})
    before = PastTurn("is it?", "answered", "", "", specs=(spec,))
    past = composed(profile_of(ORDERS), "and of quantity?", history=(before,))
    assert form_told("normality_test") in past.words.user


def test_two_tables_bring_the_join_along() -> None:
    one, other = profile_of(ORDERS), replace(profile_of(ORDERS), dataset_id="other")
    assert form_told("join") in compose_reading(ReadQuestion("mean price", (one, other)), Sharing()).words.user


def test_a_spec_that_is_not_well_formed_is_answered_with_its_whole_form() -> None:
    reply = {"next_action": "act", "readings": [{"label": "x", "specs": [{"op": "outliers", "columns": ["price"]}]}]}
    with pytest.raises(UnusableError) as told:
        composed(profile_of(ORDERS), "odd prices?").accept(json.dumps(reply))
    assert form_told("outliers") in str(told.value)


def test_what_was_done_before_is_told_as_it_would_be_written_again() -> None:
    step = {"step": "derive_column", "name": "revenue", "expression": ["mul", "price", "quantity"]}
    spec = parse_spec({"op": "groupby_agg", "metrics": {"revenue": ["sum"]}, "prepare": [step]})
    assert short(spec) == {"op": "groupby_agg", "metrics": {"revenue": ["sum"]}, "prepare": [step]}


@pytest.mark.parametrize("example", catalogue(), ids=[example.question for example in catalogue()])
def test_every_example_works_on_its_table(example: object) -> None:
    profile = profile_of(ORDERS)
    form = DecisionForm.model_validate_json(example.answer)  # type: ignore[attr-defined]
    definitions = decision_schema(False, True)["$defs"]
    assert isinstance(definitions, dict)
    for spec in (spec for reading in form.readings for spec in reading.specs):
        parsed = parse_spec(spec)
        check_spec(parsed, {profile.dataset_id: profile})
        schema = definitions[type(parsed).__name__]
        assert isinstance(schema, dict) and isinstance(schema["properties"], dict)
        order = [key for key in schema["properties"] if key in spec]
        assert list(spec) == order, "a server that follows the schema would make the model write another order"


@cache
def orders() -> Table:
    """60 orders of the table that the examples are about, the last of them yesterday by the clock of the test."""
    pick = random.Random(3)
    lines = [ORDERS.decode().splitlines()[0]]
    for row in range(60):
        day = date(2024, 12, 31) - timedelta(days=pick.randint(1, 500))
        rating = "" if row % 9 == 0 else pick.randint(1, 5)
        cells = [
            f"O-{row}", day, pick.choice(["North", "South"]), pick.choice(["Lamp", "Chair", "Table"]),
            ("online", "shop")[row % 2], f"C-{row % 8 // 2}", f"{pick.uniform(5, 200):.2f}", pick.randint(1, 9), rating,
            pick.choice(["true", "false"]),
        ]  # fmt: skip
        lines.append(",".join(map(str, cells)))
    one = DatasetStore().add("owner", "table.csv", "\n".join(lines).encode())
    return Table(one.dataset_id, one.name, one.frame, one.profile)


@pytest.mark.parametrize("example", catalogue(), ids=[example.question for example in catalogue()])
def test_every_example_runs(example: Example) -> None:
    form, table = DecisionForm.model_validate_json(example.answer), orders()
    for spec in (parse_spec(spec) for reading in form.readings for spec in reading.specs):
        held, today = {table.dataset_id: table}, date(2024, 12, 31)
        made = (
            execute_plot(spec, held, today=today) if spec.type == "plot" else execute_analysis(spec, held, today=today)
        )
        assert made


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("how many rows have missing values?", "which columns have gaps?"),
        ("is weight correlated with height?", "is rating correlated with price?"),
        ("predict the sales of next year", "predict next month's sales"),
        ("Umsatz pro Monat als Liniendiagramm", "line chart of monthly quantity"),
        ("月別の売上の推移", "orders per month, and how they grew"),
    ],
)
def test_examples_of_the_question_s_kind_are_shown(question: str, shown: str) -> None:
    chosen = chosen_for(question)
    assert len(chosen) == SHOWN
    assert shown in [example.question for example in chosen]


def test_the_schema_lets_only_the_language_through() -> None:
    text = json.dumps(decision_schema(False, True))
    for model in (*models_of(AnalysisSpec), *models_of(PlotSpec)):
        assert f'"{model.__name__}"' in text
    assert '"null"' not in text


# ---------------------------------------------------------------- history


def test_the_prompt_stays_small_however_long_the_conversation() -> None:
    profile = profile_of(ORDERS)
    spec = parse_spec({"op": "groupby_agg", "group_cols": ["region"], "metrics": {"price": ["mean"]}})
    sizes = []
    for turn in range(200):
        history = tuple(
            PastTurn(f"question {n} " * 40, "answered", "Read so. " * 20, "5 " * 50, specs=(spec,)) for n in range(turn)
        )
        prompt = ReadQuestion("and by product?", (profile,), history=history)
        sizes.append(size(compose_reading(prompt, Sharing())))
    assert max(sizes[3:]) - min(sizes[3:]) < 60
    assert max(sizes) < 3_500
    assert "groupby_agg" in compose_reading(replace(prompt), Sharing()).words.user
