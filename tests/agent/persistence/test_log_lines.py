"""Log lines by setting: in a file or on stderr, from the start of a service to its end, and without data."""

import json
import logging
from pathlib import Path

import pytest

from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.persistence.outside import refused
from tests.agent.scripted import STAFF


def lines_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def asked(service: AnalystService) -> str:
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "average salary of Engineering by level", workflow="tool_agent")
    return conversation


def test_a_file_gets_the_lines_of_every_turn_and_no_data(tmp_path: Path) -> None:
    path = tmp_path / "tally.log"
    service = AnalystService(Settings(logs=str(path)))
    conversation = asked(service)
    service.close()
    service.close()
    written = path.read_text(encoding="utf-8")
    ended = [line for line in lines_of(written) if line["event"] == "turn_ended"]
    assert [(line["conversation"], line["turn"], line["status"]) for line in ended] == [
        (conversation, "T1", "answered")
    ]
    assert {"tool_ran", "critic_scored"} <= {line["event"] for line in lines_of(written)}
    for data in ("Engineering", "salary", "by level", "staff.csv", "5,000", "Junior"):
        assert data not in written
    assert oct(path.stat().st_mode)[-3:] == "600"
    asked(AnalystService())
    assert path.read_text(encoding="utf-8") == written, "a service that is closed writes no more"


def test_a_second_start_adds_to_the_file(tmp_path: Path) -> None:
    for _ in range(2):
        service = AnalystService(Settings(logs=str(tmp_path / "tally.log")))
        asked(service)
        service.close()
    assert (tmp_path / "tally.log").read_text().count("turn_ended") == 2


def test_on_writes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    service = AnalystService(Settings(logs="on"))
    asked(service)
    service.close()
    assert "turn_ended" in capsys.readouterr().err


def test_off_is_the_default_and_adds_no_handler() -> None:
    before = list(logging.getLogger("agent").handlers)
    AnalystService().close()
    assert logging.getLogger("agent").handlers == before


def test_a_file_that_cannot_be_written_is_refused_and_nothing_stays_open(tmp_path: Path, sqlite: str) -> None:
    assert "TALLY_LOGS" in refused(Settings(checkpointer=sqlite, logs=str(tmp_path / "no" / "folder" / "x.log")))
    AnalystService(Settings(checkpointer=sqlite)).close()
