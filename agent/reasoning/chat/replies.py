"""From what a model wrote to a checked answer. What cannot be used is said so that it can correct itself."""

import json
import re
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

LONGEST_PROSE = 4_000  # characters
_THOUGHTS = re.compile(r"<think>.*?(</think>|$)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^\s*```[a-zA-Z]*\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)
_IMAGE_OR_LINK = re.compile(r"!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)")
_TAG = re.compile(r"</?[A-Za-z!][^<>\n]*>")
_ADDRESS = re.compile(r"\b(?:https?|ftp|data|javascript):\S+", re.IGNORECASE)
T = TypeVar("T", bound=BaseModel)


class UnusableError(Exception):
    """Why a reply cannot be used, for the model to correct. Never shown to the person."""


def parse_reply(text: str, model: type[T]) -> T:
    """The reply as this model: its first JSON object, without fences, thoughts and words around it."""
    data = json_in(text)
    try:
        return model.model_validate(without_nulls(data))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)[:5]
        wrong = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'the object'}: {item['msg']}" for item in found)
        raise UnusableError(f"The JSON is not as asked for: {wrong}.") from None


def json_in(text: str) -> dict[str, Any]:
    """The first JSON object of a text. UnusableError when there is none that is whole."""
    cleaned = _THOUGHTS.sub("", text)
    start = cleaned.find("{")
    if start < 0:
        raise UnusableError("There is no JSON object. Write one JSON object and nothing else.")
    try:
        data, _ = json.JSONDecoder().raw_decode(cleaned[start:])
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnusableError(f"The JSON is broken: {error}. Write one whole JSON object.") from None
    if not isinstance(data, dict):
        raise UnusableError("Write one JSON object.")
    return data


def without_nulls(node: Any) -> Any:
    """The JSON without keys whose value is null: some models write all keys that they know."""
    if isinstance(node, dict):
        return {key: without_nulls(value) for key, value in node.items() if value is not None}
    if isinstance(node, list):
        return [without_nulls(item) for item in node]
    return node


def prose(text: str) -> str:
    """Prose without thoughts, fences, pictures, links, addresses and tags: what is read, and nothing that acts."""
    bare = _THOUGHTS.sub("", text).strip()
    if fenced := _FENCE.match(bare):
        bare = fenced.group(1).strip()
    if bare.startswith('{"text"'):
        bare = str(json_in(bare).get("text", ""))
    bare = _IMAGE_OR_LINK.sub(r"\1", bare)
    bare = _ADDRESS.sub("(address left out)", _TAG.sub("", bare))
    bare = re.sub(r"^\s*#+\s*|\*\*|__", "", bare, flags=re.MULTILINE).removeprefix("Answer:").strip()
    if not bare:
        raise UnusableError("There is no text.")
    if len(bare) > LONGEST_PROSE:
        raise UnusableError(f"The text is too long: write at most {LONGEST_PROSE} characters.")
    return bare
