"""Specs as the JSON that artifacts, traces and reports show: what was said, without what goes without saying."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, JsonValue

from agent.specs.measures import Quantity
from agent.specs.reading import Reading

_TAGS = ("type", "op", "kind")


def spec_json(spec: BaseModel) -> dict[str, Any]:
    """A spec as JSON without what is default, but for what tells it from others (`type`, `op` or `kind`). Parsed
    again it is the same spec."""
    told = {key: getattr(spec, key) for key in _TAGS if hasattr(spec, key)}
    return {**told, **spec.model_dump(mode="json", exclude_defaults=True), **_tag(spec)}


def reading_json(reading: Reading) -> dict[str, Any]:
    """A reading as JSON, its specs without what is default. Validated again it is the same reading."""
    data = reading.model_dump(mode="json", exclude={"specs"})
    return {**data, "specs": [spec_json(spec) for spec in reading.specs]}


def _tag(spec: BaseModel) -> dict[str, Any]:
    """Nested models that would lose what they are with their defaults: steps of `prepare`, the measure that a plot
    draws, and counts of rows."""
    tagged: dict[str, Any] = {}
    steps = getattr(spec, "prepare", [])
    if steps:
        tagged["prepare"] = [
            {"step": step.step, **step.model_dump(mode="json", exclude_defaults=True)} for step in steps
        ]
    measure = getattr(spec, "of", None)
    if measure is not None:
        tagged["of"] = spec_json(measure)
    for name, value in spec:
        if isinstance(value, Quantity) and name in spec.model_fields_set:
            tagged[name] = _quantity(value)
        elif name == "quantities" and value:
            tagged[name] = {each: _quantity(quantity) for each, quantity in value.items()}
    return tagged


def _quantity(quantity: Quantity) -> dict[str, Any]:
    told = quantity.model_dump(mode="json", exclude_defaults=True)
    return {"col": quantity.col, "agg": quantity.agg, **told}


# ----------------------------------------------------------------
# What stands in plain data (JSON), at any depth.


def leaves_in(value: JsonValue) -> Iterator[JsonValue]:
    """Every value that holds no other, and the names that values stand under, in order."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from leaves_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves_in(part)
    else:
        yield value


def texts_in(value: JsonValue) -> Iterator[str]:
    """Every text, and the names that values stand under (metrics are told by column), in order."""
    return (leaf for leaf in leaves_in(value) if isinstance(leaf, str))
