"""Law 1: numbers in prose come from cells; a figure typed by hand is found out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import CitationError
from agent.grounding.citations import bind, lock_text, resolve, violations
from agent.grounding.lines import Line, Lock
from agent.grounding.number_lock import Evidence
from tests.agent.made_artifacts import staff, table


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{A2[Engineering].salary_mean}", "$5,400.50"),
        ("{A2[ Sales ].salary_mean | .0}", "$3,701"),
        ("{A2[Sales].salary_mean|plain}", "3700.662252"),
        ("{A1.n}", "1,234,567"),
        ("{A1.n | plain}", "1234567"),
        ('{A1."mean mass (g)"}', "3,700.66 g"),
        ("{A1.mean mass (g)}", "3,700.66 g"),
        ("{A3[A | Senior].n}", "4"),
        ("{A2[#1].department}", "Engineering"),
        ("{A2[#3].department}", "(no value)"),
        ("{A2[null].n}", "1"),
        ("{A2[null].salary_mean}", "no value"),
        ("{A2[Sales].share_pct}", "51.2 %"),
        ("{A2[Sales].share_pct | signed_percent}", "+51.2 %"),
        ("{= A2[Sales].share_pct - A2[Engineering].share_pct}", "2.4 %"),
        ("{= A2[Sales].n / (A2[Sales].n + A2[Engineering].n) | percent}", "45.5 %"),
        ("{= A2[Sales].salary_mean - A2[Engineering].salary_mean}", "-$1,699.84"),
        ("{= A2[Sales].salary_mean / A2[Engineering].salary_mean | .2}", "0.69"),
        ("{= -A2[Sales].n * 2 + 1}", "-19"),
        ("{= A2[Sales].n / A2[null].share_pct}", "no value"),
        ("{A2.#rows} of {A2.#rows_total | plain}, {A2.#rows_used}", "3 of 60000, 12,431"),
        ("p = {A1.p}", "p < 0.001"),
        ("{{not a reference}}", "{not a reference}"),
    ],
)
def test_references_become_numbers(template: str, text: str) -> None:
    assert resolve(template, staff())["text"] == text


def test_a_citation_stands_where_its_number_stands_and_names_its_cells() -> None:
    resolved = resolve("Sales earn {A2[Sales].salary_mean}, {= A2[Sales].n / A1.n | percent} of all.", staff())
    first, second = resolved["citations"]
    assert resolved["text"][first["start"] : first["end"]] == first["display"] == "$3,700.66"
    assert first["cells"] == [{"artifact_id": "A2", "row": "Sales", "column": "salary_mean", "value": 3700.662252}]
    assert resolved["text"][second["start"] : second["end"]] == second["display"]
    assert [(cell["artifact_id"], cell["column"]) for cell in second["cells"]] == [("A2", "n"), ("A1", "n")]
    assert first["verified"] and first["expression"] == "A2[Sales].salary_mean"


def test_a_group_without_a_name_is_called_by_one_name_in_text_and_source() -> None:
    resolved = resolve("{A2[#3].department}: {A2[null].n}", staff())
    assert resolved["text"] == "(no value): 1"
    assert [cell["row"] for cited in resolved["citations"] for cell in cited["cells"]] == ["(no value)"]


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("{A9.n}", "A9"),
        ("{A2[Sales].salary}", "salary_mean"),
        ("{A2[Sale].n}", "Sales"),
        ("{A2.n}", "3 rows"),
        ("{A3[A].n}", "dept, level"),
        ("{A2[#9].n}", "3 rows"),
        ("{A2[Sales].n | euros}", "format"),
        ("{A2[Sales}", "expected"),
        ("{= A2[Sales].n + }", "expected"),
        ("{= A2[#1].department * 2}", "no number"),
        ("{}", "expected"),
        ("{A2[Sales].n", "expected"),
    ],
)
def test_a_reference_that_leads_nowhere_is_an_error_that_says_what_exists(template: str, names: str) -> None:
    with pytest.raises(CitationError, match=names):
        resolve(template, staff())


@pytest.mark.parametrize(
    "text",
    [
        "About 4,321 people.",
        "A share of 12%.",
        "It grew by 7.3 percent.",
        "Roughly 2.5 million.",
        "Some 45k.",
        "As many as twenty-three.",
        "Five percent of them.",
        "In March 2019.",
        "On 2019-03-04.",
        "Version 1.2.3.",
        "The 90th percentile.",
        "Nearly .75.",
        "１２３ rows",
        "USD5000",
        "7x as many",
        "平均は4711です。",
        "約77人です。",
        "売上は2019年3月に最大でした。",
    ],
)
def test_a_figure_from_nowhere_is_unverified(text: str) -> None:
    resolved = resolve(text, staff())
    assert [citation["verified"] for citation in resolved["citations"]] == [False]
    assert len(violations(resolved)) == 1
    assert resolved["text"] == text


@pytest.mark.parametrize(
    "text",
    [
        "Ten departments, one of them large.",
        "1. First\n2. Second",
        "12,431 of 60,000 rows were used.",
        "3 rows",
        "the column mass_2 (v 7.1)",
        "since 2015-03, and in March 2015, and in all of 2015",
        "pay above 1,000",
        "the top 5",
        "the 95th percentile",
        "列mass_2 (v 7.1)の上位5件、2015年3月から",
    ],
)
def test_names_row_counts_specs_and_the_question_may_be_said(text: str) -> None:
    named = table(["mass_2 (v 7.1)", "month"], [[1.0, "2015-03-09"]], spec={"op": "groupby_agg", "q": 0.95, "x": 1000})
    assert not violations(resolve(text, {**staff(), "A4": named}, question="What are the top 5 of them?"))


def test_a_name_may_be_said_whole_but_lends_no_figures() -> None:
    names = ["Score (1-77)"]
    assert not violations(resolve("The column Score (1-77) is used.", {}, names=names))
    assert violations(resolve("Most gave 77.", {}, names=names))


def test_a_figure_by_hand_that_equals_a_cell_is_led_to_it() -> None:
    (citation,) = resolve("On average 3,700.66.", staff())["citations"]
    assert citation["verified"]
    assert citation["cells"][0]["column"] == "mean mass (g)"


def test_few_digits_have_to_match_exactly() -> None:
    assert not violations(resolve("It is 48.8 %.", staff()))
    assert violations(resolve("It is 49 %.", staff()))


def test_text_that_is_no_template_is_locked_as_it_is() -> None:
    resolved = lock_text("a {strange} name and 77", staff(), facts=["code 77"])
    assert resolved["text"] == "a {strange} name and 77"
    assert not resolved["citations"]


def test_a_line_is_resolved_or_kept_as_it_stands_with_what_is_wrong() -> None:
    lock = Lock(staff(), {"S1": "A2"}, Evidence(staff()))
    assert lock.line("{S1[Sales].n} in Sales") == Line("10 in Sales", ())
    assert lock.line("some 77 people").text == "some 77 people (unverified: 77)"
    broken = lock.line("the column {strange}")
    assert broken.text == "the column {strange}"
    assert len(broken.violations) == 1


def test_names_of_specs_are_exchanged_in_references_only() -> None:
    names = {"S1": "A5", "S1_2": "A6", "S2": "A7"}
    template = 'S1: {S1[S1].S1}, {= S1_2.a / (S2["S2"].b + 1) | percent} {A3.n} {{S1.x}}'
    bound = 'S1: {A5[S1].S1}, {= A6.a / (A7["S2"].b + 1) | percent} {A3.n} {{S1.x}}'
    assert bind(template, names) == bound


@given(st.text(st.sampled_from('{}[]|.="#A1S n+-*/()0%\n'), max_size=40))
def test_any_text_is_resolved_or_refused_but_never_breaks(template: str) -> None:
    try:
        resolved = resolve(template, staff())
    except CitationError as error:
        assert error.message
    else:
        for citation in resolved["citations"]:
            assert resolved["text"][citation["start"] : citation["end"]] == citation["display"]


@given(st.integers(1000, 10**9), st.sampled_from(["{:,}", "{}", "about {:,}.", "({:,})", "x={}", "{:,} %"]))
def test_no_spelling_of_a_figure_slips_through(number: int, form: str) -> None:
    assert violations(resolve(form.format(number), {}))
