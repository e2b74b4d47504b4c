"""Structured logs: one JSON object a line, with ids, and nothing of question, data or answer."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from agent.logs import JsonLines, log_event, write_json_logs
from tests.agent.scripted_review import WORKFLOW, without_model


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    written = io.StringIO()
    handler = write_json_logs(written)
    yield written
    logging.getLogger("agent").removeHandler(handler)


def lines_of(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_turn_is_logged_with_its_ids_and_no_data(stream: io.StringIO) -> None:
    service, conversation = without_model()
    service.ask(conversation, "average salary in Sales", workflow=WORKFLOW)
    lines = lines_of(stream)
    assert [line["event"] for line in lines] == ["tool_ran", "critic_scored", "turn_ended"]
    assert {(line["conversation"], line["turn"]) for line in lines} == {(conversation, "T1")}
    assert lines[0]["tool"] == "aggregate_data" and lines[-1]["status"] == "answered"
    for secret in ("Sales", "salary", "staff.csv", "3,100"):
        assert secret not in stream.getvalue()


def test_an_error_is_logged_by_kind_and_place_only(stream: io.StringIO) -> None:
    logger = logging.getLogger("agent.test")
    try:
        raise ValueError("Ann earns 6000")
    except ValueError:
        logger.exception("turn %s failed", "T1")
    (line,) = lines_of(stream)
    assert (line["event"], line["error"], line["level"]) == ("turn %s failed", "ValueError", "error")
    assert "6000" not in stream.getvalue()


def test_a_field_is_kept_as_it_is() -> None:
    records: list[logging.LogRecord] = []
    logger = logging.getLogger("agent.test.fields")
    logger.setLevel(logging.INFO)

    def kept(record: logging.LogRecord) -> bool:
        records.append(record)
        return False

    logger.addFilter(kept)
    log_event(logger, "tool_ran", "c1", "T2", seconds=0.123456789, failed=False)
    told = json.loads(JsonLines().format(records[0]))
    assert (told["seconds"], told["failed"], told["conversation"], told["turn"]) == (0.123457, False, "c1", "T2")
