"""Specs as forms: the fields of every kind, from its JSON schema alone, so that a new op or field needs no code here.

A form offers what the schema allows. Strings without a list of choices name columns, but for those in `TEXTS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast, get_args

from pydantic import BaseModel, JsonValue
from pydantic.json_schema import models_json_schema

from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec

FieldKind = Literal[
    "choice", "flag", "whole", "number", "text", "column", "value", "list", "map", "form", "one_of", "either", "json"
]
"""`value` is what a condition compares with; `one_of` is a form by the value of a tag, `either` one by the fields
that it must have; `json` what no control fits."""

TEXTS = frozenset({"title", "date_format", "name", "label", "labels", "groups", "words", "separator", "dataset_id"})
"""Fields of text that name no column."""
_NUMBERS: Mapping[str, FieldKind] = {"integer": "whole", "number": "number", "boolean": "flag"}


@dataclass(frozen=True)
class FormField:
    """One field of a form. `fields` are those of a form, `forms` those of each choice of a `one_of`, told apart by
    `tag`, or of an `either`; `item` is what a list holds, or a map under its names (of columns).
    """

    name: str
    kind: FieldKind
    required: bool = False
    nullable: bool = False
    default: JsonValue = None
    help: str = ""
    choices: tuple[str | int, ...] = ()
    low: float | None = None
    high: float | None = None
    item: "FormField | None" = None
    fields: tuple["FormField", ...] = ()
    forms: Mapping[str, tuple["FormField", ...]] = field(default_factory=dict)
    tag: str = ""


@dataclass(frozen=True)
class SpecForm:
    """The form of a kind of spec: its `op` or `kind`, which tag that is, and what it is for, in a sentence."""

    name: str
    tag: Literal["op", "kind"]
    about: str
    fields: tuple[FormField, ...]


@cache
def spec_forms() -> Mapping[str, SpecForm]:
    """The form of every measure and plot, by its `op` or `kind`; measures first. One schema of all is made for them:
    of each for itself it takes ten times as long, and the first answer of a process waits for it.
    """
    measures, plots = _models(AnalysisSpec), _models(PlotSpec)
    named, together = models_json_schema([(model, "validation") for model in (*measures, *plots)])
    definitions = together["$defs"]
    schemas = {model: definitions[schema["$ref"].rsplit("/", 1)[-1]] for (model, _), schema in named.items()}
    made = [_form_of(model, "op", schemas[model], definitions) for model in measures]
    made += [_form_of(model, "kind", schemas[model], definitions) for model in plots]
    return {form.name: form for form in made}


def form_of(spec: Mapping[str, JsonValue]) -> SpecForm:
    """The form of a spec as JSON. KeyError when there is no such kind."""
    return spec_forms()[str(spec.get("op") or spec.get("kind"))]


def field_named(fields: tuple[FormField, ...], name: str) -> FormField | None:
    """The field of this name; None when there is none."""
    return next((one for one in fields if one.name == name), None)


def _models(union: object) -> tuple[type[BaseModel], ...]:
    return cast(tuple[type[BaseModel], ...], get_args(get_args(union)[0]))


def _form_of(
    model: type[BaseModel], tag: Literal["op", "kind"], schema: Mapping[str, Any], definitions: Mapping[str, Any]
) -> SpecForm:
    about = " ".join((model.__doc__ or "").split()).partition(". ")[0].rstrip(".")
    return SpecForm(str(model.model_fields[tag].default), tag, about, _Reader(definitions).fields(schema))


class _Reader:
    """Reads the fields of JSON schemas whose `$ref`s lead into `definitions`."""

    def __init__(self, definitions: Mapping[str, Any], inside: tuple[str, ...] = ()) -> None:
        self._definitions = definitions
        self._inside = inside

    def fields(self, schema: Mapping[str, Any]) -> tuple[FormField, ...]:
        required = schema.get("required", ())
        return tuple(
            self.field(name, one, required=name in required)
            for name, one in schema.get("properties", {}).items()
            if "const" not in one  # says which form it is
        )

    def field(self, name: str, schema: Mapping[str, Any], *, required: bool = False) -> FormField:
        shown = {"required": required, "help": schema.get("description", ""), "default": schema.get("default")}
        if reference := schema.get("$ref"):
            return self._referred(name, reference.rsplit("/", 1)[-1], shown)
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            return self._optional(name, schema, options, shown)
        return self._plain(name, schema, shown)

    def _referred(self, name: str, target: str, shown: dict[str, Any]) -> FormField:
        if target in self._inside:  # an expression within an expression has no end
            return FormField(name, "json", **shown)
        within = _Reader(self._definitions, (*self._inside, target))
        made = within.field(name, self._definitions[target])
        return FormField(**{**made.__dict__, **{key: value for key, value in shown.items() if value}})

    def _optional(
        self, name: str, schema: Mapping[str, Any], options: list[dict[str, Any]], shown: dict[str, Any]
    ) -> FormField:
        real = [option for option in options if option.get("type") != "null"]
        shown["nullable"] = len(real) < len(options)
        if len(real) == 1:
            one = self.field(name, real[0])
            return FormField(**{**one.__dict__, **shown})
        if tag := schema.get("discriminator", real[0].get("discriminator", {})).get("propertyName"):
            mapping = schema.get("discriminator", real[0].get("discriminator", {}))["mapping"]
            return FormField(name, "one_of", tag=tag, forms=self._forms(mapping), **shown)
        references = [str(option.get("$ref", "")).rsplit("/", 1)[-1] for option in real]
        if all(references):
            return FormField(name, "either", forms=self._forms({one: one for one in references}), **shown)
        if name == "value" and any(option.get("type") == "string" for option in real):
            return FormField(name, "value", **shown)
        return FormField(name, "json", **shown)

    def _forms(self, mapping: Mapping[str, str]) -> dict[str, tuple[FormField, ...]]:
        names = {key: reference.rsplit("/", 1)[-1] for key, reference in mapping.items()}
        return {
            key: _Reader(self._definitions, (*self._inside, name)).fields(self._definitions[name])
            for key, name in names.items()
            if name not in self._inside
        }

    def _plain(self, name: str, schema: Mapping[str, Any], shown: dict[str, Any]) -> FormField:
        kind = str(schema.get("type"))
        if choices := schema.get("enum"):
            return FormField(name, "choice", choices=tuple(choices), **shown)
        if kind == "string":
            return FormField(name, "text" if name in TEXTS else "column", **shown)
        if kind in _NUMBERS:
            low, high = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
            return FormField(name, _NUMBERS[kind], low=low, high=high, **shown)
        if kind == "array" and isinstance(schema.get("items"), dict):
            return FormField(name, "list", item=self.field(name, schema["items"]), **shown)
        if kind == "object" and "properties" in schema:
            fields = self.fields(schema)
            if not any(one.required for one in fields):
                shown["default"] = {one.name: one.default for one in fields if one.default is not None}
            return FormField(name, "form", fields=fields, **shown)
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return FormField(name, "map", item=self.field(name, schema["additionalProperties"]), **shown)
        return FormField(name, "json", **shown)
