"""Figures of a question, a spec or a measure's definition, said again by hand: as what they were, or as a result?

A threshold, a count of a ranking or a year may be repeated; "the p-value is 0.05" may not be, only because the question
asks for the 5 % level. The words around the figure decide, in every language of claims.toml.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.grounding.claims import SENTENCE_END, Language, languages, pattern
from agent.grounding.figures import WrittenFigure, figures_in

_NEAR = re.compile(r"(?:\s|[$€£¥(]|USD|EUR)*$")
_SIGNS = re.compile(r"\s*[=:≈＝：,(–-]\s*$")
_BELOW_OR_ABOVE = re.compile(r"[<>≤≥＜＞]=?\s*$")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_OF_REACH = 40  # characters between a measure and the "of" that tells its value
_WORDS_BACK = 2  # words between "0.05 is the" and the measure


@dataclass(frozen=True)
class Passage:
    """A text with its numbers filled in, where a piece of it begins, and where the filled-in numbers stand."""

    text: str
    start: int = 0
    filled: Sequence[tuple[int, int]] = field(default=())


def is_told_as_result(figure: WrittenFigure, passage: Passage) -> bool:
    """Whether the words around a figure of the passage's piece tell it as what was found."""
    place = _place(figure, passage)
    if place.is_guarded():
        return False
    return any(_tells(place, language) for language in languages())


def is_threshold(figure: WrittenFigure, passage: Passage) -> bool:
    """Whether the figure is told as a bound: above it, at most it, it or more."""
    return not _is_year(figure) and _place(figure, passage).is_bound()


def is_said_as_threshold(figure: WrittenFigure, passage: Passage) -> bool:
    """Whether its sentence tells the figure as a bound or a condition in any way."""
    place = _place(figure, passage)
    if place.is_bound():
        return True
    near, after = place.near, place.after
    roles = ("bounds_before", "bounds", "conditions")
    return any(
        any(language.found(role, near) for role in roles)
        or any(language.found(role, after) for role in ("bounds", "bounds_after"))
        for language in languages()
    )


@dataclass(frozen=True)
class _Place:
    """A figure in its sentence. `near` is what stands before it since the last filled-in number."""

    figure: WrittenFigure
    before: str
    near: str
    after: str

    def is_bound(self) -> bool:
        if _BELOW_OR_ABOVE.search(_bare(self.before)) or self._is_followed("bounds_after"):
            return True
        return any(
            _ends_in(language, "bounds_before", _without_approximately(self.before, language))
            for language in languages()
        )

    def is_guarded(self) -> bool:
        """Whether the words right beside it say that it is a bound, a place in a ranking, or a period."""
        return self.is_bound() or self._is_followed("no_results_after")

    def _is_followed(self, role: str) -> bool:
        told = self.after.lstrip(" -–‑)")
        return told.startswith("+") or any(pattern(language.words[role]).match(told) for language in languages())


def _place(figure: WrittenFigure, passage: Passage) -> _Place:
    text = passage.text
    start = passage.start + figure.start
    end = start + len(figure.text)
    begins = max((mark.end() for mark in SENTENCE_END.finditer(text, 0, start) if _ends(mark, passage)), default=0)
    ends = next((mark.start() for mark in SENTENCE_END.finditer(text, end) if _ends(mark, passage)), len(text))
    last = max((stop for _, stop in passage.filled if stop <= start), default=begins)
    following = min((begin for begin, _ in passage.filled if begin >= end), default=ends)
    return _Place(figure, text[begins:start], text[max(begins, last) : start], text[end : min(ends, following)])


def _ends(mark: re.Match[str], passage: Passage) -> bool:
    return not any(start <= mark.start() < end for start, end in passage.filled)


def _tells(place: _Place, language: Language) -> bool:
    if not re.search(r"\w", place.before + place.after):
        return True
    bare = _bare(_without_approximately(place.before, language))
    return (
        _is_joined(bare, place, language)
        or _is_measure_of(bare, place, language)
        or _is_given(bare, place, language)
        or _ends_in(language, "counted", bare)
        or _is_measured_after(place, language)
    )


def _is_joined(bare: str, place: _Place, language: Language) -> bool:
    """`.. is 50`: a result, but for conditions ("where age is 50") and bounds ("the threshold is 50")."""
    joint = _ending(language, "joins", bare)
    if joint is None:
        return False
    subject = bare[:joint][-len(place.near) :] if place.near else ""
    if not language.found("measures", subject) and language.found("bounds", subject):
        return False
    conditions = language.found("conditions", subject)
    condition = subject[conditions[-1][1] :] if conditions else None
    ended = figures_in(subject.rstrip())
    is_one = bool(ended) and ended[-1].end == len(subject.rstrip())
    return condition is None or "," in condition or is_one or bool(language.found("measures", condition))


def _is_measure_of(bare: str, place: _Place, language: Language) -> bool:
    """`p-value 0.05`, `mean: 50`, `a mean of 50`; a year, and a number of things, are not meant so."""
    if _is_year(place.figure):
        return False
    if _ends_in(language, "measures", _SIGNS.sub("", bare).rstrip()):
        return not _starts_with(language, "things", place.after)
    joint = _ending(language, "of", bare)
    if joint is None or _starts_with(language, "things", place.after):
        return False
    cuts = [end for role in ("conditions", "of") for _, end in language.found(role, bare[:joint])]
    reach = bare[max(cuts, default=0) : joint][-_OF_REACH:]
    return bool(language.found("measures", reach)) and not language.found("bounds", reach)


def _is_given(bare: str, place: _Place, language: Language) -> bool:
    """`.. with 50.`, `North (50)`: at the end of its words, where no things follow that it would count."""
    if _is_year(place.figure) or any(each.found("bounds", place.near) for each in languages()):
        return False
    enclosed = place.before.rstrip().endswith("(") and place.after.lstrip().startswith(")")
    return enclosed or (_ends_in(language, "giving", bare) and not re.match(r"\s*\w", place.after))


def _is_measured_after(place: _Place, language: Language) -> bool:
    """`50 on average`, `0.05 is the p-value`."""
    told = place.after.lstrip(" )")
    if pattern(language.words["measured_after"]).match(told):
        return True
    joint = pattern(language.words["joins_after"]).match(told)
    if joint is None:
        return False
    words = re.split(r"\s+", told[joint.end() :].strip())
    return any(pattern(language.words["measures"]).match(" ".join(words[skip:])) for skip in range(_WORDS_BACK + 1))


def _without_approximately(text: str, language: Language) -> str:
    bare = _bare(text)
    start = _ending(language, "approximately", bare)
    return bare if start is None else bare[:start]


def _bare(text: str) -> str:
    return _NEAR.sub("", text)


def _ending(language: Language, role: str, text: str) -> int | None:
    """Where the word of this role begins in which the text ends; None when it ends in none."""
    return next((start for start, end in language.found(role, text) if end == len(text)), None)


def _ends_in(language: Language, role: str, text: str) -> bool:
    return _ending(language, role, text) is not None


def _starts_with(language: Language, role: str, text: str) -> bool:
    return pattern(language.words[role]).match(text.lstrip()) is not None


def _is_year(figure: WrittenFigure) -> bool:
    return _YEAR.fullmatch(figure.text) is not None
