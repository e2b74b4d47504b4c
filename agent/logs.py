"""Structured logs: one JSON object a line, with conversation and turn ids and no data, no question, no answer."""

import json
import logging
import sys
import time
import traceback
from typing import TextIO

_EVENT = "tally_event"
Plain = str | int | float | bool | None


def log_event(logger: logging.Logger, event: str, conversation_id: str, turn_id: str = "", **fields: Plain) -> None:
    """Logs what happened, for whom, and figures about it. Fields hold names of steps and sizes, never data."""
    known = {"event": event, "conversation": conversation_id, "turn": turn_id, **fields}
    logger.info(event, extra={_EVENT: {key: _short(value) for key, value in known.items() if value != ""}})


class JsonLines(logging.Formatter):
    """A record as one line of JSON. Of an error only its kind and where it was raised, for its words may quote data."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        event = getattr(record, _EVENT, None)
        line |= event if isinstance(event, dict) else {"event": str(record.msg)}  # the template, without its values
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])[-3:]
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.name}:{frame.lineno}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)


def write_json_logs(stream: TextIO | None = None) -> logging.Handler:
    """Sends the logs of Tally to a stream (stderr) as JSON lines. Returns the handler, to be taken off again."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    ours = logging.getLogger("agent")
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    return handler


def _short(value: Plain) -> Plain:
    return round(value, 6) if isinstance(value, float) else value
