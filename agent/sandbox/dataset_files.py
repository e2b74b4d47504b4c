"""Data sets as sealed files in memory: written once for each frame, mapped by every run, changed by none."""

import fcntl
import json
import os
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from agent.errors import DataError

# ----------------------------------------------------------------
# How a data set lies in its sealed file: one Arrow record batch, and a note for each column on how to read it.


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


_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
_UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def sealed_file(name: str, content: bytes) -> int:
    """A descriptor of an anonymous file in memory with this content, which nobody can change. The caller closes it."""
    descriptor = _new_file(name)
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(content)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
    return descriptor


def write_frame(frame: pd.DataFrame) -> int:
    """A sealed file that holds the frame. DataError names a column that cannot be carried over unchanged."""
    note, arrays = _columns(frame)
    schema = pa.schema([(f"c{at}", array.type) for at, array in enumerate(arrays)], {METADATA_KEY: note.packed()})
    batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
    descriptor = _new_file("data set")
    with os.fdopen(os.dup(descriptor), "wb") as file, pa.ipc.new_file(file, schema) as writer:
        writer.write_batch(batch)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
    return descriptor


def _new_file(name: str) -> int:
    return os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


def _columns(frame: pd.DataFrame) -> tuple[FrameNote, list[pa.Array]]:
    index = frame.index
    if isinstance(index, pd.RangeIndex):
        levels: list[pd.Index] = []
        span = (index.start, index.stop, index.step, _name(index.name))
    else:
        levels = [index.get_level_values(level) for level in range(index.nlevels)]
        span = (0, 0, 1, None)
    series = [frame.iloc[:, at] for at in range(frame.shape[1])] + [level.to_series() for level in levels]
    notes, arrays = zip(*(_column(column) for column in series), strict=True) if series else ((), ())
    return FrameNote(tuple(notes), len(levels), span), list(arrays)


def _column(column: "pd.Series[Any]") -> tuple[ColumnNote, pa.Array]:
    dtype = column.dtype
    name = _name(column.name)
    if isinstance(dtype, np.dtype) and dtype.kind in "biufmM":
        values = np.ascontiguousarray(column.to_numpy())
        plain = values.view(_UNSIGNED[values.dtype.itemsize])
        return ColumnNote(name, "numpy", values.dtype.str), pa.array(plain, from_pandas=False)
    kind: ColumnKind = "extension"
    if isinstance(dtype, pd.CategoricalDtype):
        kind = "category"
    elif pd.api.types.is_object_dtype(dtype):
        kind = "object"
    try:
        array = pa.array(column.array if kind == "extension" else column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise DataError(
            f'The column "{name}" mixes kinds of values that cannot be handed to a program.',
            "Read it as text, or leave it out.",
        ) from error
    whole = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return ColumnNote(name, kind, str(dtype)), whole


def _name(name: object) -> str | int | None:
    if name is None or isinstance(name, str | int):
        return name
    if isinstance(name, np.integer):
        return int(name)
    raise DataError(f"The column name {name!r} is neither text nor a whole number.", "Rename the column.")


Fingerprint = tuple[object, ...]


@dataclass
class _Entry:
    descriptor: int
    snapshot: pd.DataFrame  # keeps the memory that the fingerprint names; copy-on-write keeps it as it was


@dataclass
class DatasetFiles:
    """The files of all frames that are alive. A frame that changed since is written anew. Safe to use from threads."""

    _entries: dict[Fingerprint, _Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @contextmanager
    def opened(self, datasets: Mapping[str, pd.DataFrame]) -> Iterator[list[int]]:
        """Descriptors of the files, one a data set in the given order, valid inside the block."""
        descriptors: list[int] = []
        try:
            for frame in datasets.values():
                descriptors.append(self._descriptor(frame))
            yield descriptors
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def close(self) -> None:
        """Frees all files."""
        with self._lock:
            for fingerprint in list(self._entries):
                self._forget(fingerprint)

    def _descriptor(self, frame: pd.DataFrame) -> int:
        """A descriptor of its own: the file stays while a run needs it, even when the frame goes."""
        fingerprint = _fingerprint(frame)
        if fingerprint is None:
            return write_frame(frame)
        with self._lock:
            entry = self._entries.get(fingerprint)
            if entry is None:
                entry = _Entry(write_frame(frame), frame.copy(deep=False))
                self._entries[fingerprint] = entry
                weakref.finalize(frame, self._forget, fingerprint).atexit = False
            return os.dup(entry.descriptor)

    def _forget(self, fingerprint: Fingerprint) -> None:
        with self._lock:
            entry = self._entries.pop(fingerprint, None)
        if entry is not None:
            os.close(entry.descriptor)


def _fingerprint(frame: pd.DataFrame) -> Fingerprint | None:
    """Names, types and the memory behind the columns; None when a column's memory cannot be named."""
    if not isinstance(frame.index, pd.RangeIndex):
        return None
    parts: list[object] = [repr(frame.index), tuple(frame.columns)]
    for at in range(frame.shape[1]):
        column = frame.iloc[:, at]
        addresses = _addresses(column)
        if addresses is None:
            return None
        parts.append((str(column.dtype), addresses))
    return tuple(parts)


def _addresses(column: "pd.Series[Any]") -> tuple[int, ...] | None:
    dtype = column.dtype
    if isinstance(dtype, np.dtype) and not dtype.hasobject:
        values = column.to_numpy()
        return values.__array_interface__["data"][0], *values.strides
    if isinstance(dtype, pd.StringDtype):
        held = pa.array(column.array)
        chunks = held.chunks if isinstance(held, pa.ChunkedArray) else [held]
        return tuple(
            address
            for chunk in chunks
            for address in (chunk.offset, len(chunk), *(buffer.address for buffer in chunk.buffers() if buffer))
        )
    if pd.api.types.is_object_dtype(dtype):
        return None
    return tuple(hash(buffer.to_pybytes()) for buffer in _content(pa.array(column.array, from_pandas=True)) if buffer)


def _content(array: pa.Array) -> list[pa.Buffer | None]:
    """The buffers of the small kinds of column (truth values, categories): read whole, as their memory has no name."""
    if isinstance(array, pa.DictionaryArray):
        return [*array.indices.buffers(), *array.dictionary.buffers()]
    return list(array.buffers())
