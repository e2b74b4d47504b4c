"""Sealed files become data frames: mapped privately, so that a program may write into its own copy of a page."""

import ctypes
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from agent.sandbox.dataset_files import METADATA_KEY, ColumnNote, FrameNote
from agent.sandbox.kernel.calls import libc

_PROT_READ_WRITE, _MAP_PRIVATE = 0x1 | 0x2, 0x02


@dataclass(frozen=True)
class MappedFile:
    """A file in this process's memory, for good; writing to it changes only what this process sees."""

    address: int
    size: int


def map_file(descriptor: int) -> MappedFile:
    """Maps the whole file. Not through the mmap module, which would keep a descriptor of its own."""
    size = os.fstat(descriptor).st_size
    mmap = libc().mmap
    mmap.restype = ctypes.c_void_p
    mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
    address = mmap(None, size, _PROT_READ_WRITE, _MAP_PRIVATE, descriptor, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "a data set could not be mapped")
    return MappedFile(address, size)


def read_frame(file: MappedFile) -> pd.DataFrame:
    """The frame in the file. Columns of numbers, truth values and times lie in the mapped memory and are writable."""
    memory = (ctypes.c_char * file.size).from_address(file.address)
    with pa.ipc.open_file(pa.foreign_buffer(file.address, file.size, memory)) as reader:
        batch = reader.get_batch(0)
    note = FrameNote.unpacked(batch.schema.metadata[METADATA_KEY])
    arrays = [_values(file, memory, batch.column(at), column) for at, column in enumerate(note.columns)]
    width = len(arrays) - note.index_levels
    frame = pd.DataFrame(dict(enumerate(arrays[:width])), index=_index(note, arrays[width:]), copy=False)
    frame.columns = pd.Index([column.name for column in note.columns[:width]])
    return frame


def _values(file: MappedFile, memory: Any, array: pa.Array, column: ColumnNote) -> Any:
    match column.kind:
        case "numpy":
            buffer = array.buffers()[1]
            if len(array) == 0:
                return np.empty(0, column.dtype)
            return np.frombuffer(memory, column.dtype, len(array), buffer.address - file.address)
        case "extension":
            dtype = pd.api.types.pandas_dtype(column.dtype)
            values = dtype.__from_arrow__(array)  # type: ignore[union-attr]
            return values if isinstance(dtype, pd.StringDtype) else values.copy()
        case "category":
            return array.to_pandas().array.copy()
        case "object":
            values = np.empty(len(array), dtype=object)
            values[:] = array.to_pylist()
            return values


def _index(note: FrameNote, levels: list[Any]) -> pd.Index:
    names = [column.name for column in note.columns[len(note.columns) - note.index_levels :]]
    if not levels:
        start, stop, step, name = note.range_index
        return pd.RangeIndex(start, stop, step, name=name)
    if len(levels) == 1:
        single: pd.Index = pd.Index(levels[0], name=names[0])
        return single
    return pd.MultiIndex.from_arrays(levels, names=names)
