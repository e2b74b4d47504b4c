"""A prompt ready to be sent: its words, what they carry, and how the reply becomes the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from pydantic import JsonValue

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.templates import Rendered
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import Answer


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
