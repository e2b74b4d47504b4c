"""The parts of a reading that a person sees and can change, one a chip."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import JsonValue

from agent.errors import SpecError
from agent.specs.condition_words import NO_NAMES
from agent.specs.editing.edits import CHART, Edit, apply_edit, result_names
from agent.specs.editing.forms import FormField, field_named, form_of
from agent.specs.editing.labels import (
    condition_label,
    fit_chip,
    formula_label,
    quantity_label,
    sort_label,
    step_label,
    value_text,
)
from agent.specs.editing.pointers import keys_of, pointer, value_at
from agent.specs.measures import metric_name
from agent.specs.plain_data import reading_json, texts_in
from agent.specs.reading import Reading
from agent.specs.result_words import measure_words
from agent.specs.words import Words, words_in
from languages.phrase_files import ENGLISH

PartKind = Literal["measure", "column", "group", "condition", "period", "order", "chart", "step", "option"]
KINDS: Mapping[str, PartKind] = {
    **dict.fromkeys(("metrics", "quantities", "computed", "value", "numerator", "denominator"), "measure"),
    **dict.fromkeys(("agg", "y", "of_column", "beside", "design"), "measure"),
    **dict.fromkeys(("column", "columns", "target", "x"), "column"),
    **dict.fromkeys(
        ("group_cols", "group_col", "group", "groups", "by", "top_per", "within", "rows", "color"), "group"
    ),
    **dict.fromkeys(("filters", "having"), "condition"),
    **dict.fromkeys(("date_col", "grain"), "period"),
    **dict.fromkeys(("sort", "top_k", "k", "skip", "ties", "which", "order_by", "descending", "then_by"), "order"),
    CHART: "chart",
    "prepare": "step",
}
"""What a field of a spec is for. Fields that are not here are options."""
ORDER: tuple[PartKind, ...] = (
    "measure", "column", "group", "period", "condition", "step", "order", "chart", "option",
)  # fmt: skip
_WITHIN_FIELD = 3  # keys before what stands in a field: specs, 0, metrics
_UNSEEN = frozenset({"type", "op", "dataset_id", "title", "of"})
_ALWAYS_TOLD = frozenset({"measure", "period"})
"""Kinds of fields that are told even where they are as they are by default."""
_LISTED = frozenset({"measure", "group", "condition", "step", "column"})
"""Kinds whose lists are several parts."""


@dataclass(frozen=True)
class Part:
    """One part. `path` is its pointer (RFC 6901) in the reading as JSON; `field` that of the field of the spec that it
    belongs to. `kept` says that it was taken over from the answer before and not named by the question.
    """

    path: str
    field: str
    kind: PartKind
    label: str
    removable: bool
    kept: bool = False


def parts_of(
    reading: Reading, kept: Sequence[str] = (), places: Collection[int] | None = None, language: str = ENGLISH
) -> tuple[Part, ...]:
    """The parts of a reading, those of a kind together, each once though several specs have it. `kept`: the paths of
    those that came from the answer before; `places`: of which specs, None for all; labels are in the language."""
    data, words = reading_json(reading), words_in(language)
    found: dict[tuple[PartKind, str, str], Part] = {}
    for place, spec in enumerate(data["specs"]):
        wanted = places is None or place in places
        for part in _Parts(spec, words).at(pointer("specs", place)) if wanted else ():
            found.setdefault((part.kind, part.label, _part_text(data, part)), part)
    told = [
        replace(part, removable=_is_removable(data, part), kept=part.path in kept) for part in found.values()
    ]  # fmt: skip
    return tuple(sorted(told, key=lambda part: ORDER.index(part.kind)))


def kept_parts(reading: Reading, before: Reading) -> tuple[Part, ...]:
    """The parts that both readings have."""
    had = {(part.kind, part.label) for part in parts_of(before)}
    return tuple(part for part in parts_of(reading) if (part.kind, part.label) in had)


def names_in(reading: Reading, part: Part) -> frozenset[str]:
    """The columns, values and aggregations that a part names, as they are written."""
    found = frozenset(keys_of(part.path)[_WITHIN_FIELD:])
    try:
        return found.union(texts_in(value_at(reading_json(reading), part.path)))
    except SpecError:  # a part that goes without saying
        return found


def difference(before: Reading | None, after: Reading, language: str = ENGLISH) -> str:
    """What an edit changed, in labels and signs: `average amount → median amount; − region is North`. All parts,
    where there was no reading before; "" when nothing changed.
    """
    old = {(part.kind, part.label): part for part in parts_of(before, language=language)} if before else {}
    new = {(part.kind, part.label): part for part in parts_of(after, language=language)}
    if not old:
        return "; ".join(label for _, label in new)
    gone, come = [key for key in old if key not in new], [key for key in new if key not in old]
    told: list[str] = []
    for kind in ORDER:
        left, right = ([label for one, label in side if one == kind] for side in (gone, come))
        told += [f"{was} → {now}" for was, now in zip(left, right, strict=False)]
        told += [f"− {label}" for label in left[len(right) :]] + [f"+ {label}" for label in right[len(left) :]]
    return "; ".join(told)


@dataclass(frozen=True)
class _Parts:
    """The parts of one spec, told in words."""

    spec: Mapping[str, JsonValue]
    words: Words

    def at(self, path: str) -> Iterator[Part]:
        """All of them; `path` is the spec's pointer."""
        form = form_of(self.spec)
        unsaid = {field.name: field.default for field in form.fields if KINDS.get(field.name) in _ALWAYS_TOLD}
        for name in (form.tag, *(field.name for field in form.fields)):
            value = self.spec.get(name, unsaid.get(name))
            place = path + pointer(name)
            if name == "of" and isinstance(value, dict):
                yield from _Parts(value, self.words).at(place)
            elif name not in _UNSEEN and value not in (None, [], {}, False):
                told = _said_order(self.spec) if name == "sort" else value
                yield from self._of_field(name, field_named(form.fields, name), told, place)

    def _of_field(self, name: str, field: FormField | None, value: JsonValue, path: str) -> Iterator[Part]:
        kind = KINDS.get(name, "option")

        def part(label: str, *keys: str | int) -> Part:
            return Part(path + pointer(*keys), path, kind, fit_chip(label), removable=False)

        if name == "metrics" and isinstance(value, dict):
            for column, wanted in value.items():
                for place, aggregation in enumerate(wanted if isinstance(wanted, list) else []):
                    yield part(self._measure(column, aggregation), column, place)
        elif isinstance(value, dict) and name in ("quantities", "computed"):
            for key, item in value.items():
                told = quantity_label(item, self.words) if isinstance(item, dict) else formula_label(item, self.words)
                yield part(self.words.say("label.named", field=key, value=told), key)
        elif isinstance(value, list) and kind in _LISTED:
            for place, item in enumerate(value):
                yield part(self._item_label(name, kind, item), place)
        else:
            yield part(self._label(name, kind, field, value))

    def _item_label(self, name: str, kind: PartKind, item: JsonValue) -> str:
        if kind == "condition":
            return condition_label(item, self.words, self._result_names() if name == "having" else NO_NAMES)
        if kind == "step" and isinstance(item, dict):
            return step_label(item, self.words)
        told = value_text(item, self.words)
        return told if name in ("group_cols", "columns", "by") else self._named(name, told)

    def _label(self, name: str, kind: PartKind, field: FormField | None, value: JsonValue) -> str:
        if isinstance(value, dict) and "agg" in value:
            label = quantity_label(value, self.words)
            return label if name == "value" else self._named(name, label)
        if name == "sort" and isinstance(value, dict):
            return sort_label(value, self.words, self._result_names())
        if kind == "chart":
            return self.words.chart(str(value))
        told = self._choices_told(name, field, value)
        if name == "grain":
            return self.words.say("label.grain", grain=told)
        if name in ("column", "group_col", "date_col"):
            return told
        return self._field(name) if value is True else self._named(name, told)

    def _choices_told(self, name: str, field: FormField | None, value: JsonValue) -> str:
        """A value in words; what is chosen from the language's own names by what it is called."""
        item = field.item if field is not None and field.kind == "list" else field
        if item is None or not item.choices:
            return value_text(value, self.words)
        chosen = value if isinstance(value, list) else [value]
        return self.words.say("value.between").join(self.words.choice(str(one), name) for one in chosen)

    def _result_names(self) -> dict[str, str]:
        """What the result's columns that measures make are called."""
        metrics = self.spec.get("metrics")
        return {
            metric_name(column, one): self._measure(column, one)  # type: ignore[arg-type]  # as the spec has it
            for column, each in (metrics.items() if isinstance(metrics, dict) else ())
            for one in (each if isinstance(each, list) else [])
        }

    def _measure(self, column: str, aggregation: JsonValue) -> str:
        return measure_words(column, aggregation, self.words.language)  # type: ignore[arg-type]  # as the spec has it

    def _named(self, name: str, told: str) -> str:
        return self.words.say("label.named", field=self._field(name), value=told)

    def _field(self, name: str) -> str:
        return self.words.field(name, str(self.spec.get("op") or self.spec.get("kind")))


def _said_order(spec: Mapping[str, JsonValue]) -> JsonValue:
    """The order of a spec, without the result column where it goes without saying."""
    sort = spec["sort"]
    first = next(result_names(dict(spec)), None)
    return {**sort, "by": None} if isinstance(sort, dict) and sort.get("by") == first else sort


def _part_text(data: Mapping[str, JsonValue], part: Part) -> str:
    """What stands in a part, to tell apart what reads alike; "" for what goes without saying."""
    try:
        return json.dumps(value_at(dict(data), part.path), sort_keys=True)
    except SpecError:
        return ""


def _is_removable(data: Mapping[str, JsonValue], part: Part) -> bool:
    try:
        apply_edit(Reading.model_validate(data), Edit("remove", part.path))
    except SpecError:
        return False
    return True


def labels_of(parts: Sequence[Part]) -> str:
    """The labels of parts as one line."""
    return " · ".join(part.label for part in parts)
