"""Questions about the rows before a preparation and after it: they are two, and are not mixed up."""

import re
from collections.abc import Sequence

from agent.reasoning.rules.reading.preparing.clauses import Sentence, tidied
from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from agent.reasoning.rules.reading.sentence_kinds import ASKS

LEAD = re.compile(
    r"^\W*(?:perform|do|conduct|carry out)\w*\s+(?:an?\s+|the\s+|some\s+)?(?:comprehensive\s+)?(?:data\s+)?"
    r"(?:pre-?processing|cleaning|preparation|feature engineering|transformation|analysis)"
    r"(?:\s+(?:for|on|of|to|in)\s+(?:the\s+)?(?:given\s+)?(?:data ?set|data|table|⟦\d+⟧(?:\s+columns?)?))?\W*$",
    re.I,
)
"""Words that only announce what follows: nothing is asked by them."""
_DIAGNOSES = re.compile(r"outlier|missing|duplicate|null|z-?score", re.I)
_STILL_THERE = re.compile(
    r"outliers?\b.{0,30}\b(?:left|remain\w*|still)|(?:left|remaining|still)\b.{0,30}\boutliers?|"
    r"ausreißer.{0,30}(?:übrig|noch)|外れ値.{0,10}残",
    re.I,
)
"""Outliers after outliers were removed: of those, what counts them before the removal is no answer."""
_ONCE_MORE = re.compile(r"\b(?:again|new|now|then|re-?\w*calculat\w*|after\w*|finally|next|updated)\b|¦", re.I)


def refuse_two_states(sentences: Sequence[Sentence]) -> None:
    """`The mean? Then drop the outliers, and the mean again?` is about the rows before and after."""
    changing = ("fill", "duplicates", "outliers", "clip")
    first = next(
        (at for at, item in enumerate(sentences) if any(clause.kind in changing for clause in item.clauses)), None
    )
    if first is None:
        return

    def asks(item: Sentence) -> bool:
        words = tidied(item.left)
        return bool(ASKS.search(words) and not _DIAGNOSES.search(words) and not LEAD.match(words))

    later = [item for item in sentences[first:] if asks(item) and _ONCE_MORE.search(item.left)]
    if later and any(asks(item) for item in sentences[:first]):
        raise UnclearError(sentences[first].within.plain(sentences[first].clauses[0].text))
    treats = any(clause.kind in ("outliers", "clip") for item in sentences for clause in item.clauses)
    if treats and _STILL_THERE.search(" ".join(item.left for item in sentences)):
        raise UnclearError()
