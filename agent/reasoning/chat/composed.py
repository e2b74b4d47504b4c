"""A prompt ready to be sent: its words, what they carry, and how the reply becomes the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from pydantic import JsonValue

from agent.reasoning.chat.client import Form
from agent.reasoning.chat.templates import Rendered
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import Answer


@dataclass(frozen=True)
class Composed(Generic[Answer]):
    """`accept` makes the answer of a reply, or raises UnusableError. `form` None: the reply is prose."""

    words: Rendered
    accept: Callable[[str], Answer]
    form: Form | None = None
    cargo: Cargo = field(default_factory=Cargo)
    tools: tuple[Mapping[str, JsonValue], ...] = ()  # functions whose calls may be the reply too
