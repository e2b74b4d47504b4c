"""Settings, each with its environment variable, default and meaning. Read once, by whoever starts the app."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from agent.errors import TallyError

ReasonerName = Literal["local", "model"]
"""Who reads questions: the built-in reader, or a connected model with the reader behind it."""
ApprovalPolicy = Literal["always", "code", "never"]
_SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


class SettingError(TallyError):
    """A setting that cannot be used as it stands."""

    actor = "person"


def _whole(name: str, text: str, meaning: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise SettingError(f"{name} is {text!r}.", f"Set it to a whole number above 0 ({meaning}).")
    return int(text)


def _text(name: str, text: str, meaning: str) -> str:  # noqa: ARG001 - read like every other setting
    return text


def _on_off(name: str, text: str, meaning: str) -> bool:
    if text.casefold() not in _SWITCH:
        raise SettingError(f"{name} is {text!r}.", f"Set it to on or off ({meaning}).")
    return _SWITCH[text.casefold()]


def _choice(choices: tuple[str, ...], name: str, text: str, meaning: str) -> str:
    if text.casefold() not in choices:
        raise SettingError(f"{name} is {text!r}.", f"Set it to one of {', '.join(choices)} ({meaning}).")
    return text.casefold()


def _threshold(name: str, text: str, meaning: str) -> str:
    if text.casefold() == LEARNED or (text.isdecimal() and int(text) <= PERCENT):
        return text.casefold()
    raise SettingError(f"{name} is {text!r}.", f"Set it to {LEARNED}, or to a whole number from 0 to 100 ({meaning}).")


def _setting(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning, "read": _whole})
    return value


def _place(default: str, variable: str, meaning: str) -> str:
    """Text that names a place. It is not shown with the settings: an address may hold a password."""
    value: str = field(default=default, repr=False, metadata={"meaning": meaning, "read": _text, "variable": variable})
    return value


def _words(default: str, meaning: str) -> str:
    value: str = field(default=default, metadata={"meaning": meaning, "read": _text})
    return value


def _switch(default: bool, meaning: str) -> bool:
    value: bool = field(default=default, metadata={"meaning": meaning, "read": _on_off})
    return value


LEARNED = "learned"
PERCENT = 100
ANY_NUMBER = 1_000_000_000
"""Of a limit that does not bind."""


@dataclass(frozen=True)
class Settings:
    """Limits and defaults. The environment variable of `max_acts` is `TALLY_MAX_ACTS`, and so on."""

    max_acts: int = _setting(8, "actions in one turn before the answer is given as it stands")
    recursion_limit: int = _setting(120, "steps of the graph in one turn")
    action_seconds: int = _setting(30, "seconds that one analysis action may take")
    wording_seconds: int = _setting(30, "seconds that working out the words of one answer may take")
    turn_seconds: int = _setting(600, "seconds that one turn may take, from the time it has its place in the line")
    action_megabytes: int = _setting(1024, "megabytes that one analysis action may add")
    max_file_megabytes: int = _setting(500, "size of one uploaded file")
    max_conversation_megabytes: int = _setting(2048, "memory for the data of one conversation")
    max_total_megabytes: int = _setting(4096, "memory for the data of all conversations")
    preview_rows: int = _setting(100, "rows of a result table that are shown and kept in the conversation")
    idle_minutes: int = _setting(120, "minutes without a turn after which a conversation is freed")
    turn_workers: int = _setting(4, "turns that run at the same time")
    code_seconds: int = _setting(30, "seconds that one generated program may take")
    code_megabytes: int = _setting(1024, "megabytes that one generated program may add to its libraries and data")
    code_runs: int = _setting(2, "generated programs that run at the same time; the others wait")
    person_turns: int = _setting(2, "turns of one person that run at the same time")
    person_code_runs: int = _setting(1, "generated programs of one person that run at the same time")
    person_megabytes: int = _setting(2048, "memory for the data of all conversations of one person")
    person_uploads: int = _setting(30, "files that one person may add in a minute")
    double_check: bool = _switch(True, "whether the analysis vocabulary computes the same beside generated code")

    reader_threshold: str = field(
        default=LEARNED,
        metadata={
            "meaning": "percent from which a reading of the built-in reader is told without asking; 0: always",
            "read": _threshold,
        },
    )
    max_iterations: int = _setting(3, "times that the critic may send an answer of Reviewed back")
    sample_rows: int = _setting(10_000, "rows of the sample (seed 42) where a limit stops a tool over all rows")
    approval_policy: ApprovalPolicy = field(
        default="code",
        metadata={
            "meaning": "what waits for a yes: always (tools, insights and generated code), code, or never",
            "read": partial(_choice, get_args(ApprovalPolicy)),
        },
    )
    keep_days: int = _setting(
        90,
        "days without use after which a stored conversation, and days after which a logged turn, is deleted",
    )
    checkpointer: str = _place(
        "memory",
        "CHECKPOINTER",
        "where conversations are kept: memory, sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME",
    )
    data_folder: str = _place(
        "", "DATA_FOLDER", "folder in which uploads of stored conversations are kept; empty: none"
    )
    by_path: bool = _switch(
        True, "whether files may be asked by their path, where one person runs Tally for themselves"
    )
    by_path_megabytes: int = _setting(512, "memory that asking a file by its path may take")
    by_path_folder: str = _place(
        "", "TALLY_BY_PATH_FOLDER", "where files asked by their path are kept in columns; empty: the user's cache"
    )
    run_log: str = _place(
        "off", "RUN_LOG", "log of all turns: off, on (in the database of CHECKPOINTER), sqlite:PATH or postgres://..."
    )

    reader: bool = _switch(True, "whether the built-in reader runs (on or off)")
    reader_threads: int = _setting(2, "threads with which the reader reads and writes")
    reader_slots: int = _setting(1, "questions that the reader reads at the same time; the others wait")
    reader_queue: int = _setting(50, "questions that may wait for the reader; more are sent away with a sentence")
    reader_seconds: int = _setting(60, "seconds that the reader may take for one question, from its turn in the line")
    reader_tokens: int = _setting(2048, "tokens of one question with its tables, and of the reading")
    reader_megabytes: int = _setting(2000, "memory that has to be free for the reader to start")
    reader_cache_megabytes: int = _setting(256, "memory in which tables that were read once are kept, 14 MB a table")
    reader_weights: str = _place(
        "", "TALLY_READER_WEIGHTS", "the reader's weights; empty: where `tally reader get` puts"
    )
    reader_url: str = _place(
        "", "TALLY_READER_URL", "a server that holds the reader's weights; empty: a process of ours"
    )
    reader_key: str = _place("", "TALLY_READER_KEY", "key of that server")
    reader_model: str = _words("tally-reader", "name of the model at that server, where its address ends in /v1")

    sign_in: bool = _switch(False, "whether people sign in (on or off)")
    groups_claim: str = _words("groups", "claim of the provider's token that names the groups of a person")
    programs_for: str = _words("everyone", "who of the signed-in may run programs: everyone, or groups and addresses")
    models_for: str = _words("everyone", "who of the signed-in may connect a model: everyone, or groups and addresses")
    logs: str = _place("off", "TALLY_LOGS", "JSON log lines without data: off, on (on stderr), or the path of a file")

    @property
    def told_from(self) -> float | None:
        """The probability from which a reading is told; None for the one that was learned with the weights."""
        return None if self.reader_threshold == LEARNED else int(self.reader_threshold) / PERCENT

    @property
    def reader_host(self) -> str:
        """The host, with its port, of the server that reads questions; "" where they stay on this machine."""
        return urlsplit(self.reader_url).netloc.rpartition("@")[2] if self.reader else ""

    @property
    def approve_code(self) -> bool:
        """Whether generated code is shown and waits for a yes before it runs: what the approval policy says of code."""
        return self.approval_policy != "never"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Settings with the given values; an empty place is none given. SettingError names one that is no whole number
        above 0, no on or off, or none of the choices.
        """
        given: dict[str, Any] = {}
        for setting in fields(cls):
            name = variable_name(setting.name)
            text = environment.get(name, "").strip()
            none_given = not text if "variable" in setting.metadata else name not in environment
            if not none_given:
                given[setting.name] = setting.metadata["read"](name, text, setting.metadata["meaning"])
        return cls(**given)

    def of_one_call(self) -> "Settings":
        """For a process of one person whose conversations end with it: none is stored, the run log goes where it
        would, and nobody else has to be left room for.
        """
        return replace(
            self,
            checkpointer="memory",
            sign_in=False,
            data_folder="",
            run_log=self.checkpointer if self.run_log == "on" else self.run_log,
            person_turns=self.turn_workers,
            person_code_runs=self.code_runs,
            person_megabytes=self.max_total_megabytes,
            person_uploads=ANY_NUMBER,
        )


def variable_name(setting: str) -> str:
    """The environment variable of a setting."""
    named = {each.name: each.metadata.get("variable") for each in fields(Settings)}
    return named.get(setting) or f"TALLY_{setting.upper()}"
