"""How much memory data sets may take, and who has taken how much."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from registry.errors import MemoryFullError
from registry.sentences import megabytes, sentence

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class StoreLimits:
    """Bytes: of one file as uploaded, and of loaded data per conversation, per person and in total; and how many files
    a person may add in a minute."""

    file_bytes: int = 500 * MEGABYTE
    owner_bytes: int = 2048 * MEGABYTE
    total_bytes: int = 4096 * MEGABYTE
    person_bytes: int = 2048 * MEGABYTE
    person_files_a_minute: int = 1_000


USUAL = StoreLimits()


@dataclass(frozen=True)
class MemoryUsage:
    """Bytes in use."""

    total: int
    limit: int
    by_owner: Mapping[str, int]


@dataclass(frozen=True)
class NeededMemory:
    """Bytes that a data set needs, in place of the bytes `replaced` that it takes already."""

    name: str
    size: int
    replaced: int


def check_memory(
    limits: StoreLimits, usage: MemoryUsage, person_of: Callable[[str], str], owner: str, needed: NeededMemory
) -> None:
    """MemoryFullError when a conversation, a person or all together would take more than they may."""
    person = person_of(owner)
    of_person = sum(size for other, size in usage.by_owner.items() if person_of(other) == person)
    takers = (
        (usage.by_owner.get(owner, 0), limits.owner_bytes, "conversation", "free_memory"),
        (of_person, limits.person_bytes, "person", "free_memory"),
        (usage.total, limits.total_bytes, "all", "free_memory_or_wait"),
    )
    for taken, limit, taker, remedy in takers:
        used = taken - needed.replaced
        if used + needed.size > limit:
            refused = sentence(
                f"refused.memory_of_{taker}", file=needed.name, needed=megabytes(needed.size), used=megabytes(used),
                limit=megabytes(limit),
            )  # fmt: skip
            raise MemoryFullError(refused, sentence(f"do.{remedy}"))
