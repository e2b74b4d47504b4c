"""A study in words, by rules: each text holds, and every number in it comes from a result."""

from collections.abc import Mapping

import pytest

from agent.grounding.citations import resolve
from agent.reasoning.rules.study.telling import tell_study
from agent.reasoning.study_prompts import StudyPart, TellStudy
from agent.specs.base import Filter
from agent.specs.study import StudyScope
from agent.state import Artifact, Cell
from tests.agent.made_artifacts import ledger, table

SCOPE = StudyScope(dataset_id="d1", outcome="price", columns=["region", "pieces"])
COLUMNS = [
    "driver", "column", "ease", "score", "impact_pct", "low_pct", "high_pct", "n", "p", "method", "r", "highest",
    "highest_mean", "highest_n", "lowest", "lowest_mean", "lowest_n",
]  # fmt: skip
REGION: list[Cell] = ["region", "region", 3, 120.0, 40.0, 30.0, 50.0, 90, 0.0001, "eta squared", None, "West", 50.0, 30,
                      "North", 30.0, 8]  # fmt: skip
PIECES: list[Cell] = ["pieces", "pieces", 3, 6.0, 2.0, 0.0, 7.0, 90, 0.2, "R squared", -0.14, None, None, None, None,
                      None, None]  # fmt: skip


def ranking(*rows: list[Cell]) -> Artifact:
    formats = {name: "percent" for name in COLUMNS if name.endswith("_pct")}
    return table(COLUMNS, list(rows), ["driver"], formats, ledger=ledger(100, 90), artifact_id="ranking")


def told(part: StudyPart, artifacts: Mapping[str, Artifact], scope: StudyScope = SCOPE) -> list[str]:
    reply = tell_study(TellStudy(part=part, scope=scope, artifacts=artifacts))
    resolved = [resolve(text, artifacts, conventions=(95.0,)) for text in (reply.text, *reply.lines) if text]
    assert all(citation["verified"] for text in resolved for citation in text["citations"])
    return [text["text"] for text in resolved]


def test_the_synthesis_names_the_dominant_driver_and_its_score() -> None:
    text = told("synthesis", {"ranking": ranking(REGION, PIECES)})[0]
    assert text.startswith("Dominant driver: region (impact x ease: 120.0). region explains 40 % of the variation")
    assert "- pieces: impact 2 % x ease 3 = 6.0" in text


def test_a_first_driver_that_may_be_chance_is_not_called_dominant() -> None:
    text = told("synthesis", {"ranking": ranking(PIECES)})[0]
    assert (
        text.startswith("No driver stands out beyond chance")
        and "This may be chance. The more of it, the lower" in text
    )


def test_shares_are_told_of_the_driver_that_they_are_of() -> None:
    shares = table(["region", "value", "share_pct"], [["West", 5, 50.0], ["South", 3, 30.0], ["North", 2, 20.0]],
                   ["region"], {"share_pct": "percent"})  # fmt: skip
    assert (
        "West and South hold 80.0 % of the total of price."
        in told("synthesis", {"ranking": ranking(REGION), "shares": shares})[0]
    )
    assert "hold" not in told("synthesis", {"ranking": ranking(PIECES), "shares": shares})[0]


def test_the_critique_says_what_speaks_against_it() -> None:
    copy: list[Cell] = ["total", "total", 3, 294.0, 98.0, 97.0, 99.0, *REGION[7:]]
    scope = SCOPE.model_copy(update={"filters": [Filter(col="region", op="!=", value="East")]})
    concerns = "\n".join(told("critique", {"ranking": ranking(copy, REGION, PIECES)}, scope))
    assert "total explains nearly all of price" in concerns
    assert "Not told from chance, for the interval reaches zero: pieces." in concerns
    assert "The lowest group of region, North, has 8 rows only." in concerns
    assert "90 of 100 are used" in concerns and "that they cause it is not shown" in concerns


def test_the_summary_claims_only_what_is_beyond_chance() -> None:
    assert "pieces" not in told("summary", {"ranking": ranking(REGION, PIECES)})[0]
    assert told("summary", {"ranking": ranking(PIECES)})[0].startswith(
        "No column looked at explains price beyond chance"
    )


@pytest.mark.parametrize("part", ["segments", "time", "relationships", "quality"])
def test_a_lens_with_nothing_to_look_at_says_so(part: StudyPart) -> None:
    assert len(told(part, {})) == 1


def test_an_outcome_of_two_values_is_told_in_percent() -> None:
    row: list[Cell] = [*REGION[:12], 0.5, 30, "North", 0.25, 20]
    scope = SCOPE.model_copy(update={"outcome": "left", "outcome_value": "Yes"})
    text = told("summary", {"ranking": ranking(row)}, scope)[0]
    assert "left (Yes)" in text and "West (mean 50 %); down: North (mean 25 %)" in text
