"""The tools in short words for a model, the JSON schema of their arguments, and worked examples, from the catalogue."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import JsonValue
from pydantic.json_schema import models_json_schema

from agent.reasoning.chat.language.examples import Example, catalogue, rare_forms
from agent.reasoning.chat.language.forms import LAST, plain_schema
from agent.reasoning.chat.language.vocabulary import (
    DISCRIMINATORS,
    SHARED,
    conventions,
    fields_told,
    first_clause,
    first_sentence,
    steps,
)
from agent.reasoning.chat.replies import UnusableError, json_in
from agent.specs.parse import parse_spec
from agent.tools.catalogue import SEED_TOOLS, TOOL_EXECUTORS, Tool, call_for

COVERED = frozenset({"correlation", "correlation_matrix", "value_counts"})
"""Tools of the language that a tool of the first five does as well: they may be called, but are not told."""
TAGS = frozenset({*DISCRIMINATORS, "type", "title"})
"""Fields of a spec that the name of its tool says already."""
_DEFINED = "#/$defs/"


def told_tools() -> tuple[Tool, ...]:
    """The tools that a model is told, in the order in which they are offered."""
    return tuple(tool for name, tool in TOOL_EXECUTORS.items() if name not in COVERED)


@cache
def tool_words() -> str:
    """A line a tool, the first five first; then the steps of prepare, filters and aggregations. A rare one is told
    with what it cannot do without."""
    own = [_line(tool) for tool in told_tools() if tool.name in SEED_TOOLS]
    others = [_line(tool) for tool in told_tools() if tool.name not in SEED_TOOLS]
    return "\n".join(["First:", *own, "Second:", *others, *steps(), *conventions()])


def _line(tool: Tool) -> str:
    filters = SHARED - {"filters"} if tool.name == "filter_data" else SHARED
    if tool.name in SEED_TOOLS:
        return f"- {tool.name} {fields_told(tool.arguments, filters)}: {tool.description}"
    rare = tool.name.removeprefix("draw_") in rare_forms()
    words = first_clause(tool.arguments) if rare else first_sentence(tool.arguments)
    return f"- {tool.name} {fields_told(tool.arguments, filters, required=rare)}: {words}"


# ---------------------------------------------------------------- the schema


@cache
def arguments_schemas(several_tables: bool) -> dict[str, JsonValue]:
    """The calls that a model may write, as definitions of a JSON schema: "Call" is any of them."""
    schemas, definitions = schemas_of_tools()
    calls: list[JsonValue] = []
    for name, schema in schemas.items():
        named = {"tool_name": {"const": name}, "arguments": plain_schema(schema, several_tables)}
        calls.append({"type": "object", "properties": named, "required": [*named], "additionalProperties": False})
    plain = {name: plain_schema(definition, several_tables) for name, definition in definitions.items()}
    return {**plain, "Call": {"anyOf": calls}}


@cache
def schemas_of_tools() -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The JSON schema of each tool's arguments, without what its name says already, and the definitions that they
    share. Made for all at once: each alone would make the shared parts anew.
    """
    kinds = {tool.name: tool.arguments for tool in told_tools()}
    places, made = models_json_schema([(kind, "validation") for kind in dict.fromkeys(kinds.values())])
    definitions: dict[str, Any] = made["$defs"]
    schemas: dict[str, Any] = {}
    for name, kind in kinds.items():
        whole = definitions[places[kind, "validation"]["$ref"].removeprefix(_DEFINED)]
        properties = {field: part for field, part in whole["properties"].items() if field not in TAGS}
        required = [field for field in whole.get("required", []) if field not in TAGS]
        schemas[name] = {**whole, "properties": properties, "required": required}
    used = {name for node in (*schemas.values(), *definitions.values()) for name in _referred_to(node)}
    return schemas, {name: definition for name, definition in definitions.items() if name in used}


def _referred_to(node: Any) -> Iterator[str]:
    """The definitions that a schema names."""
    if isinstance(node, list):
        yield from (name for part in node for name in _referred_to(part))
    elif isinstance(node, Mapping):
        if isinstance(place := node.get("$ref"), str):
            yield place.removeprefix(_DEFINED)
        yield from (name for part in node.values() for name in _referred_to(part))


# ---------------------------------------------------------------- examples


def as_tool_example(example: Example) -> str:
    """A worked example with its specs as the calls that mean them."""
    return f"Question: {json.dumps(example.question)}\n{json.dumps(as_calls(example.answer), ensure_ascii=False)}"


def tool_example_for(reply: str) -> str:
    """A worked example of a call of a tool that a reply called; "" when it cannot be read, or no example is like it."""
    try:
        return tool_example_of(_tools_named(json_in(reply)))
    except UnusableError:
        return ""


def tool_example_of(names: Iterable[str]) -> str:
    """The first worked example that calls one of these tools; "" when none does."""
    known = {tool: example for example in reversed(catalogue()) for tool in _tools_named(as_calls(example.answer))}
    return next((as_tool_example(known[name]) for name in names if name in known), "")


def _tools_named(node: object) -> Iterator[str]:
    """The tools that are named anywhere, as in a plan or in calls of the server's own."""
    if isinstance(node, Mapping):
        yield from (str(node[key]) for key in ("tool_name", "name") if key in node)
        yield from (name for value in node.values() for name in _tools_named(value))
    elif isinstance(node, list):
        yield from (name for item in node for name in _tools_named(item))


def as_calls(answer: str) -> dict[str, Any]:
    """A decision with specs as one with calls."""
    decision: dict[str, Any] = json.loads(answer)
    if "readings" in decision:
        decision["readings"] = [
            {"label": reading["label"], "calls": [_call(spec) for spec in reading["specs"]]}
            for reading in decision["readings"]
        ]
    return decision


def _call(spec: Mapping[str, object]) -> dict[str, JsonValue]:
    call = call_for(parse_spec(spec))
    first = {name: value for name, value in call.arguments.items() if name not in (*LAST, *TAGS)}
    last = {name: call.arguments[name] for name in LAST if name in call.arguments}
    return {"tool_name": call.tool.name, "arguments": {**first, **last}}
