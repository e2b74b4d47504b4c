"""The catalogue as functions for a server's own tool calling, and its calls as the plan that a model writes as JSON."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from pydantic import Field, JsonValue

from agent.reasoning.chat.connection.client import CALLED
from agent.reasoning.chat.language.forms import plain_schema
from agent.reasoning.chat.language.tool_words import schemas_of_tools, told_tools
from agent.reasoning.chat.replies import UnusableError, json_in, parse_reply
from agent.reasoning.prompts import Reply

BY_CALLS = (
    "- You can call the tools below as functions. Do so instead of writing an act: the first call is the answer, and "
    "its label says what it computes. For anything else than an act, or for several readings, write the JSON object."
)
"""The rule for servers that call tools themselves. It is true of JSON too, in case a server turns out to be none."""
NOT_OFFERED = frozenset(
    {"bins", "examples", "of", "of_column", "beside", "date_format", "distinct_right", "top_n", "tests", "ddof",
     "correction", "exact", "dropna", "min_count", "min_strength", "side"}
)  # fmt: skip
"""Fields that hardly any question asks for: each would be repeated in the schema of every function."""
LABEL: Mapping[str, JsonValue] = {"type": "string", "description": "What this computes, in the question's language."}


_OBJECT: Mapping[str, JsonValue] = {"type": "object"}


class MadeCall(Reply):
    """A call as the client hands it on; `arguments` is text where the server sent no JSON."""

    name: str
    arguments: dict[str, JsonValue] | str = Field(default_factory=dict)

    @property
    def label(self) -> str:
        """What the model says that the call computes; "" where it says nothing."""
        told = self.arguments.get("label", "") if isinstance(self.arguments, dict) else ""
        return str(told).strip()

    @property
    def without_label(self) -> dict[str, JsonValue]:
        """The arguments of the tool itself. UnusableError when they are no JSON object."""
        if isinstance(self.arguments, str):
            raise UnusableError(f"The arguments of {self.name} are no JSON object.")
        return {name: value for name, value in self.arguments.items() if name != "label"}


class MadeCalls(Reply):
    """All calls of a reply."""

    tool_calls: list[MadeCall] = Field(min_length=1, max_length=4)


@cache
def tool_offers(several_tables: bool) -> tuple[Mapping[str, JsonValue], ...]:
    """The tools that a model is told, each as a function with the schema of its arguments."""
    return tuple(
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description.split(". ", 1)[0],
                "parameters": _parameters(tool.name, several_tables),
            },
        }
        for tool in told_tools()
    )


def offered_name(offer: Mapping[str, JsonValue]) -> str:
    """The tool that an offer is of."""
    function = cast(Mapping[str, JsonValue], offer["function"])
    return str(function["name"])


def _parameters(tool_name: str, several_tables: bool) -> dict[str, JsonValue]:
    schemas, _ = schemas_of_tools()
    schema = schemas[tool_name]
    given = {name: part for name, part in schema["properties"].items() if name not in NOT_OFFERED}
    own = plain_schema({"type": "object", "properties": given, "required": schema["required"]}, several_tables)
    return {**own, "properties": {"label": dict(LABEL), **_shallow(own["properties"])}}


def _shallow(node: Any) -> Any:
    """A schema in which parts with fields of their own are just objects: the words of the prompt tell their fields
    once, while a server would repeat them in every function.
    """
    if isinstance(node, list):
        return [_shallow(part) for part in node]
    if not isinstance(node, Mapping):
        return node
    choices = [_shallow(part) for part in node.get("anyOf", ())]
    if "$ref" in node or (choices and all(choice == _OBJECT for choice in choices)):
        return dict(_OBJECT)
    return {key: choices if key == "anyOf" else _shallow(part) for key, part in node.items()}


def as_plan_text(reply: str) -> str:
    """The reply as the JSON of a plan: calls become one reading; JSON stays as it is. UnusableError names what does not
    fit.
    """
    if CALLED not in reply or set(json_in(reply)) != {CALLED}:
        return reply
    calls = parse_reply(reply, MadeCalls).tool_calls
    made: list[JsonValue] = [{"tool_name": call.name, "arguments": call.without_label} for call in calls]
    reading: JsonValue = {"label": next((call.label for call in calls if call.label), ""), "calls": made}
    return json.dumps({"next_action": "act", "readings": [reading]}, ensure_ascii=False)
