"""What a person allows to be sent to a model: columns held back, and whether any values go out at all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from pydantic import TypeAdapter

Withheld = Literal["name_and_type", "alias"]
"""A column that never sends a value: its name and type only, or an alias in place of its name too."""
ColumnKey = tuple[str, str]
"""(dataset_id, column name)."""


@dataclass(frozen=True)
class Sharing:
    """The choices of one conversation. By default a few values of each column go out with its profile."""

    withheld: Mapping[ColumnKey, Withheld] = field(default_factory=lambda: MappingProxyType({}))
    no_samples: bool = False  # no cell of any column, and no result, leaves

    @property
    def restricted(self) -> bool:
        """Whether anything is held back."""
        return self.no_samples or bool(self.withheld)

    def withholding(self, dataset_id: str, column: str, how: Withheld | None) -> "Sharing":
        """The choices with this column held back, or sent again when `how` is None."""
        others = {key: kept for key, kept in self.withheld.items() if key != (dataset_id, column)}
        return Sharing({**others, (dataset_id, column): how} if how else others, self.no_samples)

    def written(self) -> str:
        """The choices as text, for `read`."""
        return _KEPT.dump_json(([(*key, how) for key, how in self.withheld.items()], self.no_samples)).decode("utf-8")

    @classmethod
    def read(cls, text: str) -> "Sharing":
        """The choices that `written` gave. ValueError when it gave no such text."""
        withheld, no_samples = _KEPT.validate_json(text)
        return cls({(dataset_id, column): how for dataset_id, column, how in withheld}, no_samples)


_KEPT = TypeAdapter(tuple[list[tuple[str, str, Withheld]], bool])
