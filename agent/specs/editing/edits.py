"""An edit of a reading: what it changes is changed in all specs of the reading that say the same."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import JsonValue, ValidationError

from agent.errors import SpecError
from agent.specs.editing.forms import spec_forms
from agent.specs.editing.pointers import keys_of, pointer, remove_at, replace_at, value_at
from agent.specs.measures import Aggregation, metric_name
from agent.specs.parse import parse_spec
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading

Json = dict[str, JsonValue]
EDITED = "edited"
"""The id of a reading that was changed by hand."""
CHART = "kind"
_SPEC_DEPTH = 2  # keys before a field of a spec: specs, 0


@dataclass(frozen=True)
class Edit:
    """A change at a pointer of the reading as JSON: another value, none, or one more (`-` is a list's end)."""

    action: Literal["set", "remove", "add"]
    path: str
    value: JsonValue = None


def apply_edit(reading: Reading, edit: Edit) -> Reading:
    """The reading with the edit. SpecError, in a sentence, when the result would be no reading.

    What the edited field held is changed in every other spec that held the same, measures inside charts included.
    Orders, limits by result column and drawn columns follow a measure that was changed, and go with one that was
    removed.
    """
    before = cast(Json, reading_json(reading))
    keys = keys_of(edit.path)
    if edit.action == "remove" and keys[-1:] == (CHART,) and len(keys) == _SPEC_DEPTH + 1:
        keys = keys[:_SPEC_DEPTH]  # a chart without its kind is no chart
        edit = Edit("remove", pointer(*keys))
    if len(keys) < _SPEC_DEPTH or keys[0] != "specs":
        raise SpecError(f"{edit.path!r} is no part of a reading.", "Name a part of one of its specs.")
    after = cast(Json, _prune(before, edit))
    if len(keys) > _SPEC_DEPTH:
        spec = _spec_path(keys)
        old, new = cast(Json, value_at(before, spec)), cast(Json, value_at(after, spec))
        after = _everywhere(after, old, new)
    return checked_reading(after)


def with_spec(reading: Reading, place: int, spec: Mapping[str, JsonValue]) -> Reading:
    """The reading with another spec at a place, and what the specs share changed in all of them.

    SpecError, in a sentence, when it would be no reading.
    """
    before = cast(Json, reading_json(reading))
    path = pointer("specs", place)
    old = cast(Json, value_at(before, path))
    return checked_reading(_everywhere(cast(Json, replace_at(before, path, dict(spec))), old, dict(spec)))


def checked_reading(data: Mapping[str, JsonValue]) -> Reading:
    """A reading made by hand, from its JSON: what a reader said of it (sentence, headline) no longer holds.

    SpecError, in a sentence, when a spec is not well formed.
    """
    specs = data.get("specs")
    if not isinstance(specs, list) or not specs:
        raise SpecError("Nothing is left to compute.", "Keep a measure or a chart.")
    parsed = [parse_spec(spec if isinstance(spec, dict) else {}) for spec in specs]
    try:
        return Reading(reading_id=EDITED, label=str(data.get("label") or EDITED), specs=parsed)
    except ValidationError as error:
        raise SpecError(f"This is no reading: {error.errors()[0]['msg']}.", "Change it once more.") from None


def _spec_path(keys: Sequence[str]) -> str:
    """The pointer of the innermost spec that a path leads into: a chart's measure is a spec of its own."""
    own = pointer(*keys[:_SPEC_DEPTH])
    return own + pointer("of") if keys[_SPEC_DEPTH] == "of" and len(keys) > _SPEC_DEPTH + 1 else own


def _prune(document: JsonValue, edit: Edit) -> JsonValue:
    """The document with the edit made; a list or map that it empties goes too."""
    if edit.action != "remove":
        return _with_kind(replace_at(document, edit.path, edit.value), edit)
    keys = keys_of(edit.path)
    after = remove_at(document, edit.path)
    while len(keys) > _SPEC_DEPTH + 1:
        keys = keys[:-1]
        if value_at(after, pointer(*keys)) not in ({}, []):
            break
        after = remove_at(after, pointer(*keys))
    return after


def _with_kind(document: JsonValue, edit: Edit) -> JsonValue:
    """A spec that became of another kind, without the fields that this kind does not have."""
    keys = keys_of(edit.path)
    if keys[-1] not in ("kind", "op"):
        return document
    form = spec_forms().get(str(edit.value))
    if form is None:
        return document
    known = {"type", form.tag, *(field.name for field in form.fields)}
    path = pointer(*keys[:-1])
    spec = cast(Json, value_at(document, path))
    return replace_at(document, path, {name: value for name, value in spec.items() if name in known})


def _everywhere(document: Json, old: Json, new: Json) -> Json:
    """The document with the change from `old` to `new` made in all specs that said the same as `old`."""
    renaming = _renaming(old, new)
    changed = {name for name in {*old, *new} if old.get(name) != new.get(name)} - {"type", "op", "kind", "of"}

    def brought_along(spec: Json) -> Json:
        made = dict(spec)
        for name in changed:
            _follow(made, name, old.get(name), new.get(name))
        if isinstance(of := made.get("of"), dict):
            made["of"] = brought_along(of)
        return _rename(made, renaming)

    specs = cast(list[Json], document["specs"])
    return {**document, "specs": [brought_along(spec) for spec in specs]}


def _follow(spec: Json, name: str, old: JsonValue, new: JsonValue) -> None:
    mine = spec.get(name)
    if mine == old and old is not None:
        if new is None:
            del spec[name]
        else:
            spec[name] = new
    elif isinstance(mine, list) and isinstance(old, list) and mine != new:
        gone = [item for item in old if item not in (new if isinstance(new, list) else [])]
        left = [item for item in mine if item not in gone]
        if left:
            spec[name] = left
        else:
            del spec[name]


def _renaming(old: Json, new: Json) -> dict[str, str | None]:
    """The result columns that are called otherwise, or are no more (None)."""
    before, after = [*result_names(old)], [*result_names(new)]
    gone = [name for name in before if name not in after]
    come = [name for name in after if name not in before]
    if len(gone) == len(come):
        return dict(zip(gone, come, strict=True))
    return dict.fromkeys(gone)


def result_names(spec: Json) -> Iterator[str]:
    """The result columns that a spec names itself: of its metrics and quantities, computed ones, then its groups."""
    metrics = spec.get("metrics")
    for column, wanted in metrics.items() if isinstance(metrics, dict) else ():
        for aggregation in wanted if isinstance(wanted, list) else []:
            yield metric_name(column, cast(Aggregation, aggregation))
    for name in ("quantities", "computed"):
        named = spec.get(name)
        yield from named if isinstance(named, dict) else ()
    groups = spec.get("group_cols")
    yield from (str(group) for group in groups) if isinstance(groups, list) else ()


def _rename(spec: Json, renaming: Mapping[str, str | None]) -> Json:
    """The spec with the result columns that it names called as they are now; what names one that is gone goes."""
    made = dict(spec)
    for name, follow in _FOLLOWERS.items():
        if name in made:
            value = follow(made[name], renaming)
            if value in (None, []):
                del made[name]
            else:
                made[name] = value
    return made


def _rename_sort(value: JsonValue, renaming: Mapping[str, str | None]) -> JsonValue:
    if not isinstance(value, dict):
        return value
    by = str(value.get("by"))
    now = next((_text_of_column(by, name, new) for name, new in renaming.items() if _is_of(by, name)), by)
    return {**value, "by": now} if now else None


def _rename_limit(value: JsonValue, renaming: Mapping[str, str | None]) -> JsonValue:
    if not isinstance(value, list):
        return value
    kept: list[JsonValue] = []
    for item in value:
        if isinstance(item, dict) and (name := item.get("col")) in renaming:
            kept += [{**item, "col": renaming[str(name)]}] if renaming[str(name)] else []
        else:
            kept.append(item)
    return kept


def _rename_list(value: JsonValue, renaming: Mapping[str, str | None]) -> JsonValue:
    if not isinstance(value, list):
        return value
    return [renaming.get(str(item), str(item)) for item in value if renaming.get(str(item), item) is not None]


def _rename_drawn(value: JsonValue, renaming: Mapping[str, str | None]) -> JsonValue:
    return renaming.get(value, value) if isinstance(value, str) else value


_FOLLOWERS: Mapping[str, Callable[[JsonValue, Mapping[str, str | None]], JsonValue]] = {
    "sort": _rename_sort,
    "having": _rename_limit,
    "top_per": _rename_list,
    "of_column": _rename_drawn,
}
"""Fields that name result columns."""
_GROWN = ("_change", "_growth_pct", "_cumulative", "_moving")


def _is_of(column: str, name: str) -> bool:
    return column == name or any(column == name + ending for ending in _GROWN)


def _text_of_column(column: str, name: str, new: str | None) -> str:
    return "" if new is None else new + column.removeprefix(name)
