"""One column's total over another's: `the ratio of A to B`, `A divided by B`, `what share of A was B`."""

import re
from itertools import pairwise

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import Frame, MetricSlot
from agent.reasoning.rules.reading.measures import numeric_candidates
from agent.reasoning.rules.reading.parse import Parts

_PAIR = 2
_OVER = ("divided by", "over", "relative to", "in relation to", "as a share of", "as a percentage of",
         "as a percent of",
         "as a fraction of", "as a proportion of", "as % of", "as a % of", "in percent of", "geteilt durch",
         "im verhältnis zu", "in prozent von", "out of")  # fmt: skip
_TOTALS = frozenset({"total", "overall", "sum", "of", "the", "gesamt", "summe"})
_RATIOS = frozenset({"ratio", "quotient", "verhältnis"})


def two_totals(parts: Parts) -> Frame | None:
    """The total of one named column over that of another; None where the words do not say so."""
    if parts.question.has("agg:median", "agg:min", "agg:max"):
        return None
    links = [link for link in parts.metric_links if link.start not in parts.grouping.links]
    above_below = _written_out(parts, links)
    if above_below is None and len(links) == _PAIR and links[0].first != links[1].first:
        above_below = _in_order(parts, links[0], links[1])
    if above_below is None:
        return None
    above, below = (MetricSlot(columns=numeric_candidates(link), agg="sum") for link in above_below)
    return Frame(
        intent="ratio",
        dataset_id=parts.table.dataset_id,
        metrics=[above],
        denominator=below,
        groups=list(parts.grouping.slots),
        conditions=parts.conditions,
    )


def _written_out(parts: Parts, links: list[ColumnLink]) -> tuple[ColumnLink, ColumnLink] | None:
    """`A / B`, as a formula: what else is named is one of the two once more, or no formula is meant."""
    for one, other in pairwise(links):
        named = {one.first, other.first}
        if _is_formula(parts, one, other) and len(named) == _PAIR and {link.first for link in links} <= named:
            return one, other
    return None


def _is_formula(parts: Parts, one: ColumnLink, other: ColumnLink) -> bool:
    """Whether a stroke stands between the two in the question as it was typed: no token is made of it."""
    tokens = parts.question.tokens
    between = [token.text for token in tokens[one.end : other.start]]
    if not set(between) <= _TOTALS:
        return False
    said = [re.escape(text) for text in (tokens[one.end - 1].text, *between, tokens[other.start].text)]
    typed = rf"{said[0]}\w*[^\w/]*/[^\w/]*" + r"\W+".join(said[1:])
    return re.search(typed, parts.question.text, re.IGNORECASE) is not None


def _in_order(parts: Parts, one: ColumnLink, other: ColumnLink) -> tuple[ColumnLink, ColumnLink] | None:
    texts = [token.text for token in parts.question.tokens]
    between = " ".join(text for text in texts[one.end : other.start] if text != "the")
    before, behind = texts[: one.start], texts[other.end :]
    if any(between == phrase or between.startswith(f"{phrase} ") for phrase in _OVER):
        return one, other
    says_ratio = bool(_RATIOS & set(before)) or behind[:1] == ["ratio"]
    if says_ratio and between in ("to", "and", "/", "-", "zu", "und", "von", "per"):
        return one, other
    share = next((mark for mark in parts.question.tagged("share") if mark.end <= one.start), None)
    whole_first = share is not None and "of" in texts[share.end : one.start]
    is_said = {"was", "were", "is", "are", "got", "went", "ended", "did", "do", "does"} & set(between.split())
    return (other, one) if whole_first and is_said else None
