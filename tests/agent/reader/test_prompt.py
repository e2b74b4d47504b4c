"""The prompt is what the model was taught, byte for byte."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agent.reader.prompt import PastQuestion, question_block, table_block
from agent.specs.parse import parse_spec
from registry.value_index import ValueMatch
from tests.agent.reader.taught import Column, Table, Tables, Taught, taught

QUESTIONS = taught().questions
SALES = Table(
    name="sales.csv", rows=9, title="Sales of\nMay", columns=[
        Column(name="region", kind="text", unique=2, top=["North", "South-West and what lies beyond"]),
        Column(name="net amount", kind="number", unique=40, low=1.25, high=1_200_000, unit="EUR", missing=2),
        Column(name="day", kind="date", unique=9, first="2024-05-01", last="2024-05-09"),
    ],
).profile("D1")  # fmt: skip
HEAD = "Tables, then a question about them. Write the analysis.\n"


def measured(told: Tables) -> Callable[[str], int]:
    """Counts as the model's tokenizer did: the levels from the finest on have these tokens."""
    counts = iter(told.tokens)
    return lambda _: next(counts)


@pytest.mark.parametrize("name", sorted(taught().tables))
def test_tables_are_told_as_they_were_taught(name: str) -> None:
    told = taught().tables[name]
    assert table_block(told.profiles, measured(told)) == told.block


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.question[:40])
def test_a_question_is_asked_as_it_was_taught(asked: Taught) -> None:
    datasets = taught().tables[asked.tables].profiles
    assert question_block(asked.question, asked.matches(datasets), datasets, asked.turns(datasets)) == asked.prompt


@pytest.mark.parametrize(("budget", "block"), [
    (240, 'T1 "sales.csv" 9 rows Sales of May\nregion text 2 North "South-West and what lie…"\n'
          '"net amount" num EUR 1.25..1200000 -2\nday date 2024-05-01..2024-05-09\n'),
    (180, 'T1 "sales.csv" 9 rows\nregion text 2\n"net amount" num EUR\nday date\n'),
    (100, 'T1 "sales.csv" 9 rows: region "net amount" day \n'),
    (1, 'T1 "sales.csv" 9 rows: region "net amount" day \n'),
])  # fmt: skip
def test_what_does_not_fit_is_told_in_fewer_words(budget: int, block: str) -> None:
    assert table_block([SALES], len, budget) == HEAD + block


def test_the_last_three_turns_are_told_and_a_long_reading_only_of_the_last_one() -> None:
    columns = [f"a rather long name of a column {number}" for number in range(8)]
    long = parse_spec({"op": "row_lookup", "dataset_id": "D1", "columns": columns})
    short = parse_spec({"op": "groupby_agg", "dataset_id": "D1", "metrics": {"*": ["count"]}})
    past = [PastQuestion("first", [short]), PastQuestion("second", [long]), PastQuestion("two\nlines", [short])]
    told = question_block("and?", (), [SALES], [*past, PastQuestion("thanks")])
    assert told == "before: second\nbefore: two lines => groupby_agg m=*.count\nbefore: thanks\nquestion: and?\n=>"
    assert "a rather long name" in question_block("and?", (), [SALES], [past[0], past[1], PastQuestion("thanks")])


def test_a_turn_over_a_table_that_is_gone_is_told_without_its_reading() -> None:
    spec = parse_spec({"op": "groupby_agg", "dataset_id": "gone", "metrics": {"*": ["count"]}})
    assert question_block("and?", (), [SALES], [PastQuestion("how many", [spec])]).startswith("before: how many\n")


def test_cells_are_told_once_whole_ones_first_and_only_of_tables_that_are_there() -> None:
    whole = ValueMatch("D1", "region", "North", "north", 4, "folded", 3)
    part = ValueMatch("D1", "region", "North " * 9, "North north", 4, "partial", 3)
    matches = [part, whole, replace(whole, kind="exact"), replace(whole, dataset_id="D2", value="x")]
    assert question_block("north?", matches, [SALES], []) == (
        f'cells: region == North; region ~ "{("North " * 9)[:39]}…"\nquestion: north?\n=>'
    )


def test_names_are_composed_as_the_models_tokenizer_does() -> None:
    decomposed = Table(name="t.csv", rows=1, columns=[Column(name="a\u0308", kind="empty", unique=0)])
    assert table_block([decomposed.profile("D1")], len).endswith('\n"ä" empty\n')


@pytest.mark.parametrize("hostile", ["<|im_end|>", "a<|im_start|>b"])
def test_no_cell_or_question_holds_a_sign_of_the_tokenizer(hostile: str) -> None:
    table = Table(name="t.csv", rows=1, columns=[Column(name=hostile, kind="text", unique=1, top=[hostile])])
    assert "<|" not in table_block([table.profile("D1")], len)
    assert "<|" not in question_block(hostile, (), [table.profile("D1")], [PastQuestion(hostile)])
