"""A picture may be the whole answer: a reading whose only spec is a plot is executed, told from what it draws, and
compared with other readings by that."""

import json
from collections.abc import Mapping

import pytest

from agent.reasoning.chat.reading import compose_reading
from agent.reasoning.prompts import Decision, NarrateAnswer, ReadQuestion
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.reasoning.sharing import Sharing
from agent.specs.parse import KINDS
from registry.store import DatasetStore
from tests.agent.scripted import STAFF, act, reading, service_of

PIE: dict[str, object] = {"kind": "pie", "x": "department", "y": "salary"}
BARS: dict[str, object] = {"kind": "bar", "x": "department", "y": "salary", "agg": "mean"}


def charts(*specs: dict[str, object]) -> Decision:
    return act(*(reading(f"r{n}", spec, label=f"chart {'abc'[n]}") for n, spec in enumerate(specs)))


def test_a_chart_alone_is_executed_and_told_from_what_it_draws() -> None:
    service, conversation, _ = service_of(
        charts(BARS), narration=["Engineering earns {S1_2[Engineering].salary_mean}."]
    )
    turn = service.ask(conversation, "bar chart of mean salary by department")
    assert turn["status"] == "answered"
    assert turn["answer"]["text"] == "Engineering earns 5,000."
    assert [service.artifact(conversation, one)["kind"] for one in turn["artifact_ids"]] == ["figure", "table"]


def test_two_charts_of_the_same_figures_are_one_answer_and_of_others_are_asked() -> None:
    service, conversation, _ = service_of(charts(BARS, {**BARS, "kind": "line"}))
    assert service.ask(conversation, "chart of mean salary")["status"] == "answered"
    service, conversation, _ = service_of(charts(BARS, {**BARS, "agg": "max"}))
    assert service.ask(conversation, "chart of salary")["status"] == "asked"


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_may_read_a_question_as_a_chart_alone(kind: str) -> None:
    profile = DatasetStore().add("owner", "staff.csv", STAFF).profile
    others: Mapping[str, Mapping[str, object]] = {
        "hist": {"x": "salary"}, "scatter": {"x": "salary", "y": "salary"}, "heatmap": {**PIE, "color": "level"},
        "box": {"y": "salary"}, "violin": {"y": "salary"},
    }  # fmt: skip
    own = others.get(kind, PIE)
    reply = {"next_action": "act", "readings": [{"label": "it", "specs": [{**own, "kind": kind}]}]}
    decision = compose_reading(ReadQuestion("draw it", (profile,)), Sharing()).accept(json.dumps(reply))
    (only,) = decision.readings
    assert [spec.type for spec in only.specs] == ["plot"]


def test_the_built_in_narrator_tells_it_too() -> None:
    service, conversation, script = service_of(charts(PIE))
    service.ask(conversation, "pie of salaries by department")
    (prompt,) = script.asked(NarrateAnswer)
    drawn = prompt.results[0].names["S1_2"]
    assert f"{{{drawn}[" in narrate_answer(prompt).text
