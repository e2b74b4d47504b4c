"""Evidence of the words that tell what to do: each should be found again in the reading, and the other way round."""

from collections import Counter
from collections.abc import Callable, Mapping

from agent.reasoning.reader.trust.seen import Seen
from agent.specs.plain import texts_in

_TESTS = {"compare_groups", "contingency_test", "normality_test", "correlation", "ols_regression"}
_RELATIONS = {"correlation", "correlation_matrix", "ols_regression", "plot:scatter"}
_CHANGES = {"growth", "growth_pct", "previous", "diff", "pct_change", "lag", "first", "year"}


def of_deeds(seen: Seen) -> Counter[str]:
    """What the words ask for and the reading has not, what it has and they do not ask for, and what both have."""
    found: Counter[str] = Counter()
    texts = frozenset(text for spec in seen.specs for text in texts_in(spec)) | {seen.name}
    for name, (tags, is_done) in _DEEDS.items():
        asked, done = seen.question.has(*tags), is_done(seen, texts)
        if asked or done:
            found[f"{name} {'done' if asked and done else 'lost' if asked else 'made up'}"] = 1
    for family in ("agg:", "grain:", "plot:"):
        for member in seen.question.family(family):
            done = member in texts or f"plot:{member}" in texts
            found[f"{family}{member} {'done' if done else 'lost'}"] = 1
    return found


def _has_plot(seen: Seen, _: frozenset[str]) -> bool:
    return any(spec.type == "plot" for spec in seen.reading.specs)


def _counts(seen: Seen, texts: frozenset[str]) -> bool:
    return bool({"count", "nunique"} & texts) or seen.name in ("value_counts", "duplicate_check", "missingness")


def _shares(_: Seen, texts: frozenset[str]) -> bool:
    return bool({"mode", "as_percent", "share_of"} & texts)


def _ranks(_: Seen, texts: frozenset[str]) -> bool:
    return bool({"sort", "which", "top_k"} & texts)


def _tests(seen: Seen, _: frozenset[str]) -> bool:
    return seen.name in _TESTS


def _relates(seen: Seen, _: frozenset[str]) -> bool:
    return seen.name in _RELATIONS


def _changes(_: Seen, texts: frozenset[str]) -> bool:
    return bool(_CHANGES & texts)


def _groups(_: Seen, texts: frozenset[str]) -> bool:
    return bool({"group_cols", "group_col", "column", "x", "by", "grain", "date_col"} & texts)


def _denies(seen: Seen, _: frozenset[str]) -> bool:
    return any(item["op"] in ("!=", "not_in", "is_null") for item in seen.filters)


def _accumulates(_: Seen, texts: frozenset[str]) -> bool:
    return "cumulative" in texts


_DEEDS: Mapping[str, tuple[tuple[str, ...], Callable[[Seen, frozenset[str]], bool]]] = {
    "chart": (("plot", "plot:"), _has_plot),
    "count": (("count",), _counts),
    "share": (("share",), _shares),
    "rank": (("high", "low"), _ranks),
    "test": (("test", "test:"), _tests),
    "relation": (("correlation", "relation"), _relates),
    "change": (("growth", "growth:"), _changes),
    "groups": (("each", "each_before", "which"), _groups),
    "denial": (("not", "never", "others"), _denies),
    "running": (("cumulative",), _accumulates),
}
"""What words ask for: the lexicon's tags, and whether a reading does it."""
