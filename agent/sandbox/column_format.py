"""How a data set lies in its sealed file: one Arrow record batch, and a note for each column on how to read it."""

import json
from dataclasses import asdict, dataclass
from typing import Literal

METADATA_KEY = b"tally"
ColumnKind = Literal["numpy", "extension", "category", "object"]
"""numpy: the bytes are the array of the named dtype. extension: Arrow's own array for a pandas dtype of that name.
category: an Arrow dictionary. object: Arrow values that become Python objects."""


@dataclass(frozen=True)
class ColumnNote:
    """One column, or one level of the index."""

    name: str | int | None
    kind: ColumnKind
    dtype: str


@dataclass(frozen=True)
class FrameNote:
    """All columns in order; the last `index_levels` of them are the index. With 0 it is `range_index`."""

    columns: tuple[ColumnNote, ...]
    index_levels: int
    range_index: tuple[int, int, int, str | int | None]  # start, stop, step, name

    def packed(self) -> bytes:
        """As Arrow metadata."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def unpacked(cls, metadata: bytes) -> "FrameNote":
        """From Arrow metadata."""
        noted = json.loads(metadata)
        start, stop, step, name = noted["range_index"]
        return cls(
            tuple(ColumnNote(**column) for column in noted["columns"]),
            noted["index_levels"],
            (start, stop, step, name),
        )
