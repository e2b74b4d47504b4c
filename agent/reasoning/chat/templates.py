"""The words for a model: one file a prompt, filled in strictly."""

import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from agent.errors import ContractError

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
