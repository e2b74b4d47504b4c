"""Small amounts in words: sizes, times."""

from datetime import datetime

from pages.components.catalogue import in_signs, say

MEGABYTE = 1_000_000
_UNITS = ("bytes", "kilobytes", "megabytes", "gigabytes")


def size(bytes_used: int) -> str:
    """ "812 bytes", "1.4 MB"; a megabyte is a million bytes, as in the limits."""
    amount, unit = float(bytes_used), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    shown = f"{amount:,.0f}" if unit == 0 or amount >= 100 else f"{amount:,.1f}"
    return say(f"size.{_UNITS[unit]}", amount=in_signs(shown))


def seconds(amount: float) -> str:
    """ "0.04 s", "2.1 s", "1 min 20 s"."""
    if amount < 60:
        return say("time.seconds", amount=in_signs(f"{amount:.2f}" if amount < 0.1 else f"{amount:.1f}"))
    minutes, rest = divmod(round(amount), 60)
    return say("time.minutes", minutes=minutes, rest=rest)


def clock(since_epoch: float) -> str:
    """The local time of the server, to the second."""
    return datetime.fromtimestamp(since_epoch).astimezone().strftime("%H:%M:%S")
