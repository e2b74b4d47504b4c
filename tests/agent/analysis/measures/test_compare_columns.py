"""Two values of the same thing, on the data of Student (1908): ten patients, the extra sleep under two drugs."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from agent.state import Cell
from tests.agent.analysis.made_tables import ENGINES, Engine, payload, run, table

FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
WIDE = pd.DataFrame({"first": FIRST, "second": SECOND})
LONG = pd.DataFrame(
    {
        "patient": [*range(10), *range(10), 10],
        "drug": pd.Series(["one"] * 10 + ["two"] * 11, dtype="str"),
        "extra": [*FIRST, *SECOND, 9.9],
    }
)


def found_row(spec: dict[str, object], frame: pd.DataFrame, engine: Engine = "pandas") -> dict[str, Cell]:
    found = payload(run({"op": "compare_columns", **spec}, table(frame, engine))[0])
    return dict(zip(found["columns"], found["rows"][0], strict=True))


@pytest.mark.parametrize("engine", ENGINES)
def test_student_s_paired_test_of_two_columns(engine: Engine) -> None:
    found = found_row({"a": "first", "b": "second"}, WIDE, engine)
    assert found["test"] == "paired_t" and found["n"] == 10 and found["df"] == 9
    assert found["statistic"] == pytest.approx(-4.0621, abs=1e-4)
    assert found["p"] == pytest.approx(0.002833, abs=1e-6)
    assert found["difference"] == pytest.approx(-1.58)
    assert (found["ci_low"], found["ci_high"]) == pytest.approx((-2.4598858, -0.7001142), abs=1e-6)
    assert found["effect"] == pytest.approx(-4.0621 / 10**0.5, abs=1e-4)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_long_form_gives_the_same_and_counts_who_has_no_partner(engine: Engine) -> None:
    spec: dict[str, object] = {"value": "extra", "group": "drug", "pair_by": "patient"}
    wide, long = found_row({"a": "first", "b": "second"}, WIDE), found_row(spec, LONG, engine)
    assert long == pytest.approx(wide)
    ledger = run({"op": "compare_columns", **spec}, table(LONG, engine))[0]["ledger"]
    assert ledger is not None
    assert (ledger["rows_used"], ledger["steps"][-1]["step"]) == (20, "pairs")


def test_the_order_of_the_groups_named_is_that_of_the_difference() -> None:
    spec: dict[str, object] = {"value": "extra", "group": "drug", "pair_by": "patient", "groups": ["two", "ONE"]}
    assert found_row(spec, LONG)["difference"] == pytest.approx(1.58)


def test_one_column_against_a_number() -> None:
    found = found_row({"a": "second", "value": 0}, WIDE)
    assert found["test"] == "one_sample_t"
    assert found["statistic"] == pytest.approx(3.6799, abs=1e-4)
    assert found["p"] == pytest.approx(0.005076, abs=1e-6)


def test_wilcoxon_leaves_equal_pairs_out_and_says_so() -> None:
    (artifact, sides) = run({"op": "compare_columns", "a": "first", "b": "second", "test": "wilcoxon"}, table(WIDE))
    found = dict(zip(payload(artifact)["columns"], payload(artifact)["rows"][0], strict=True))
    assert found["test"] == "wilcoxon" and found["n"] == 10
    assert found["statistic"] == 0.0 and found["effect"] == -1.0
    assert found["difference"] == pytest.approx(-1.3)
    assert artifact["ledger"] is not None
    assert artifact["ledger"]["notes"] == ["Differences of 0 left out of the test: 1."]
    assert [row[:2] for row in payload(sides)["rows"]] == [["first", 10], ["second", 10]]


@pytest.mark.parametrize(
    "spec",
    [
        {}, {"a": "x"}, {"a": "x", "b": "x"}, {"a": "x", "b": "y", "value": 3}, {"a": "x", "value": "y"},
        {"a": "x", "value": 3, "group": "g"}, {"value": "x", "group": "g", "pair_by": "g"},
        {"value": 3, "group": "g", "pair_by": "p"}, {"value": "x", "pair_by": "p"},
        {"value": "x", "group": "g", "pair_by": "p", "groups": ["a", "b", "c"]},
    ],
)  # fmt: skip
def test_half_a_form_or_two_at_once_are_refused(spec: dict[str, object]) -> None:
    with pytest.raises(SpecError, match="not well formed"):
        parse_analysis({"op": "compare_columns", **spec})


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"value": "extra", "group": "drug", "pair_by": "drug2"}, "several rows"),
        ({"value": "extra", "group": "patient", "pair_by": "drug"}, "two values of patient"),
    ],
)
def test_pairs_that_are_none_are_told(spec: dict[str, object], said: str) -> None:
    with pytest.raises(DataError, match=said):
        found_row(spec, LONG.assign(drug2=LONG["drug"]))


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_differences_that_are_all_equal_are_told(test: str) -> None:
    same = pd.DataFrame({"first": FIRST, "second": FIRST})
    with pytest.raises(DataError, match="All differences"):
        found_row({"a": "first", "b": "second", "test": test}, same)
