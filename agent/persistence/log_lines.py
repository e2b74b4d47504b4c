"""The JSON log lines of the setting TALLY_LOGS: on stderr, or in a file for its owner only."""

import logging
import os
import sys
from collections.abc import Callable
from typing import TextIO

from agent.logs import write_json_logs
from agent.persistence.places import absolute
from agent.settings import SettingError

OFF, ON = "off", "on"


def open_log_lines(setting: str) -> Callable[[], None]:
    """Begins to write log lines; what is returned ends it. SettingError when the file cannot be written."""
    if setting.casefold() == OFF:
        return _nothing
    stream = sys.stderr if setting.casefold() == ON else _file(setting)
    handler = write_json_logs(stream)

    def close() -> None:
        logging.getLogger("agent").removeHandler(handler)
        handler.close()
        if stream is not sys.stderr:
            stream.close()

    return close


def _nothing() -> None:
    """No lines are written."""


def _file(setting: str) -> TextIO:
    path = absolute("TALLY_LOGS", setting)
    try:
        return os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "a", encoding="utf-8")
    except OSError as failed:
        raise SettingError(
            f"TALLY_LOGS names {path}, which cannot be written: {failed.strerror}.",
            "Name a file in a folder that exists, or set it to on or off.",
        ) from failed
