"""Who may run programs and connect a model, where people sign in. Without sign-in everybody may."""

import threading
from collections.abc import Mapping
from typing import Any, Literal

from agent.errors import TallyError
from agent.sandbox.results import CodeError, CodeResult
from agent.settings import Settings

Right = Literal["run_programs", "connect_models"]
EVERYONE = "everyone"
NO_MODELS = "You may not connect a language model here."
NO_PROGRAMS = "You may not run programs here; ask whoever runs Tally (TALLY_PROGRAMS_FOR)."


class NotAllowedError(TallyError):
    """Something that whoever runs Tally keeps to others."""

    actor = "person"


class Rights:
    """What each person may do, by the groups that they came with. Safe to use from threads."""

    def __init__(self, settings: Settings) -> None:
        self._sign_in = settings.sign_in
        self._may: Mapping[Right, frozenset[str]] = {
            "run_programs": _names(settings.programs_for),
            "connect_models": _names(settings.models_for),
        }
        self._lock = threading.Lock()
        self._known_as: dict[str, frozenset[str]] = {}

    def note(self, person: str, known_as: frozenset[str]) -> None:
        """A person who signed in: their groups, and their address if the provider says that it is theirs."""
        with self._lock:
            self._known_as[person] = frozenset(name.casefold() for name in known_as)

    def has(self, person: str, right: Right) -> bool:
        """Whether the person may. Nobody may of whom nothing is known, where people sign in."""
        if not self._sign_in:
            return True
        with self._lock:
            known_as = self._known_as.get(person)
        named = self._may[right]
        return known_as is not None and (EVERYONE in named or bool(named & known_as))


def run_nothing(code: str, datasets: Mapping[str, Any], **_: Any) -> CodeResult:  # noqa: ARG001 - a CodeRunner
    """Runs no program, for a person who may not."""
    return CodeResult(False, CodeError("off", NO_PROGRAMS))


def _names(setting: str) -> frozenset[str]:
    return frozenset(name.strip().casefold() for name in setting.split(",") if name.strip())
