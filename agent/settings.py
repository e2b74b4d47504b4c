"""Settings, each with its environment variable, default and meaning. Read once, by whoever starts the app."""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import partial
from typing import Any, Literal, get_args

from agent.errors import TallyError

ReasonerName = Literal["rules", "model"]
ApprovalPolicy = Literal["always", "code", "never"]
_SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


class SettingError(TallyError):
    """A setting that cannot be used as it stands."""

    actor = "person"


def _setting(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


def _switch(default: bool, meaning: str) -> bool:
    value: bool = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class Settings:
    """Limits and defaults. The environment variable of `max_acts` is `TALLY_MAX_ACTS`, and so on."""

    max_acts: int = _setting(8, "actions in one turn before the answer is given as it stands")
    recursion_limit: int = _setting(120, "steps of the graph in one turn")
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
    approve_code: bool = _switch(True, "whether generated code is shown and waits for a yes before it runs")
    double_check: bool = _switch(True, "whether the analysis vocabulary computes the same beside generated code")

    max_iterations: int = _setting(3, "times that the critic may send an answer of Reviewed back")
    sample_rows: int = _setting(10_000, "rows of the sample (seed 42) where a limit stops a tool over all rows")
    approval_policy: ApprovalPolicy = field(
        default="code",
        metadata={
            "meaning": "what waits for a yes: always (tools, insights and code), code, or never",
            "choices": get_args(ApprovalPolicy),
        },
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Settings with the given values. SettingError names one that is no whole number above 0, no on or off,
        or none of the choices.
        """
        given: dict[str, Any] = {}
        for setting in fields(cls):
            name = variable_name(setting.name)
            if name in environment:
                read = _reader(setting)
                given[setting.name] = read(name, environment[name].strip(), setting.metadata["meaning"])
        return cls(**given)


def _reader(setting: Field[Any]) -> Callable[[str, str, str], Any]:
    if choices := setting.metadata.get("choices"):
        return partial(_read_choice, choices)
    return _read_switch if isinstance(setting.default, bool) else _read_number


def _read_choice(choices: tuple[str, ...], name: str, text: str, meaning: str) -> str:
    if text.casefold() not in choices:
        raise SettingError(f"{name} is {text!r}.", f"Set it to one of {', '.join(choices)} ({meaning}).")
    return text.casefold()


def _read_number(name: str, text: str, meaning: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise SettingError(f"{name} is {text!r}.", f"Set it to a whole number above 0 ({meaning}).")
    return int(text)


def _read_switch(name: str, text: str, meaning: str) -> bool:
    if text.casefold() not in _SWITCH:
        raise SettingError(f"{name} is {text!r}.", f"Set it to on or off ({meaning}).")
    return _SWITCH[text.casefold()]


def variable_name(setting: str) -> str:
    """The environment variable of a setting."""
    return f"TALLY_{setting.upper()}"
