"""Questions that surely work on these data: made from columns that can mean only one thing."""

import re
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from agent.reasoning.prompts import Suggestions, SuggestQuestions
from agent.reasoning.rules.narration.phrases import Phrases
from agent.specs.measures import CompareGroups, Correlation, GroupbyAgg, Measure, Missingness, PivotTable, TimeTrend
from agent.specs.plain_data import texts_in
from agent.specs.plots import AggregatedPlot, Box, Course, Hist, Plot, Scatter, Violin
from agent.specs.reading import Reading
from languages.phrase_files import ENGLISH, read_language
from registry.profile import ColumnProfile, DatasetProfile

# ----------------------------------------------------------------
# What is worked out once for some data sets and kept as long as they live.


T = TypeVar("T")
_Alive = tuple["weakref.ref[DatasetProfile]", ...]


class ProfileCache(Generic[T]):
    """Calls `make(datasets, language)` once for the same profiles and language. `make` must depend on nothing else.

    Profiles never change. They are known by their identity: comparing two would read every column.
    """

    def __init__(self, make: Callable[[tuple[DatasetProfile, ...], str], T]) -> None:
        self._make = make
        self._kept: dict[tuple[tuple[int, ...], str], tuple[_Alive, T]] = {}

    def __call__(self, datasets: Sequence[DatasetProfile], language: str = "") -> T:
        """What was made for them; it goes when the first of them goes."""
        key = (tuple(map(id, datasets)), language)
        found = self._kept.get(key)
        if found is None:
            alive = tuple(weakref.ref(profile, lambda _: self._kept.pop(key, None)) for profile in datasets)
            found = self._kept[key] = (alive, self._make(tuple(datasets), language))
        return found[1]


QUESTIONS = Path(__file__).parent / "questions"
MOST = 6
NEXT = 3
FEWEST_GROUPS, MOST_GROUPS = 2, 30
LONGEST_NAME = 40
MOST_MISSING = 0.5
_WORD = r"(?:[^\W\d_a-z]*[^\W\d_A-Z]+|[^\W\d_a-z]+)"
_PLAIN = re.compile(rf"{_WORD}(?:[ _-]{_WORD})*(?: ?\([^()\d]*\)| ?%)?")
"""Names of plain words, at most with a unit behind them: "net pay (EUR)", not "netPay2"."""


@dataclass(frozen=True)
class Askable:
    """The columns of a data set that a question may name: each by its full name, none that two could mean."""

    dataset: DatasetProfile
    groups: tuple[str, ...]
    values: tuple[str, ...]
    dates: tuple[ColumnProfile, ...]
    language: str = ENGLISH

    def ask(self, key: str, **values: str) -> str:
        """A question with its columns filled in, in the person's language."""
        return question_phrases(self.language).say(key, **values)


def suggest_questions(prompt: SuggestQuestions) -> Suggestions:
    """Up to six questions of different kinds; () without data."""
    sets = [askable(profile, prompt.datasets) for profile in prompt.datasets]
    kinds = [list(_first_questions(data, alone=len(sets) == 1)) for data in sets]
    mixed = [questions[place] for place in range(MOST) for questions in kinds if place < len(questions)]
    return Suggestions(questions=list(dict.fromkeys(mixed))[:MOST])


def next_questions(
    reading: Reading, datasets: Sequence[DatasetProfile], asked: str = "", language: str = ENGLISH
) -> list[str]:
    """Two or three questions near to the one just answered, none the same as it."""
    spec = reading.specs[0]
    profile = _profile_of(spec, datasets)
    if profile is None:
        return []
    data = askable(profile, datasets, language)
    used = _columns_of(spec)
    near = [*_near_questions(data, used, type(spec)), *_general_questions(data)]
    fresh = [question for question in dict.fromkeys(near) if question.casefold() != asked.casefold().strip(" ?.")]
    return fresh[:NEXT]


def alternatives(datasets: Sequence[DatasetProfile], words: str = "", language: str = ENGLISH) -> list[str]:
    """Two to four questions about the past that the data can answer; columns named in `words` come first."""
    found: list[str] = []
    for profile in datasets:
        data = askable(profile, datasets, language)
        used = tuple(name for name in (*data.groups, *data.values) if name.casefold() in words.casefold())
        found += [*_trend(data, used), *_by_group(data, used), *_general_questions(data)]
    return list(dict.fromkeys(found))[: MOST - 2]


def askable(profile: DatasetProfile, datasets: Sequence[DatasetProfile], language: str = ENGLISH) -> Askable:
    """The columns of a data set that questions may be made from."""
    clear = _CLEAR((profile, *datasets))
    dates = [column for column in clear if column.kind in ("date", "datetime") and column.unique > 1]
    return Askable(
        profile,
        _plainest(column.name for column in clear if _is_group(column)),
        _plainest(column.name for column in clear if _is_value(column)),
        tuple(dates),
        language,
    )


def _clear_columns(profiles: tuple[DatasetProfile, ...], _language: str) -> tuple[ColumnProfile, ...]:
    """The columns of the first that mean one thing only among those of the others."""
    profile, *datasets = profiles
    words = _WordPlaces(other.name for data in datasets for other in data.columns)
    return tuple(column for column in profile.columns if _is_clear(column, words))


_CLEAR = ProfileCache(_clear_columns)


@cache
def question_phrases(language: str) -> Phrases:
    """The questions to offer in a language; English where it lacks one that is read well."""
    return Phrases(language, read_language(QUESTIONS, language))


class _WordPlaces:
    """In which names each word occurs. Names of the same words, such as those of a series, count as one of so many."""

    def __init__(self, names: Iterable[str]) -> None:
        self._alike = Counter(map(_words, names))
        self._places: dict[str, set[int]] = {}
        for place, words in enumerate(self._alike):
            for word in words:
                self._places.setdefault(word, set()).add(place)

    def holds_once(self, words: frozenset[str]) -> bool:
        """Whether the one name of exactly these words, of which there is at least one, is the only that holds them."""
        if self._alike[words] != 1:
            return False
        rarest_first = sorted((self._places[word] for word in words), key=len)
        return len(rarest_first[0].intersection(*rarest_first[1:])) == 1


def _is_clear(column: ColumnProfile, names: _WordPlaces) -> bool:
    """Can a question name it and mean nothing else? Its words must not be part of another column's name."""
    own = _words(column.name)
    if not own or len(column.name) > LONGEST_NAME or column.missing_share > MOST_MISSING:
        return False
    return names.holds_once(own)


def _plainest(names: Iterable[str]) -> tuple[str, ...]:
    """The names of plain words; all when none is plain."""
    found = tuple(names)
    return tuple(name for name in found if _PLAIN.fullmatch(name)) or found


@lru_cache(maxsize=32_768)
def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[\W_]+", name.casefold()) if word and not word.isdigit())


def _is_group(column: ColumnProfile) -> bool:
    return column.kind in ("text", "boolean") and FEWEST_GROUPS <= column.unique <= MOST_GROUPS


def _is_value(column: ColumnProfile) -> bool:
    return column.kind == "number" and column.unique > FEWEST_GROUPS and not _looks_like_year(column)


def _looks_like_year(column: ColumnProfile) -> bool:
    numeric = column.numeric
    return numeric is not None and numeric.is_integer and numeric.minimum >= 1800 and numeric.maximum <= 2200


def _first_questions(data: Askable, *, alone: bool) -> Iterator[str]:
    yield data.ask("overview") if alone else data.ask("overview_of", dataset=data.dataset.name)
    yield from _by_group(data, ())
    yield from _trend(data, ())
    yield from _shares(data, ())
    if len(data.values) > 1:
        yield data.ask("correlation", value=data.values[0], other=data.values[1])
    yield data.ask("missing")
    yield from _spread(data)


def _general_questions(data: Askable) -> Iterator[str]:
    yield from _shares(data, ())
    yield from _spread(data)
    yield data.ask("missing")


def _spread(data: Askable) -> Iterator[str]:
    if data.values:
        yield data.ask("histogram", value=data.values[-1])


def _by_group(data: Askable, used: Sequence[str]) -> Iterator[str]:
    groups, values = _used_first(data.groups, used), _used_first(data.values, used)
    if groups and values:
        yield data.ask("average_by", value=values[0], group=groups[0])
    elif groups:
        yield data.ask("counts", group=groups[0])


def _shares(data: Askable, used: Sequence[str]) -> Iterator[str]:
    groups = _used_first(data.groups, used)
    if groups:
        yield data.ask("share", group=groups[0])


def _trend(data: Askable, used: Sequence[str]) -> Iterator[str]:
    """Only with one date column: of two, the question would not say which."""
    if len(data.dates) != 1:
        return
    grain = data.ask(f"grain.{grain_of(data.dates[0])}")
    values = _used_first(data.values, used)
    yield data.ask("trend", value=values[0], grain=grain) if values else data.ask("rows_trend", grain=grain)


def grain_of(column: ColumnProfile) -> str:
    """day, month or year: the one that gives a line of a readable number of points."""
    if column.first is None or column.last is None:
        return "month"
    days = (date.fromisoformat(column.last[:10]) - date.fromisoformat(column.first[:10])).days
    return "day" if days <= 62 else "month" if days <= 366 * 6 else "year"


def _near_questions(data: Askable, used: Sequence[str], kind: type[Measure | Plot]) -> Iterator[str]:
    """Questions about the same columns from another side."""
    groups, values = _used_first(data.groups, used), _used_first(data.values, used)
    unused_groups = [name for name in groups if name not in used]
    named_values = [name for name in values if name in used]
    if named_values and unused_groups:
        yield data.ask("average_by", value=named_values[0], group=unused_groups[0])
    if issubclass(kind, Correlation | Scatter) and named_values and groups:
        yield data.ask("histogram", value=named_values[0])
    if issubclass(kind, GroupbyAgg | PivotTable | CompareGroups | Box | Violin) and groups and values:
        yield data.ask("bars", value=values[0], group=groups[0])
    if not issubclass(kind, TimeTrend | Course):
        yield from _trend(data, used)
    if issubclass(kind, Missingness):
        yield data.ask("duplicates")
    if named_values and not issubclass(kind, Correlation | Scatter | Hist | AggregatedPlot):
        others = [name for name in values if name not in used]
        if others:
            yield data.ask("correlation", value=named_values[0], other=others[0])
    if not named_values:
        yield from _by_group(data, used)


def _used_first(columns: Sequence[str], used: Sequence[str]) -> list[str]:
    return sorted(columns, key=lambda name: name not in used)


def _columns_of(spec: Measure | Plot) -> tuple[str, ...]:
    """Every text in the spec that may be a column name: only names of the profile are looked for in it."""
    return tuple(texts_in(spec.model_dump(mode="json")))


def _profile_of(spec: Measure | Plot, datasets: Sequence[DatasetProfile]) -> DatasetProfile | None:
    if spec.dataset_id is None:
        return datasets[0] if len(datasets) == 1 else None
    return next((profile for profile in datasets if profile.dataset_id == spec.dataset_id), None)
