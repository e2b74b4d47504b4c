"""What a reading computes, where that is more than one thing: each with its own parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.specs.editing.parts import Part, PartKind, labels_of, parts_of
from agent.specs.reading import Reading
from languages.phrase_files import ENGLISH

_LOOKS: tuple[PartKind, ...] = ("chart", "order")
"""Kinds of parts that do not make a computation another one."""


@dataclass(frozen=True)
class Computation:
    """A measure with what belongs to it: its chart, its total. `places` are those of its specs in the reading, the
    first of them tells what it computes.
    """

    places: tuple[int, ...]
    parts: tuple[Part, ...]

    @property
    def heading(self) -> str:
        """What it computes, in one line."""
        return labels_of([part for part in self.parts if part.kind not in _LOOKS])


def computations_of(reading: Reading, kept: Sequence[str] = (), language: str = ENGLISH) -> tuple[Computation, ...]:
    """The computations of a reading in their order, each part in each that has it. What says nothing of its own beside
    an earlier one, or the same and more, belongs to that. `kept` and `language` as in `parts_of`.
    """
    groups: list[list[int]] = []
    for place in range(len(reading.specs)):
        said = _parts_said(reading, place)
        same = next((group for group in groups if _is_one(_parts_said(reading, group[0]), said)), None)
        if same is None:
            groups.append([place])
        else:
            same.append(place)
    return tuple(Computation(tuple(group), parts_of(reading, kept, group, language)) for group in groups)


def _is_one(one: frozenset[tuple[PartKind, str]], other: frozenset[tuple[PartKind, str]]) -> bool:
    return one <= other or other <= one


def _parts_said(reading: Reading, place: int) -> frozenset[tuple[PartKind, str]]:
    parts = parts_of(reading, places=(place,))
    return frozenset((part.kind, part.label) for part in parts if part.kind not in _LOOKS)
