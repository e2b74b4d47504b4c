"""What a language model needs to be reached, and what it may cost. The key never shows in repr, logs or copies."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, NoReturn, get_args
from urllib.parse import urlsplit

from agent.settings import SettingError, variable_name

OPENAI = "https://api.openai.com/v1"
ModelRole = Literal["lead", "second", "words", "off"]
"""What a model decides: it reads, plans and judges; it reads beside the built-in reader; it words answers; nothing."""
RoleChoice = Literal["auto", "lead", "second", "words", "off"]
"""A role set by hand, or what the test questions showed."""
ROLES: tuple[RoleChoice, ...] = get_args(RoleChoice)
_LINE = re.compile(r"""\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|(.*?))\s*(?:\s#.*)?$""")


class Secret:
    """Text that is used and never shown: not by repr, str, format, pickle or copy."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text.strip()

    def reveal(self) -> str:
        """The text itself, for the one place that sends it."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "Secret(set)" if self._text else "Secret(not set)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is never copied, pickled or stored.")


def _limit(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class ModelSettings:
    """An OpenAI-compatible endpoint with its budgets. Usable when there is a key, or an address other than OpenAI's."""

    api_key: Secret = field(default_factory=Secret, repr=False, metadata={"meaning": "key of the endpoint"})
    base_url: str = field(default=OPENAI, metadata={"meaning": "address of the endpoint, up to and with /v1"})
    name: str = field(default="gpt-4.1-mini", metadata={"meaning": "name of the model at the endpoint"})
    call_seconds: int = _limit(60, "seconds that one call may take in all")
    turn_seconds: int = _limit(180, "seconds that the calls of one turn may take together")
    turn_calls: int = _limit(16, "calls of one turn")
    turn_tokens: int = _limit(60_000, "tokens of one turn, prompts and replies together")
    retries: int = _limit(1, "repetitions of a call that met a busy or broken server")
    reply_tokens: int = _limit(1500, "tokens of one reply")
    exam_seconds: int = _limit(120, "seconds that the test questions to a model may take in all")
    role: RoleChoice = field(
        default="auto",
        metadata={"meaning": "what the model decides: auto (as its test questions showed), lead, second, words or off"},
    )

    @property
    def usable(self) -> bool:
        """Whether there is anything to connect to."""
        return bool(self.api_key) or self.base_url != OPENAI

    @property
    def host(self) -> str:
        """The endpoint's host, with its port if it has one."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def own_server(self) -> bool:
        """Whether the endpoint runs on this machine or in a private network. Such servers hold a model to a JSON schema
        by a grammar; hosted ones read the schema as part of the prompt, where each token is paid.
        """
        name = urlsplit(self.base_url).hostname or ""
        try:
            return ipaddress.ip_address(name).is_private
        except ValueError:
            return "." not in name or name.endswith((".local", ".internal", ".lan"))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "ModelSettings":
        """Settings with the given values: OPENAI_API_KEY, OPENAI_BASE_URL, and TALLY_MODEL_<LIMIT> for the limits.

        SettingError names one that cannot be used. The key's text is never part of it.
        """
        limits: dict[str, int] = {}
        for limit in limits_of(cls()):
            variable = model_variable(limit.name)
            if variable in environment:
                limits[limit.name] = _whole(variable, environment[variable], limit.meaning)
        return cls(
            api_key=Secret(environment.get("OPENAI_API_KEY", "")),
            base_url=checked_address(environment.get("OPENAI_BASE_URL") or OPENAI),
            name=environment.get("TALLY_MODEL_NAME") or cls.name,
            role=_role(environment.get(model_variable("role")) or cls.role),
            **limits,
        )


@dataclass(frozen=True)
class Limit:
    """One of the whole numbers that bound a model's work."""

    name: str
    meaning: str
    value: int


def limits_of(settings: ModelSettings) -> tuple[Limit, ...]:
    """The limits of these settings, in their order."""
    return tuple(
        Limit(setting.name, str(setting.metadata["meaning"]), getattr(settings, setting.name))
        for setting in fields(settings)
        if setting.type is int
    )


def model_variable(setting: str) -> str:
    """The environment variable of a model setting."""
    common = {"api_key": "OPENAI_API_KEY", "base_url": "OPENAI_BASE_URL"}
    return common.get(setting) or variable_name(f"model_{setting}")


def checked_address(address: str) -> str:
    """The address without a trailing slash. SettingError when it is none that could be asked."""
    cleaned = address.strip().rstrip("/")
    try:
        parts = urlsplit(cleaned)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound:
        raise SettingError("The model's address is no web address.", f"Write it like {OPENAI}.")
    if parts.username or parts.password:
        raise SettingError("The model's address holds a user name or password.", "Put the key into OPENAI_API_KEY.")
    return cleaned


def environment_with(dotenv: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment, and below it what the `.env` file says, if there is one."""
    text = dotenv.read_text(encoding="utf-8") if dotenv.is_file() else ""
    return {**dotenv_values(text), **environment}


def dotenv_values(text: str) -> dict[str, str]:
    """NAME=value lines; quotes, `export` and comments as shells know them. Other lines say nothing."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = None if line.lstrip().startswith("#") else _LINE.match(line)
        if match:
            name, double, single, bare = match.groups()
            found[name] = next(value for value in (double, single, bare) if value is not None)
    return found


def _role(text: str) -> RoleChoice:
    found = next((role for role in ROLES if role == text.strip().casefold()), None)
    if found is None:
        raise SettingError(f"{model_variable('role')} is {text!r}.", f"Set it to one of {', '.join(ROLES)}.")
    return found


def _whole(variable: str, text: str, meaning: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise SettingError(f"{variable} is {text!r}.", f"Set it to a whole number above 0 ({meaning}).")
    return int(text)
