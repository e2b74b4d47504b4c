"""What goes into a report, and how it is said."""

from pydantic import JsonValue

from agent.report.cells import exact_cell, header, shown_cell, shown_rows
from agent.report.content import assemble
from agent.report.html import write_html
from agent.report.markdown import write_markdown
from agent.report.notes import Notes, is_number
from agent.report.prose import blocks, without_said
from agent.report.wording import ledger_lines, spec_words
from agent.specs.parse import KINDS, OPS
from agent.specs.words import words_in
from agent.state import Citation, CitedCell, Ledger, LedgerStep, ResolvedText, TablePayload
from registry.dataset import Dataset
from registry.profile import DatasetProfile
from registry.receipt import ImportReceipt, ReceiptEntry
from registry.sentences import sentence
from tests.agent.analysis.plots.people import people
from tests.agent.report.content import cited, plot_artifacts, table_artifact, turn

NOTHING = ResolvedText(text="Done.", citations=[])


def dataset(dataset_id: str, name: str) -> Dataset:
    receipt = ImportReceipt(
        name, 10, "cp1252", ";", ",", 3, 600, 6, (ReceiptEntry("skipped", sentence("lines.chosen", count=2)),)
    )
    profile = DatasetProfile(dataset_id, name, 1, 600, (), 0)
    return Dataset(dataset_id, "c1", name, 2, people(), receipt, profile, "f00d", 1_000)


def test_every_op_and_kind_has_words() -> None:
    told = words_in("en").texts
    assert all(f"operation.{op}" in told for op in OPS)
    assert all(f"chart.{kind}" in told for kind in KINDS)


def test_only_answered_and_explained_turns_and_what_they_use_are_reported() -> None:
    artifacts = {one["artifact_id"]: one for one in (table_artifact(), *plot_artifacts())}
    turns = [
        turn("One", NOTHING, ["A1"], caveats=["few rows", "old data"]),
        turn("Two", NOTHING, ["A2"], status="out_of_scope"),
        turn("Three", NOTHING, [], status="explained", caveats=["old data"]),
    ]
    content = assemble(
        title="T", conclusion=NOTHING, turns=turns, artifacts=artifacts,
        datasets=[dataset("d1", "a.csv"), dataset("d2", "b.csv")], caveats=["few rows"],
        next_questions=["More", "More"], made_at="2026-01-01",
    )  # fmt: skip
    assert [one["question"] for one in content.turns] == ["One", "Three"]
    assert list(content.artifacts) == ["A1"] and [facts.name for facts in content.datasets] == ["a.csv"]
    assert content.caveats == ("few rows", "old data") and content.next_questions == ("More",)


def test_an_artifact_that_only_the_conclusion_cites_is_evidence_too() -> None:
    cell = CitedCell(artifact_id="A1", row="x", column="v", value=1)
    content = assemble(
        title="T", conclusion=cited("It is 1.", "1", cells=[cell]), turns=[], artifacts={"A1": table_artifact()},
        datasets=[], made_at="",
    )  # fmt: skip
    assert list(content.artifacts) == ["A1"]


def test_the_facts_of_a_data_set_let_it_be_recognised() -> None:
    content = assemble(
        title="T", conclusion=NOTHING, turns=[], artifacts={}, datasets=[dataset("d1", "a.csv")], made_at=""
    )
    facts = content.datasets[0]
    assert (facts.name, facts.version, facts.fingerprint, facts.rows, facts.columns) == ("a.csv", 2, "f00d", 600, 6)
    assert facts.named == "a.csv: 600 rows."
    assert facts.receipt == (
        "Read as cp1252, columns parted by semicolon, decimal sign ,, column names in line 3.",
        "skipped: 2 lines were skipped, as you chose.",
    )


def test_a_spec_is_told_in_words() -> None:
    spec: dict[str, JsonValue] = {
        "type": "analysis", "op": "groupby_agg", "group_cols": ["region"], "metrics": {"sales": ["sum", "mean"]},
        "filters": [{"col": "year", "op": ">=", "value": 2020}, {"col": "city", "op": "is_null"}], "top_k": None,
    }  # fmt: skip
    assert spec_words(spec) == (
        "Measures by group; Groups: region; Measures: sales: total, average; "
        "Conditions: year is at least 2020 and city is empty"
    )


def test_a_filter_by_a_statistic_is_told_in_words() -> None:
    spec: dict[str, JsonValue] = {
        "op": "row_lookup",
        "filters": [{"col": "pay", "op": ">", "value": {"stat": "mean", "col": "pay"}}],
    }
    assert spec_words(spec) == "Rows: highest, lowest, matching; Conditions: pay is above the average of pay"


def test_a_number_of_several_cells_tells_the_arithmetic_and_what_was_computed() -> None:
    cells = [
        CitedCell(artifact_id="A1", row="a", column="v", value=1),
        CitedCell(artifact_id="A1", row="b", column="v", value=4.25),
    ]
    citation = Citation(
        start=0, end=4, display="23.5 %", verified=True, expression="= A1[a].v / A1[b].v | percent", cells=cells
    )
    notes = Notes({"A1": table_artifact()})
    assert notes.of_citation(citation) == 1
    (told,) = notes.texts
    assert told.startswith("Average [v](http://evil.example) by <b>key</b>") and "from 54 of 57 rows of people" in told
    assert told.endswith("Exactly: 23.5 % = 1 ÷ 4.25.")


def test_numbers_of_one_computation_share_a_note_that_names_nothing_of_ours() -> None:
    column = "[v](http://evil.example)_mean"
    notes = Notes({"A1": table_artifact()})
    for value, shown in ((2.5, "2.5"), (2.0625, "2.06")):
        cell = CitedCell(artifact_id="A1", row="#4", column=column, value=value)
        assert notes.of_citation(cited(shown, shown, cells=[cell])["citations"][0]) == 1
    (told,) = notes.texts
    assert told.endswith("Exactly: 2.06 = 2.0625.")
    assert column not in told and "#4" not in told and "A1" not in told and "groupby" not in told


def test_a_number_of_the_question_and_the_name_of_a_row_need_no_note() -> None:
    of_question = Citation(start=0, end=1, display="5", verified=True, expression="", cells=[])
    cell = CitedCell(artifact_id="A1", row="x", column="key", value="x")
    assert not is_number(of_question) and not is_number({**of_question, "cells": [cell]})


def test_a_result_that_is_gone_is_told() -> None:
    notes = Notes({})
    cell = CitedCell(artifact_id="A9", row="", column="v", value=7)
    notes.of_citation(cited("7", "7", cells=[cell])["citations"][0])
    assert "no longer kept" in notes.texts[0]


def test_ledger_lines_tell_each_step() -> None:
    step = LedgerStep(step="filter", detail="sex == f", rows_before=1_000, rows_after=400)
    ledger = Ledger(dataset="x", rows_total=1_000, steps=[step], rows_used=400, notes=["A note."])
    assert ledger_lines(ledger) == ["Kept the rows where sex == f: 400 rows stay, 600 left out.", "A note."]


def test_cells_are_shown_by_their_format() -> None:
    assert shown_cell(12_431, "integer") == "12,431"
    assert shown_cell(3_700.6612, "number") == "3,700.66"
    assert shown_cell(0.012345, "number") == "0.01235"
    assert shown_cell(48.81, "percent") == "48.8 %"
    assert shown_cell(0.0000001, "p_value") == "< 0.001" and shown_cell(0.0421, "p_value") == "0.042"
    assert shown_cell(2015, "text") == "2015" and shown_cell(None, "number") == "–"
    assert shown_cell("007", "text") == "007" and shown_cell(True, "text") == "yes"


def test_the_numbers_of_a_column_have_the_same_decimals() -> None:
    table = TablePayload(
        columns=["month", "net", "small"], rows=[["a", 19_865.0, 1e-9], ["b", 40_198.1, 0.5], ["c", None, 0.25]],
        total_rows=3, key_columns=["month"], formats={"net": "number", "small": "number"}, units={},
    )  # fmt: skip
    rows = shown_rows(table, 3)
    assert [row[1] for row in rows] == ["19,865.00", "40,198.10", "–"]
    assert [row[2] for row in rows] == ["1e-09", "0.5", "0.25"]


def test_exact_cells_keep_every_digit() -> None:
    assert exact_cell(85_000.456789) == "85,000.456789" and exact_cell(-1_234.5) == "-1,234.5"
    assert exact_cell(-0.25) == "-0.25" and exact_cell(1e-12) == "1e-12" and exact_cell(7.0) == "7"


def test_a_unit_is_named_once() -> None:
    assert header("salary_mean", {"salary_mean": "USD"}) == "salary_mean (USD)"
    assert header("Mass (g)_mean", {"Mass (g)_mean": "g"}) == "Mass (g)_mean"


def test_prose_is_cut_into_paragraphs_and_items_with_its_numbers() -> None:
    prose = cited("One is 5.\n\n- two\n- three", "5")
    found = blocks(prose)
    assert [block.kind for block in found] == ["paragraph", "item", "item"]
    assert [span.text for span in found[0].spans] == ["One is ", "5", "."]
    assert [span.citation is not None for span in found[0].spans] == [False, True, False]


def test_a_missing_key_says_so_and_a_missing_value_is_a_dash() -> None:
    table = TablePayload(
        columns=["team", "pay"], rows=[[None, None]], total_rows=1, key_columns=["team"],
        formats={"team": "text", "pay": "number"}, units={},
    )  # fmt: skip
    assert shown_rows(table, 1) == [["(no value)", "–"]]


def test_a_conversation_without_results_has_a_report_without_empty_sections() -> None:
    empty = ResolvedText(text="", citations=[])
    content = assemble(title="T", conclusion=empty, turns=[], artifacts={}, datasets=[], made_at="")
    assert write_markdown(content, figures="none") == "# T\n"
    assert b"<h2" not in write_html(content)


def test_a_sentence_that_stands_elsewhere_goes_with_no_blank_after_it_too() -> None:
    found = blocks(cited("最大は家電で、7 です。最小は文具です。", "7"))
    (rest,) = without_said(found, {"最大は家電で、7 です。"})
    assert rest.text == "最小は文具です。"
