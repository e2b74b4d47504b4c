"""What a model writes, where the answer type itself would be too much for a small one; and its JSON schema."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, cast

from pydantic import Field, JsonValue, TypeAdapter

from agent.reasoning.chat.vocabulary import DISCRIMINATORS
from agent.reasoning.prompts import Reply
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec

_NOISE = frozenset(
    {
        "title",
        "description",
        "default",
        "discriminator",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "minLength",
        "minItems",
    }
)
_LAST = ("filters", "prepare", "dataset_id")
_UNSAID = ("type", "title")


class ReadingForm(Reply):
    """One meaning of the question."""

    label: str
    specs: list[dict[str, JsonValue]] = Field(min_length=1, max_length=4)


class DecisionForm(Reply):
    """What to do with the question."""

    next_action: Literal["act", "ask", "explain", "out_of_scope", "finalize"]
    readings: list[ReadingForm] = Field(default_factory=list, max_length=3)
    question: str = ""
    choices: list[str] = Field(default_factory=list, max_length=6)
    missing_columns: list[str] = Field(default_factory=list, max_length=6)
    why: str = ""


@cache
def decision_schema(several_tables: bool, detailed: bool) -> dict[str, JsonValue]:
    """The JSON schema of DecisionForm, with the specs spelled out when `detailed`. Keys stand in the order in which
    the examples write them, because some servers make the model follow it.
    """
    schema = DecisionForm.model_json_schema()
    if not detailed:
        plain: dict[str, JsonValue] = _plain(schema, several_tables)
        return plain
    specs = TypeAdapter(AnalysisSpec | PlotSpec).json_schema()
    definitions = {**schema.pop("$defs"), **specs.pop("$defs")}
    definitions["Spec"] = specs
    definitions["ReadingForm"]["properties"]["specs"]["items"] = {"$ref": "#/$defs/Spec"}
    found = {name: _plain(definition, several_tables) for name, definition in definitions.items()}
    return {**_plain(schema, several_tables), "$defs": cast(JsonValue, found)}


def answer_schema(model: type[Reply]) -> dict[str, JsonValue]:
    """The JSON schema of an answer type as it stands."""
    schema: dict[str, JsonValue] = _plain(model.model_json_schema(), several_tables=False)
    return schema


def _plain(node: Any, several_tables: bool) -> Any:
    """A schema without what only people read, without null (a key is left out instead), with choices as anyOf."""
    if isinstance(node, list):
        return [_plain(item, several_tables) for item in node]
    if not isinstance(node, Mapping):
        return node
    options = [option for option in node.get("anyOf", node.get("oneOf", ())) if option != {"type": "null"}]
    if len(options) == 1:
        return _plain(options[0], several_tables)
    kept = {key: value for key, value in node.items() if key not in (*_NOISE, "oneOf", "anyOf", "properties")}
    plain = {key: _plain(value, several_tables) for key, value in kept.items()}
    if options:
        plain["anyOf"] = _plain(options, several_tables)
    if "properties" in node:
        plain |= _properties(node["properties"], node.get("required", []), several_tables)
    return plain


def _properties(named: Mapping[str, Any], required: list[str], several_tables: bool) -> dict[str, Any]:
    key = next((name for name in DISCRIMINATORS if "const" in named.get(name, {})), None)
    hidden = _UNSAID if "type" in named else ()
    first = [key] if key else []
    middle = [name for name in named if name not in (*first, *_LAST)]
    last = [name for name in _LAST if name in named and (several_tables or name != "dataset_id")]
    order = [name for name in (*first, *middle, *last) if name not in hidden]
    return {
        "properties": {name: _plain(named[name], several_tables) for name in order},
        "required": [name for name in order if name in required or name == key],
    }
