"""What is on offer from the turn before, and whether the person's words pick it."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rapidfuzz import fuzz

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.specs.reading import Reading
from agent.state import PendingInput, PendingOption

_FILE = Path(__file__).parent / "places.toml"
_SAME_WORD = 88
"""Of 100: how alike two words must be to be one with a slip or another ending. Figures are never slips."""
_WORD_ENDS = r"(?!(?<=[a-z\u00df-\u024f])[a-z\u00df-\u024f]|(?<=\d)\d)"
"""Not within a word of Latin letters, nor within a number; other scripts have no blanks between words."""
_PARTS = re.compile(r"\d+(?:[.,:-]\d+)*|[^\W\d_]+|[^\w\s]", re.UNICODE)


def picked_decision(prompt: ReadQuestion) -> Decision | None:
    """The decision to execute the reading that the person's words pick; None when they pick none."""
    offer = chosen_offer(prompt)
    if offer is None:
        return None
    return Decision(next_action="act", rationale=offer.interpretation, readings=[offer])


def chosen_offer(prompt: ReadQuestion) -> Reading | None:
    """The reading on offer that the person's words pick, nearly to the letter or by nothing but its place; None for
    others: what says more may be a question of its own, which is for a reader.
    """
    if prompt.pending is None:
        return None
    offered = prompt.pending["context"].get("readings")
    readings = [Reading.model_validate(each) for each in offered] if isinstance(offered, list) else []
    named = [
        option["option_id"]
        for option in prompt.pending["options"]
        if any(_is_same(prompt.question, text) for text in (option["says"], option["label"]))
    ]
    if named:
        return next((reading for reading in readings if reading.reading_id == named[0]), None)
    place = place_named(prompt.question)
    return readings[place - 1] if place is not None and place <= len(readings) else None


def sentence_at(pending: PendingInput | None, said: str) -> PendingOption | None:
    """The option of an open question that words pick by nothing but its place, where it is a sentence to be read and
    no reading; None for others."""
    if pending is None or pending["kind"] != "clarify":
        return None
    offered, place = pending["context"].get("readings"), place_named(said)
    readings = [Reading.model_validate(each).reading_id for each in offered] if isinstance(offered, list) else []
    option = pending["options"][place - 1] if place is not None and place <= len(pending["options"]) else None
    return option if option is not None and option["option_id"] not in readings else None


def place_named(said: str) -> int | None:
    """The place that words name and nothing else: 2 for "the second one, please", None for "the second quarter"."""
    found = _place_pattern().fullmatch(_plain(said))
    places = {int(name.removeprefix("p")) for name, text in found.groupdict().items() if text} if found else set[int]()
    return next(iter(places)) if len(places) == 1 else None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .!。！")


def _is_same(said: str, option: str) -> bool:
    """Word for word the same, but for slips and endings; another figure or sign is another meaning."""
    ours, theirs = (_PARTS.findall(_plain(text)) for text in (said, option))
    alike = len(ours) == len(theirs) > 0
    return alike and all(one == other or _is_slip(one, other) for one, other in zip(ours, theirs, strict=True))


def _is_slip(one: str, other: str) -> bool:
    return one.isalpha() and other.isalpha() and fuzz.ratio(one, other) >= _SAME_WORD


@cache
def _place_pattern() -> re.Pattern[str]:
    """A text of nothing but words of places and those around them; each place is a group."""
    kept = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    places: Mapping[str, list[str]] = kept["places"]
    named = [f"(?P<p{place}>{_any_of(words)})" for place, words in places.items()]
    told = "|".join([*named, _any_of(kept["around"])])
    return re.compile(rf"(?:(?:{told}){_WORD_ENDS}\W*)+")


def _any_of(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
