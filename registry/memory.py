"""Memory while a large file is read: taken where it can be given back, and given back between two steps.

Arrow's own allocator and the one of C keep what was freed for later. Of a file of 35 MB they kept 160 MB.
"""

import pyarrow as pa  # type: ignore[import-untyped]

MANY_ROWS = 50_000
"""Rows of a column from which on giving back is worth its time."""


def take_from_system() -> None:
    """Arrow takes memory from where `give_back` returns it, from now on."""
    pa.set_memory_pool(pa.system_memory_pool())


def give_back(rows: int = MANY_ROWS) -> None:
    """Returns what was freed to the system; nothing where few rows were read."""
    if rows >= MANY_ROWS:
        pa.system_memory_pool().release_unused()
