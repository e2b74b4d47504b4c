"""What is worked out once for some data sets and kept as long as they live."""

import weakref
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from registry.profile import DatasetProfile

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
