"""What speaks against a reading, summed up: a plain question over columns called by their names has no doubts."""

from collections.abc import Mapping

_WHOLE = ("link left", "cell left", "number left", "date left", "condition doubtful")
_HALF = ("named by synonym", "measure: in other words", "aggregate mean by default", "aggregate sum by default")
_ENDS = (" lost", "named by nothing", ": several")
_MADE_UP = ("share made up", "test made up", "relation made up", "change made up", "chart made up", "denial made up")
_NAMED = ("measure: named by", "group: named by", "condition: named by")
_BY_ITSELF = ("exact", "cell")
_MOST = 4


def of_doubts(found: Mapping[str, float]) -> dict[str, float]:
    """The doubts counted, apart for first questions and for those that go on; and whether all is named outright."""
    doubts = found.get("open", 0.0) + sum(_weight(name) * value for name, value in found.items())
    if "is extreme" in found and "aggregate count" in found and "count made up" in found:
        doubts += 1  # the biggest of things that nobody asked to count
    level = f"{min(_MOST, int(doubts + 0.5))}"
    follows = "first" if "first question" in found else "follows"
    named = [name for name in found if name.startswith(_NAMED)]
    summed = {"doubts": min(_MOST, doubts), f"doubts={level}": 1.0, f"{follows}, doubts={level}": 1.0}
    if named and all(name.endswith(_BY_ITSELF) for name in named):
        summed |= {"all named": 1.0, f"all named, doubts={level}": 1.0}
    return summed


def is_plain(found: Mapping[str, float]) -> bool:
    """Whether nothing at all is in doubt: every word has its place, every column is called by its name in the words of
    the question, which says itself what to do; nothing is ranked, and what was asked before changes nothing. Asking
    then would only be tiresome.
    """
    named = [name for name in found if name.startswith(_NAMED)]
    settled = all(name in found for name in ("doubts=0", "veto=0", "links left=0", "readings=1"))
    by_itself = bool(_ALONE & found.keys())
    outright = all(name.endswith(_BY_ITSELF) for name in named) and "group: in other words" not in found
    return settled and by_itself and outright and _is_whole(found) and not _RANKED & found.keys()


def _is_whole(found: Mapping[str, float]) -> bool:
    """Whether the question stands by itself. "In Glasgow" counts nothing in so many words, and "how many" after another
    question is most likely of what that one was about.
    """
    counts = {"is groupby_agg", "groups=0"} <= found.keys() and not _COUNTED.isdisjoint(found)
    is_of_something = "first question" in found or any(name.startswith(_OWN) for name in found)
    return not counts or ("count made up" not in found and is_of_something)


_COUNTED = frozenset({"measures nothing", "aggregate count"})
_OWN = (*_NAMED, "cell used")
_ALONE = frozenset({"first question", "alone: same", "nothing to continue"})
_RANKED = frozenset({"is extreme", "is top"})


def _weight(name: str) -> float:
    if name.startswith(_WHOLE) or name.endswith(_ENDS) or name in _MADE_UP:
        return 1.0
    return 0.5 if name.endswith(_HALF) else 0.0
