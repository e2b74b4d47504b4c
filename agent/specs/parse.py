"""JSON -> specs, and what is wrong with it in a sentence that lets a model retry."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args

from pydantic import TypeAdapter, ValidationError
from rapidfuzz import fuzz, process

from agent.errors import SpecError
from agent.specs.base import ClashError, FieldsError, LackingError
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec

T = TypeVar("T")
Spec = AnalysisSpec | PlotSpec
_ANALYSIS: TypeAdapter[AnalysisSpec] = TypeAdapter(AnalysisSpec)
_PLOT: TypeAdapter[PlotSpec] = TypeAdapter(PlotSpec)
OPS: tuple[str, ...] = tuple(model.model_fields["op"].default for model in get_args(get_args(AnalysisSpec)[0]))
KINDS: tuple[str, ...] = tuple(model.model_fields["kind"].default for model in get_args(get_args(PlotSpec)[0]))


class IllFormedError(SpecError):
    """A spec that is not well formed, with the fields of it that are empty, and those that do not go together: the
    fields of each fault together.
    """

    def __init__(
        self,
        message: str,
        remedy: str,
        *,
        lacking: tuple[tuple[str, ...], ...] = (),
        clashing: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        super().__init__(message, remedy)
        self.lacking, self.clashing = lacking, clashing


def nearest(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names most like `name`, best first, at most `limit`; () when none is at all like it."""
    found = process.extract(name.casefold(), {entry: entry.casefold() for entry in known}, limit=limit, score_cutoff=50)
    return tuple(entry for _, _, entry in found)


def sharing_a_word(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names that a person may have meant by `name`, best first, at most `limit`: a word of theirs is one of
    its words, begins with it, or differs from it by a letter or two. Letters in common alone are no kinship.
    """
    likeness = {entry: _likeness(name.casefold(), entry.casefold()) for entry in known}
    near = sorted((entry for entry in likeness if likeness[entry] >= _KIN), key=lambda entry: -likeness[entry])
    return tuple(near[:limit])


_KIN = 75  # of 100: "adress" and "address" have 92, "weather" and "net" 40
_LEAST_STEM = 4  # letters; a sign of Japanese or Chinese says as much as two


def _likeness(name: str, known: str) -> float:
    pairs = [(one, other) for one in _WORD.findall(name) for other in _WORD.findall(known)]
    return max((_alike(*sorted(pair, key=len)) for pair in pairs), default=0.0)


def _alike(short: str, long: str) -> float:
    stem = sum(1 if letter < "\u2e80" else 2 for letter in short)
    is_part = stem >= _LEAST_STEM and (long.startswith(short) or (short >= "\u2e80" and short in long))
    return max(fuzz.ratio(short, long), 90.0 if is_part else 0.0)


_WORD = re.compile(r"[^\W_]+")


def parse_analysis(data: Mapping[str, object]) -> AnalysisSpec:
    """An analysis spec from JSON. SpecError (for the model) when op, key or value is not of the language."""
    return _check(_ANALYSIS, data, "op", OPS)


def parse_plot(data: Mapping[str, object]) -> PlotSpec:
    """A plot spec from JSON. SpecError (for the model) when kind, key or value is not of the language."""
    return _check(_PLOT, data, "kind", KINDS)


def parse_spec(data: Mapping[str, object]) -> Spec:
    """Either kind of spec, told apart by `type`, else by having `kind`."""
    is_plot = data.get("type") == "plot" or ("kind" in data and "op" not in data)
    return parse_plot(data) if is_plot else parse_analysis(data)


def fields_lacking(data: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """What a spec as JSON still lacks before it is one: for each thing the fields of which one has to be filled. ()
    when nothing is lacking, whatever else may be wrong.
    """
    is_plot = data.get("type") == "plot"
    adapter: TypeAdapter[AnalysisSpec] | TypeAdapter[PlotSpec] = _PLOT if is_plot else _ANALYSIS
    try:
        adapter.validate_python(dict(data))
    except ValidationError as error:
        return _about(error, LackingError)
    return ()


def _about(error: ValidationError, kind: type[FieldsError]) -> tuple[tuple[str, ...], ...]:
    """The fields of the spec that faults of a kind are about, those of each fault together."""
    faults = error.errors(include_url=False, include_input=False)
    found = (_fields_of(one["type"], one["loc"][1:], one.get("ctx", {}), kind) for one in faults)
    return tuple(dict.fromkeys(fields for fields in found if fields))


def _fields_of(
    fault: str, place: tuple[int | str, ...], told: Mapping[str, Any], kind: type[FieldsError]
) -> tuple[str, ...]:
    """The fields of the spec that a fault is about; () for a fault of another kind."""
    if isinstance(error := told.get("error"), kind):
        return (str(place[0]),) if place else error.fields
    is_empty = kind is LackingError and fault in ("missing", "too_short")
    return (str(place[0]),) if is_empty and place else ()


def _check(adapter: TypeAdapter[T], data: Mapping[str, object], key: str, known: tuple[str, ...]) -> T:
    name = data.get(key)
    if name not in known:
        near = ", ".join(nearest(str(name), known)) or "none near"
        raise SpecError(f"Unknown {key} {name!r}.", f"Use one of {', '.join(known)} (nearest: {near}).")
    try:
        return adapter.validate_python(dict(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)
        where = "; ".join(_fault(item["loc"][1:], item["msg"]) for item in first[:5])
        raise IllFormedError(
            f"The {key} {name} is not well formed: {where}.",
            "Correct these fields.",
            lacking=_about(error, LackingError),
            clashing=_about(error, ClashError),
        ) from None


def _fault(place: tuple[int | str, ...], told: str) -> str:
    """What is wrong and where, in our words where the rule is ours."""
    said = told.removeprefix("Value error, ")
    return f"{'.'.join(map(str, place))}: {said}" if place else said
