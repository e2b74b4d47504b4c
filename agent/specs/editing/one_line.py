"""A reading in one line, as one says it: what a choice is called, and what the person picked."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent.errors import SpecError
from agent.specs.editing.parts import ORDER, Part, PartKind, parts_of
from agent.specs.editing.pointers import keys_of, value_at
from agent.specs.measures import RowLookup
from agent.specs.parse import Spec, parse_spec
from agent.specs.plain_data import reading_json
from agent.specs.plots import AggregatedPlot
from agent.specs.reading import Reading
from agent.specs.words import Words, words_in
from languages.phrase_files import ENGLISH

_SAYING_WHAT: frozenset[PartKind] = frozenset({"measure", "chart"})
"""Kinds of parts that tell by themselves what is computed."""
_PLACED: frozenset[PartKind] = frozenset({"measure", "chart", "period", "condition"})
_OF_LOOKUP = frozenset({"which", "order_by", "k"})
"""Fields of a lookup that its line begins with."""
_ONE_ROW: Mapping[str, str] = {"top": "max", "bottom": "min"}
"""Where one row is wanted: what it is called then."""


def reading_label(reading: Reading, language: str = ENGLISH) -> str:
    """A reading in one line: `average salary by department where region is North`, `5 rows with the largest price`.
    Where no part says what is computed, its name stands first; what has no place in such a line follows it:
    `Bar chart · largest first`.
    """
    words, told_as = words_in(language), reading.model_copy(update={"specs": [_as_measure(s) for s in reading.specs]})
    data, parts = reading_json(told_as), parts_of(told_as, language=language)
    lookup = next((one for one in told_as.specs if isinstance(one, RowLookup)), None)
    groups = [part for part in parts if part.kind == "group" and _is_bare(data, part)]
    told: dict[PartKind, list[str]] = {kind: [part.label for part in parts if part.kind == kind] for kind in ORDER}
    between = words.say("value.between")
    is_of_points = all(one.type == "plot" and not isinstance(one, AggregatedPlot) for one in told_as.specs)
    line = between.join([*([] if is_of_points else told["measure"]), *told["chart"]])
    if lookup is not None:
        line = _lookup_words(lookup, words)
    elif not any(part.kind in _SAYING_WHAT for part in parts):
        line = next(words.kind(one.kind if one.type == "plot" else one.op) for one in told_as.specs)
    if groups:
        line = words.say("label.by", what=line, groups=between.join(part.label for part in groups))
    if told["period"]:
        grains = [part.label for part in parts if part.kind == "period" and keys_of(part.path)[-1] == "grain"]
        dates = between.join(label for label in told["period"] if label not in grains)
        line = " ".join([line, *grains, *([f"({dates})"] if dates else [])])
    if told["condition"]:
        line = words.say("label.where", quantity=line, conditions=words.say("label.and").join(told["condition"]))
    placed = _PLACED - {"measure"} if is_of_points else _PLACED
    rest = [part for part in parts if part.kind not in placed and part not in groups]
    return " · ".join([line, *_rest_of(rest, data, words, is_lookup=lookup is not None)])


def _as_measure(spec: Spec) -> Spec:
    """A plot of x, y and agg as the plot of the measure that it draws, which is how one says it."""
    if not isinstance(spec, AggregatedPlot) or spec.x is None:
        return spec
    told = spec.model_dump(mode="json", exclude_defaults=True)
    metrics = {spec.y or "*": [spec.agg or ("sum" if spec.y else "count")]}
    of: dict[str, object] = {"metrics": metrics}
    if grain := told.pop("grain", None):
        of |= {"op": "time_trend", "date_col": spec.x, "grain": grain, "group_col": spec.color}
    else:
        of |= {"op": "groupby_agg", "group_cols": [spec.x, *([spec.color] if spec.color else [])]}
    of |= {name: told.pop(name) for name in ("sort", "top_k") if name in told}
    kept = {name: value for name, value in told.items() if name not in ("x", "y", "agg", "color")}
    try:
        return parse_spec(kept | {"kind": spec.kind, "of": of})
    except SpecError:  # it is said part by part then
        return spec


def _lookup_words(lookup: RowLookup, words: Words) -> str:
    which = _ONE_ROW.get(lookup.which, lookup.which) if lookup.k == 1 else lookup.which
    return words.say(f"label.rows_{which}", column=lookup.order_by or "", count=f"{lookup.k}")


def _rest_of(parts: Sequence[Part], data: Mapping[str, JsonValue], words: Words, *, is_lookup: bool) -> list[str]:
    """What follows the line, without what a lookup's line says; its columns are one piece."""
    columns = [part.label for part in parts if is_lookup and part.kind == "column"]
    told = [words.say("value.between").join(columns)] if columns else []
    for part in parts:
        name = keys_of(part.path)[-1]
        if is_lookup and (part.kind == "column" or name in _OF_LOOKUP):
            continue
        told.append(_first_places(data, part, words) if name == "top_k" else part.label)
    return told


def _first_places(data: Mapping[str, JsonValue], part: Part, words: Words) -> str:
    count = value_at(dict(data), part.path)
    return words.say("label.only_first") if count == 1 else words.say("label.only_first_of", count=f"{count}")


def _is_bare(data: Mapping[str, JsonValue], part: Part) -> bool:
    """Whether the part's label is the name that stands there, without the field's."""
    try:
        return value_at(dict(data), part.path) == part.label
    except SpecError:
        return False
