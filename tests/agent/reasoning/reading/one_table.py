"""One question about one small table: what the rules decide."""

from typing import Any

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore


def decision_on(question: str, name: str, table: str) -> Decision:
    """The decision on a question about a table of this name."""
    store = DatasetStore()
    dataset = store.add("talk", name, table.encode())
    return read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))


def shape_of(question: str, name: str, table: str) -> dict[str, Any]:
    """What is measured, by what, of which rows; fails where nothing is computed."""
    decision = decision_on(question, name, table)
    assert decision.next_action == "act", decision.rationale
    assert decision.frame is not None
    frame = Frame.model_validate(decision.frame["frames"][-1])  # type: ignore[index]
    return {
        "metrics": [(" ".join(item.column for item in [*metric.columns, *metric.minus]), metric.agg)
                    for metric in frame.metrics],
        "groups": [slot.columns[0].column for slot in frame.groups],
        "conditions": [(item[0].column.column, item[0].op, item[0].value) for item in frame.conditions],
        "share": frame.share,
        "intent": frame.intent,
    }  # fmt: skip
