"""Data with a planted structure get the test that fits, and its figures are those of scipy and statsmodels."""

from typing import Any

import pytest
from scipy import stats

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.inference.planted import KINDS, Planted, planted
from tests.agent.analysis.program_runs import assert_program_agrees

A_KIND = 20
MOST_FALSE_ALARMS = 0.05


def results_of(case: Planted) -> list[list[dict[str, Any]]]:
    """The result tables, row by row, of a file that is read as a person's is."""
    dataset = DatasetStore().add("owner", "planted.csv", case.frame.to_csv(index=False).encode())
    tables = {dataset.dataset_id: Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)}
    made = []
    for artifact in execute_analysis(parse_analysis(case.spec), tables):
        payload = artifact["payload"]
        assert isinstance(payload, dict)
        made.append([dict(zip(payload["columns"], row, strict=True)) for row in payload["rows"]])
    return made


def assert_found(case: Planted) -> None:
    """The test and figures of the reference, to seven digits; p of pairs to five."""
    results = results_of(case)
    row = results[0][0]
    for name, told in case.found.items():
        expected = told if isinstance(told, str) else pytest.approx(told, rel=1e-7, abs=1e-12)
        assert row[name] == expected, (name, row, case.frame)
    if case.pairs:
        pairs = {(pair["a"], pair["b"]): pair["p"] for pair in results[3]}
        assert pairs == pytest.approx(dict(case.pairs), rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_structure_is_found_with_the_figures_of_the_reference(kind: str) -> None:
    assert_found(planted(kind, 0))


def checks_in(case: Planted) -> list[dict[str, Any]]:
    """The rows of the checks beside the test."""
    return results_of(case)[1 if case.kind in ("reversal", "outlier", "plain") else 2]


def reversed_by(case: Planted) -> set[str]:
    """The columns that are said to turn the direction round."""
    return {row["column"] for row in checks_in(case) if row["check"] == "reversal"}


@pytest.mark.parametrize("kind", ["reversal", "reversed_groups"])
@pytest.mark.parametrize("number", range(3))
def test_a_planted_reversal_is_flagged_with_its_column(kind: str, number: int) -> None:
    case = planted(kind, number)
    assert reversed_by(case) == {case.reverses}


def test_a_row_that_makes_a_link_is_named_with_the_link_without_it() -> None:
    case = planted("outlier", 0)
    (single,) = [row for row in checks_in(case) if row["check"] == "single_row"]
    rest = case.frame[:-1]
    assert single["level"] == "15, 15" and single["n"] == len(rest)
    assert (single["statistic"], single["p"]) == pytest.approx(stats.pearsonr(rest["x"], rest["y"]))


@pytest.mark.slow
def test_every_planted_reversal_is_flagged_and_hardly_anything_else() -> None:
    for kind in ("reversal", "reversed_groups"):
        assert all(reversed_by(planted(kind, at)) == {planted(kind, at).reverses} for at in range(50))
    for kind in ("plain", "unequal", "small"):
        alarms = sum(bool(reversed_by(planted(kind, at))) for at in range(100))
        assert alarms <= MOST_FALSE_ALARMS * 100, kind
    told = [row for at in range(100) for row in checks_in(planted("plain", at)) if row["check"] == "single_row"]
    assert len(told) <= MOST_FALSE_ALARMS * 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(1, A_KIND))
def test_every_planted_structure_is_found(kind: str, number: int) -> None:
    assert_found(planted(kind, number))


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_chooses_in_the_same_way(kind: str) -> None:
    case = planted(kind, 0)
    dataset = DatasetStore().add("owner", "planted.csv", case.frame.to_csv(index=False).encode())
    assert_program_agrees(parse_analysis(case.spec), [dataset])
