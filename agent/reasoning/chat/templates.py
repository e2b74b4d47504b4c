"""The words for a model: one file a prompt, filled in strictly."""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Generic

from pydantic import JsonValue

from agent.errors import ContractError
from agent.reasoning.chat.connection.client import Form
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import Answer

MARK = "=== user ==="
"""Parts the stable first half of a template, the system message, from what changes with each question."""


@dataclass(frozen=True)
class Rendered:
    """The two halves of a prompt, the one that stays the same first so that servers can keep it."""

    system: str
    user: str


def render(name: str, values: Mapping[str, str]) -> Rendered:
    """The template with its `${variables}`. ContractError when one is missing, or given and not used."""
    halves = _halves(name)
    templates = [string.Template(half) for half in halves]
    wanted = {variable for template in templates for variable in template.get_identifiers()}
    if odd := wanted ^ set(values):
        missing, unused = sorted(odd & wanted), sorted(odd - wanted)
        raise ContractError(
            f"Template {name}: missing {missing or 'nothing'}, unused {unused or 'nothing'}.",
            "Give exactly its variables.",
        )
    system, user = (_squeeze(template.substitute(values)) for template in templates)
    return Rendered(system, user)


@cache
def _halves(name: str) -> tuple[str, str]:
    text = files("agent.reasoning").joinpath("templates", f"{name}.md").read_text(encoding="utf-8")
    system, mark, user = text.partition(MARK)
    if not mark:
        raise ContractError(f"Template {name} has no line {MARK!r}.", "Part what stays the same from what changes.")
    return system, user


def _squeeze(text: str) -> str:
    """Without the gaps that empty variables leave."""
    lines = text.strip().split("\n")
    return "\n".join(line for place, line in enumerate(lines) if line or (place and lines[place - 1]))


# ----------------------------------------------------------------
# A prompt ready to be sent: its words, what they carry, and how the reply becomes the answer.


def no_example(_: str) -> str:
    """There is no worked example for what the reply tried."""
    return ""


@dataclass(frozen=True)
class Composed(Generic[Answer]):
    """`accept` makes the answer of a reply, or raises UnusableError. `form` None: the reply is prose. `example` finds a
    worked example for what a reply tried, which goes with a second correction; "" when there is none, and no second.
    """

    words: Rendered
    accept: Callable[[str], Answer]
    form: Form | None = None
    cargo: Cargo = field(default_factory=Cargo)
    example: Callable[[str], str] = no_example
    tools: tuple[Mapping[str, JsonValue], ...] = ()  # functions whose calls may be the reply too
