"""Settings, each with its environment variable, default and meaning. Read once, by whoever starts the app."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal

from agent.errors import TallyError

ReasonerName = Literal["rules", "model"]


class SettingError(TallyError):
    """A setting that cannot be used as it stands."""

    actor = "person"


def _setting(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class Settings:
    """Limits and defaults. The environment variable of `max_acts` is `TALLY_MAX_ACTS`, and so on."""

    max_acts: int = _setting(8, "actions in one turn before the answer is given as it stands")
    recursion_limit: int = _setting(40, "steps of the graph in one turn")
    action_seconds: int = _setting(30, "seconds that one analysis action may take")
    action_megabytes: int = _setting(1024, "megabytes that one analysis action may add")
    max_file_megabytes: int = _setting(50, "size of one uploaded file")
    max_conversation_megabytes: int = _setting(512, "memory for the data of one conversation")
    max_total_megabytes: int = _setting(2048, "memory for the data of all conversations")
    preview_rows: int = _setting(100, "rows of a result table that are shown and kept in the conversation")
    idle_minutes: int = _setting(120, "minutes without a turn after which a conversation is freed")
    turn_workers: int = _setting(4, "turns that run at the same time")
    code_seconds: int = _setting(30, "seconds that one generated program may take")
    code_megabytes: int = _setting(1024, "megabytes that one generated program may add to its libraries and data")
    code_runs: int = _setting(2, "generated programs that run at the same time; the others wait")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Settings with the given values. SettingError names one that is no whole number above 0."""
        given: dict[str, int] = {}
        for setting in fields(cls):
            name = variable_name(setting.name)
            if name not in environment:
                continue
            text = environment[name].strip()
            if not text.isdecimal() or int(text) < 1:
                raise SettingError(
                    f"{name} is {text!r}.", f"Set it to a whole number above 0 ({setting.metadata['meaning']})."
                )
            given[setting.name] = int(text)
        return cls(**given)


def variable_name(setting: str) -> str:
    """The environment variable of a setting."""
    return f"TALLY_{setting.upper()}"
