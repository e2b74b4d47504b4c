"""What the columns of data sets can be called by, worked out once: which of thousands a few words may name.

Everything here only narrows down: the columns it gives are a superset, in file order, of those that the rules of
`columns.py` find, so that a question's work grows with the columns that matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.reasoning.rules.kept import KeptFor
from agent.reasoning.rules.reading.column_names import (
    Atom,
    Candidate,
    column_sets,
    name_words,
    number_words,
    without_unit,
    words_of,
    written_code,
    written_names,
)
from agent.reasoning.rules.reading.lexicon import Lexicon, lexicon
from agent.reasoning.rules.reading.text import is_cjk, normalised
from agent.reasoning.rules.reading.units import units_of
from registry.profile import DatasetProfile

Places = frozenset[int]
_NONE: Places = frozenset()


@dataclass(frozen=True)
class ColumnIndex:
    """The columns of some data sets in order, and where each word, sense and unit occurs among their names."""

    candidates: tuple[Candidate, ...]
    stems: frozenset[str]  # words of all names
    measured: frozenset[str]  # words of the names of numbers; English only
    sets: frozenset[str]  # synonym sets of all names
    japanese: tuple[Candidate, ...]  # or Chinese names
    endings: tuple[tuple[str, Candidate], ...]  # (name without its unit, column) of numbers
    _forms: Mapping[str, Places]
    _senses: Mapping[str, Places]
    _written: Mapping[str, Places]  # by the first word of a name written out, by its code, by its words as one
    _units: Mapping[str, Places]

    def fitting(self, atoms: Iterable[Atom]) -> list[Candidate]:
        """The columns in whose names each of these words, or a sense of it, occurs."""
        left: Places | None = None
        for atom in atoms:
            here = _NONE.union(
                *(self._forms.get(form, _NONE) for form in atom.forms),
                *(self._senses.get(sense, _NONE) for sense in atom.sets),
            )
            left = here if left is None else left & here
            if not left:
                return []
        return self._at(left or _NONE)

    def written_with(self, texts: Iterable[str]) -> list[Candidate]:
        """The columns whose name may be written out in these words."""
        return self._at(_NONE.union(*(self._written.get(text, _NONE) for text in texts)))

    def measured_in(self, units: Iterable[str]) -> list[Candidate]:
        """The columns of numbers in one of these units."""
        return self._at(_NONE.union(*(self._units.get(unit, _NONE) for unit in units)))

    def _at(self, places: Places) -> list[Candidate]:
        return [self.candidates[place] for place in sorted(places)]


def column_index(datasets: Sequence[DatasetProfile], words: Lexicon) -> ColumnIndex:
    """The index of these data sets in this language, made once."""
    return _INDEXES(datasets, words.language)


def _made(datasets: Sequence[DatasetProfile], language: str) -> ColumnIndex:
    words = lexicon(language)
    candidates = tuple(Candidate(table.dataset_id, column) for table in datasets for column in table.columns)
    numbers = [candidate for candidate in candidates if candidate.column.kind == "number"]
    spelled = [words_of(candidate.name, words) for candidate in candidates]
    units = (units_of(candidate.column, words) if candidate.column.kind == "number" else () for candidate in candidates)
    return ColumnIndex(
        candidates=candidates,
        stems=frozenset(word for candidate in candidates for word in name_words(candidate.name)),
        measured=number_words(candidate.column for candidate in numbers) if words.language == "en" else frozenset(),
        sets=frozenset().union(*(column_sets(candidate.name, words) for candidate in candidates)),
        japanese=tuple(candidate for candidate in candidates if is_cjk(normalised(candidate.name))),
        endings=tuple((without_unit(candidate.name).casefold().strip(), candidate) for candidate in numbers),
        _forms=_places({form for word in name for form in word.forms} for name in spelled),
        _senses=_places({sense for word in name for sense in word.sets} for name in spelled),
        _written=_places(map(_first_words, candidates)),
        _units=_places(units),
    )


def _first_words(candidate: Candidate) -> set[str]:
    first = {name[0] for name in written_names(candidate.name) if name}
    return first | set(written_code(candidate.name)[:1]) | {"".join(name_words(candidate.name))}


def _places(keys_of: Iterable[Iterable[str]]) -> Mapping[str, Places]:
    """Key -> the places at which it occurs."""
    found: dict[str, set[int]] = {}
    for place, keys in enumerate(keys_of):
        for key in keys:
            found.setdefault(key, set()).add(place)
    return {key: frozenset(places) for key, places in found.items()}


_INDEXES = KeptFor(_made)
