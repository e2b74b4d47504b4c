"""Reviewed and Study over restarts: closed at an approval and at each checkpoint, they end as if nothing had been."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from agent.errors import StaleAnswerError
from agent.service import AnalystService, PickedOption, TurnChoices
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.scripted import STAFF
from tests.agent.workflows.studies import QUESTION, STUDY, shop

ALWAYS = TurnChoices(approval_policy="always")
REVIEWED = "tool_agent"


class Server:
    """A server that can be stopped and started again over the same store; "memory" is one that never stops."""

    def __init__(self, place: str, folder: Path) -> None:
        self._settings = Settings(checkpointer=place, data_folder="" if place == "memory" else str(folder))
        self._stays = place == "memory"
        self.service = AnalystService(self._settings)

    def restart(self) -> None:
        if not self._stays:
            self.service.close()
            self.service = AnalystService(self._settings)


@pytest.fixture
def servers(place: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """One that is restarted, and one that is not."""
    pair = Server(place, tmp_path / "uploads"), Server("memory", tmp_path)
    yield pair
    for server in pair:
        server.service.close()


def begun(server: Server, name: str, content: bytes) -> str:
    conversation = server.service.start_conversation("ann")
    server.service.datasets.add(conversation, name, content)
    return conversation


def picked(server: Server, conversation: str, option: str, text: str = "") -> PickedOption:
    pending = server.service.pending(conversation)
    assert pending is not None
    return PickedOption(pending["checkpoint_id"], option, text)


def restarted(server: Server, conversation: str) -> None:
    """Closes and opens, and sees that the person finds what they left."""
    turns, pending = server.service.turns(conversation), server.service.pending(conversation)
    server.restart()
    assert server.service.owns(conversation, "ann")
    assert server.service.pending(conversation) == pending
    assert [_told(turn) for turn in server.service.turns(conversation)] == [_told(turn) for turn in turns]
    assert not server.service.missing_datasets(conversation)


def stale_is_refused(server: Server, conversation: str, old: PickedOption) -> None:
    """A button of before the restart that was pressed already does nothing, and says so."""
    pending, turns = server.service.pending(conversation), server.service.turns(conversation)
    artifacts = server.service.artifacts(conversation)
    with pytest.raises(StaleAnswerError, match="no longer open"):
        server.service.answer(conversation, old)
    assert server.service.pending(conversation) == pending
    assert server.service.turns(conversation) == turns
    assert server.service.artifacts(conversation) == artifacts


def _told(turn: TurnRecord) -> dict[str, Any]:
    """A turn without its times and without ids that are made by chance."""
    of_data = ("reading", "data_versions", "judged")  # these name the data set
    by_chance = ("started", "seconds", "trace", "tool_calls", *of_data)
    own = {key: value for key, value in turn.items() if key not in by_chance}
    return cast(dict[str, Any], {**own, "pending": None, "reasoning": [line["step_text"] for line in turn["reasoning"]
                                                                       if "ms" not in line["step_text"]]})  # fmt: skip


def _told_report(server: Server, conversation: str, report: str) -> str:
    """A report without when it was made and without the data set's id, which is made by chance."""
    (dataset,) = server.service.datasets.datasets(conversation)
    report = report.replace(dataset.dataset_id, "the data set")
    return re.sub(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?:\+00:00)?", "then", report)


# ---------------------------------------------------------------- Study


def studied(server: Server) -> tuple[str, TurnRecord]:
    """A whole study with a changed filter; restarted at each checkpoint, and again before a question afterwards."""
    conversation = begun(server, "shop.csv", shop().to_csv(index=False).encode())
    server.service.ask(conversation, QUESTION, workflow=STUDY)
    last = server.service.turns(conversation)[-1]
    for option, text in (("accept", ""), ("accept", "only 2024"), ("accept", "")):
        restarted(server, conversation)
        button = picked(server, conversation, option, text)
        last = server.service.answer(conversation, button)
        restarted(server, conversation)
        stale_is_refused(server, conversation, button)
    while server.service.pending(conversation):
        last = server.service.answer(conversation, picked(server, conversation, "accept"))
    restarted(server, conversation)
    return conversation, last


def test_a_study_that_is_restarted_at_each_checkpoint_gives_the_same_report(servers: tuple[Server, Server]) -> None:
    ends = []
    for server in servers:
        conversation, last = studied(server)
        assert last["status"] == "answered" and last["plan_steps_completed"] == 5
        report = server.service.file(conversation, last["report_file_path"]).decode()
        data = server.service.file(conversation, last["data_file_path"])
        answer = server.service.ask(conversation, "How sure is that?", workflow=STUDY)
        assert answer["status"] == "answered"
        ends.append((_told(last), _told_report(server, conversation, report), data, _told(answer)))
        assert "only 2024" in report
    assert ends[0] == ends[1]


# ---------------------------------------------------------------- Reviewed


def reviewed(server: Server) -> tuple[str, TurnRecord]:
    """Insights with every approval asked for: rejected with feedback once, then approved, then taken."""
    conversation = begun(server, "staff.csv", STAFF)
    last = server.service.ask(conversation, "Give me an overview of the data", workflow=REVIEWED, choices=ALWAYS)
    for option, text in (("reject", "average salary by department"), ("approve", ""), ("approve", "")):
        if server.service.pending(conversation) is None:
            break
        restarted(server, conversation)
        button = picked(server, conversation, option, text)
        last = server.service.answer(conversation, button)
        restarted(server, conversation)
        stale_is_refused(server, conversation, button)
    return conversation, last


def test_reviewed_that_is_restarted_at_each_approval_gives_the_same_report(servers: tuple[Server, Server]) -> None:
    ends = []
    for server in servers:
        conversation, last = reviewed(server)
        assert (last["status"], last["critique"]["passed"]) == ("answered", True)
        assert "Engineering" in last["answer"]["text"]
        turns = [turn["status"] for turn in server.service.turns(conversation)]
        assert turns[:2] == ["asked", "asked"] and turns[-1] == "answered"
        calls = [(call["tool_name"], call["arguments"], call["result"]) for call in last["tool_calls"]]
        report = server.service.report_markdown(conversation) or ""
        assert "Give me an overview of the data (average salary by department: yes, take it)" in report.replace(
            "\\", ""
        )
        ends.append((_told(last), calls, turns, _told_report(server, conversation, report)))
    assert ends[0] == ends[1]


def test_a_refusal_after_a_restart_runs_nothing(servers: tuple[Server, Server]) -> None:
    server = servers[0]
    conversation = begun(server, "staff.csv", STAFF)
    server.service.ask(conversation, "average salary by department", workflow=REVIEWED, choices=ALWAYS)
    restarted(server, conversation)
    refused = server.service.answer(conversation, picked(server, conversation, "reject"))
    assert refused["status"] == "stopped" and not server.service.artifacts(conversation)
    restarted(server, conversation)
    again = server.service.ask(conversation, "average salary by level", workflow=REVIEWED)
    assert (again["status"], again["turn_id"]) == ("answered", "T3")
