"""Small amounts in words: counts, sizes, times."""

from datetime import datetime

MEGABYTE = 1_000_000
_UNITS = ("bytes", "KB", "MB", "GB")


def counted(amount: int, noun: str) -> str:
    """ "1 row", "60,000 rows"."""
    return f"{amount:,} {noun}" if amount == 1 else f"{amount:,} {noun}s"


def size(bytes_used: int) -> str:
    """ "812 bytes", "1.4 MB"; a megabyte is a million bytes, as in the limits."""
    amount, unit = float(bytes_used), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:,.0f} {_UNITS[unit]}" if unit == 0 or amount >= 100 else f"{amount:,.1f} {_UNITS[unit]}"


def seconds(amount: float) -> str:
    """ "0.04 s", "2.1 s", "1 min 20 s"."""
    if amount < 0.1:
        return f"{amount:.2f} s"
    if amount < 60:
        return f"{amount:.1f} s"
    minutes, rest = divmod(round(amount), 60)
    return f"{minutes} min {rest} s"


def clock(since_epoch: float) -> str:
    """The local time of the server, to the second."""
    return datetime.fromtimestamp(since_epoch).astimezone().strftime("%H:%M:%S")
