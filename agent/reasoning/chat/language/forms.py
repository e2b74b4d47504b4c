"""What a model writes, where the answer type itself would be too much for a small one; and its JSON schema."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, cast

from pydantic import Field, JsonValue, TypeAdapter

from agent.reasoning.chat.language.vocabulary import DISCRIMINATORS
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.chat.shown.veil import Veil
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
LAST = ("filters", "prepare", "dataset_id")
"""Keys that examples and schemas write last."""
_UNSAID = ("type", "title")


class ReadingForm(Reply):
    """One meaning of the question."""

    label: str
    specs: list[dict[str, JsonValue]] = Field(min_length=1, max_length=4)


class ActionForm(Reply):
    """What to do with a question, but for how it is read."""

    next_action: Literal["act", "ask", "explain", "out_of_scope", "finalize", "hand_over"]
    question: str = ""
    choices: list[str] = Field(default_factory=list, max_length=6)
    missing_columns: list[str] = Field(default_factory=list, max_length=6)
    why: str = ""

    def told(self, veil: Veil, interpretation: str) -> dict[str, Any]:
        """The fields of a decision in real names. UnusableError when it asks nothing, or hands over for no reason."""
        question, why = veil.back_text(self.question), veil.back_text(self.why).strip()
        if self.next_action == "ask" and not question:
            raise UnusableError('With next_action "ask" give a question.')
        if self.next_action == "hand_over" and not why:
            raise UnusableError('With next_action "hand_over" say in why what no spec or tool can compute.')
        return {
            "next_action": self.next_action,
            "rationale": interpretation or why or question or self.next_action,
            "clarifying_questions": [question] if question else [],
            "choices": [veil.back_text(choice) for choice in self.choices],
            "missing_columns": [veil.back_text(column) for column in self.missing_columns],
            "wants_report": self.next_action == "finalize",
        }


class DecisionForm(ActionForm):
    """What to do with the question."""

    readings: list[ReadingForm] = Field(default_factory=list, max_length=3)
    look: bool = False
    answer_from: list[str] = Field(default_factory=list, max_length=8)


@cache
def decision_schema(several_tables: bool, detailed: bool) -> dict[str, JsonValue]:
    """The JSON schema of DecisionForm, with the specs spelled out when `detailed`. Keys stand in the order in which
    the examples write them, because some servers make the model follow it.
    """
    schema = DecisionForm.model_json_schema()
    if not detailed:
        plain: dict[str, JsonValue] = plain_schema(schema, several_tables)
        return plain
    specs = TypeAdapter(AnalysisSpec | PlotSpec).json_schema()
    definitions = {**schema.pop("$defs"), **specs.pop("$defs")}
    definitions["Spec"] = specs
    definitions["ReadingForm"]["properties"]["specs"]["items"] = {"$ref": "#/$defs/Spec"}
    found = {name: plain_schema(definition, several_tables) for name, definition in definitions.items()}
    return {**plain_schema(schema, several_tables), "$defs": cast(JsonValue, found)}


def answer_schema(model: type[Reply]) -> dict[str, JsonValue]:
    """The JSON schema of an answer type as it stands."""
    schema: dict[str, JsonValue] = plain_schema(model.model_json_schema(), several_tables=False)
    return schema


def plain_schema(node: Any, several_tables: bool) -> Any:
    """A schema without what only people read, without null (a key is left out instead), with choices as anyOf."""
    if isinstance(node, list):
        return [plain_schema(item, several_tables) for item in node]
    if not isinstance(node, Mapping):
        return node
    options = [option for option in node.get("anyOf", node.get("oneOf", ())) if option != {"type": "null"}]
    if len(options) == 1:
        return plain_schema(options[0], several_tables)
    kept = {key: value for key, value in node.items() if key not in (*_NOISE, "oneOf", "anyOf", "properties")}
    plain = {key: plain_schema(value, several_tables) for key, value in kept.items()}
    if options:
        plain["anyOf"] = plain_schema(options, several_tables)
    if "properties" in node:
        plain |= _properties(node["properties"], node.get("required", []), several_tables)
    return plain


def _properties(named: Mapping[str, Any], required: list[str], several_tables: bool) -> dict[str, Any]:
    key = next((name for name in DISCRIMINATORS if "const" in named.get(name, {})), None)
    hidden = _UNSAID if "type" in named else ()
    first = [key] if key else []
    middle = [name for name in named if name not in (*first, *LAST)]
    last = [name for name in LAST if name in named and (several_tables or name != "dataset_id")]
    order = [name for name in (*first, *middle, *last) if name not in hidden]
    if "next_action" in named:
        order.sort(key=("next_action", "readings").__contains__, reverse=True)  # as the examples write them
    return {
        "properties": {name: plain_schema(named[name], several_tables) for name in order},
        "required": [name for name in order if name in required or name == key],
    }
