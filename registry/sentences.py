"""Small pieces of the sentences that the receipt and the errors are made of."""

from collections.abc import Iterable

SHOWN = 20
"""Line numbers, and values, that one receipt entry shows at most."""


def counted(count: int, thing: str, things: str = "") -> str:
    """ "1 line", "1,200 lines", "2 entries" (with `things` given)."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def were(count: int) -> str:
    """ "was" for one, "were" for more."""
    return "was" if count == 1 else "were"


def first_lines(lines: Iterable[int]) -> tuple[int, ...]:
    """The first twenty line numbers, as plain integers."""
    shown: list[int] = []
    for line in lines:
        if len(shown) == SHOWN:
            break
        shown.append(int(line))
    return tuple(shown)


def quoted(values: Iterable[str], limit: int = 5) -> str:
    """Values in quotes, the first few: "“a”, “b” and 3 more". A long value is cut at 40 characters."""
    every = list(values)
    shown = ", ".join(f"“{value if len(value) <= 40 else value[:39] + '…'}”" for value in every[:limit])
    return shown if len(every) <= limit else f"{shown} and {len(every) - limit:,} more"


def megabytes(size: int) -> str:
    """A size for people: "0.4 MB", "512 MB"."""
    value = size / 1_000_000
    return f"{value:,.1f} MB" if value < 10 else f"{value:,.0f} MB"
