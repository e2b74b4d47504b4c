"""Questions about ideas: is it one, which one, and a plain explanation from the glossary."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import ExplainConcept, Explanation
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.narration.suggestions import NEXT, alternatives
from languages.phrase_files import ENGLISH

# ----------------------------------------------------------------
# The built-in glossary: concepts with the words that people use for them, from one data file a language.


FOLDER = Path(__file__).parent / "glossary"
ALIKE = 86
"""Words this alike (0 to 100) are the same with a typing mistake. Below five letters no mistake is allowed for."""
SHORTEST_ALIKE = 5
AT_ALL_ALIKE = 60
ASIDE = 3
"""Words beyond the idea that "what is a p-value in ..." may have."""
_NOISE = re.compile(r"[^\w\s'/²*-]+")


@dataclass(frozen=True)
class Concept:
    """An idea with its explanation. `computable`: the data may have a number of that name. See the data file."""

    concept_id: str
    name: str
    aliases: tuple[str, ...]
    text: str
    computable: bool = False
    whole: bool = False
    pair: tuple[str, ...] = ()


@dataclass(frozen=True)
class Frames:
    """The words around an idea that show that the idea itself is asked for."""

    strong: tuple[str, ...]
    weak: tuple[str, ...]
    definite: frozenset[str]
    indefinite: frozenset[str]
    ignored: tuple[str, ...]
    spaced: bool


@dataclass(frozen=True)
class Found:
    """A question taken apart: the concepts in it, and the words that stand before them and are left over."""

    concepts: tuple[Concept, ...]
    before: tuple[str, ...]  # the word before each concept
    rest: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """All concepts of a language and how to find them in a question."""

    language: str
    concepts: tuple[Concept, ...]
    frames: Frames = field(repr=False)

    @cached_property
    def by_id(self) -> Mapping[str, Concept]:
        """Concepts by their id."""
        return {concept.concept_id: concept for concept in self.concepts}

    @cached_property
    def by_alias(self) -> Mapping[str, Concept]:
        """Concepts by alias, longest alias first."""
        named = {alias: concept for concept in self.concepts for alias in concept.aliases}
        return dict(sorted(named.items(), key=lambda entry: -len(entry[0])))

    def whole(self, question: str) -> Concept | None:
        """The concept that the whole question names, such as a greeting."""
        said = normal(question)
        known = {alias: concept for alias, concept in self.by_alias.items() if concept.whole}
        best = process.extractOne(said, known.keys(), scorer=fuzz.ratio, score_cutoff=ALIKE)
        return known[best[0]] if best and (len(said) >= SHORTEST_ALIKE or said == best[0]) else None

    def take_apart(self, text: str) -> Found:
        """The concepts named in a text, in its order, longest names first; "A and B" may have an entry of its own."""
        spans = self._spans(text) or self._alike_spans(text)
        concepts = tuple(dict.fromkeys(concept for _, _, concept in spans))
        before = tuple((text[:start].split() or [""])[-1] for start, _, _ in spans)
        for start, end, _ in reversed(spans):
            text = f"{text[:start]} {text[end:]}"
        return Found(self._paired(concepts), before, self._left_over(text))

    def named_in(self, question: str) -> tuple[Concept, ...]:
        """The concepts that a question names, whatever else it says."""
        text, _ = self.unframed(question)
        return tuple(concept for concept in self.take_apart(text).concepts if not concept.whole)

    def unframed(self, question: str) -> tuple[str, str]:
        """The question without the words that ask for an idea, and how clear those are: strong, weak or ""."""
        text = normal(question)
        strong = self._without(text, self.frames.strong)
        if strong != text:
            return strong, "strong"
        weak = self._without(text, self.frames.weak)
        return weak, "weak" if weak != text else ""

    def nearest(self, question: str, limit: int) -> tuple[Concept, ...]:
        """The concepts with the most similar names."""
        text, _ = self.unframed(question)
        rest = " ".join(self._left_over(text))
        names = {alias: alias for alias, concept in self.by_alias.items() if not concept.whole}
        alike = process.extract(rest, names, scorer=fuzz.ratio, limit=limit * 3, score_cutoff=AT_ALL_ALIKE)
        return tuple(dict.fromkeys(self.by_alias[alias] for _, _, alias in alike))[:limit]

    def _spans(self, text: str) -> list[tuple[int, int, Concept]]:
        spans: list[tuple[int, int, Concept]] = []
        for alias, concept in self.by_alias.items():
            if concept.whole or alias not in text:
                continue
            for match in re.finditer(self._bounded(re.escape(alias)), text):
                if all(match.end() <= start or end <= match.start() for start, end, _ in spans):
                    spans.append((match.start(), match.end(), concept))
        return sorted(spans, key=lambda span: span[0])

    def _alike_spans(self, text: str) -> list[tuple[int, int, Concept]]:
        """The one best place where the text has an alias with a typing mistake."""
        words = list(re.finditer(r"\S+", text))
        best: tuple[float, int, int, Concept] | None = None
        for alias, concept in self.by_alias.items():
            size = alias.count(" ") + 1
            if concept.whole or len(alias) < SHORTEST_ALIKE:
                continue
            for place in range(len(words) - size + 1):
                start, end = words[place].start(), words[place + size - 1].end()
                score = fuzz.ratio(text[start:end], alias, score_cutoff=ALIKE)
                if score >= ALIKE and (best is None or score > best[0]):
                    best = (score, start, end, concept)
        return [best[1:]] if best else []

    def _paired(self, concepts: tuple[Concept, ...]) -> tuple[Concept, ...]:
        ids = {concept.concept_id for concept in concepts}
        pair = next((entry for entry in self.concepts if entry.pair and set(entry.pair) <= ids), None)
        return (pair,) if pair is not None else concepts

    def _left_over(self, text: str) -> tuple[str, ...]:
        if self.frames.spaced:
            return tuple(word for word in text.split() if word.strip("-'/*") and word not in self.frames.ignored)
        return tuple(self._without(text, self.frames.ignored).split())

    def _without(self, text: str, phrases: Sequence[str]) -> str:
        for phrase in phrases:
            parts = "(.*)".join(re.escape(part) for part in phrase.split("*"))
            text = re.sub(self._bounded(parts), lambda found: f" {' '.join(found.groups())} ", text)
        return text

    def _bounded(self, pattern: str) -> str:
        """Whole words only; where words are not spaced, that goes for Latin ones."""
        letters = r"\w" if self.frames.spaced else "[a-z0-9]" if pattern[:1].isascii() else ""
        return rf"(?<!{letters}){pattern}(?!{letters})" if letters else pattern


def normal(text: str) -> str:
    """Small letters, plain apostrophes, no other punctuation, single blanks."""
    return " ".join(_NOISE.sub(" ", text.casefold().replace("’", "'").replace("–", "-")).split())


def concepts_in(question: str, language: str) -> tuple[Concept, ...]:
    """The concepts that a question asks to be explained; () when it asks about the data instead."""
    glossary = glossary_in(language)
    whole = glossary.whole(question)
    if whole is not None:
        return (whole,)
    text, frame = glossary.unframed(question)
    found = glossary.take_apart(text)
    if not found.concepts or any(concept.whole for concept in found.concepts):
        return ()
    return found.concepts if _asks_for_idea(found, frame, glossary.frames) else ()


def _asks_for_idea(found: Found, frame: str, frames: Frames) -> bool:
    if not found.rest and any(concept.pair for concept in found.concepts):
        return True
    computable = any(concept.computable for concept in found.concepts)
    if any(word in frames.indefinite for word in found.before) and frame and not computable:
        return len(found.rest) <= ASIDE
    if found.rest or not frame:
        return False
    definite = any(word in frames.definite for word in found.before)
    return frame == "strong" or not (computable and definite)


@cache
def glossary_in(language: str) -> Glossary:
    """The glossary of a language: its own words and the English ones; explanations in English where it has none."""
    english = _read(ENGLISH)
    own = _read(language) if (FOLDER / f"{language}.toml").exists() else english
    concepts = [
        _concept(concept_id, entry, own.get(concept_id, {}))
        for concept_id, entry in english.items()
        if concept_id != "frames"
    ]
    return Glossary(language, tuple(concepts), _frames(own["frames"]))


def _concept(concept_id: str, english: Mapping[str, Any], own: Mapping[str, Any]) -> Concept:
    aliases = dict.fromkeys(normal(alias) for alias in (*own.get("aliases", ()), *english["aliases"]))
    return Concept(
        concept_id,
        own.get("name", english["name"]),
        tuple(aliases),
        own.get("text", english["text"]),
        english.get("computable", False),
        english.get("whole", False),
        tuple(english.get("pair", ())),
    )


def _frames(table: Mapping[str, Any]) -> Frames:
    return Frames(
        tuple(normal(phrase) for phrase in table["strong"]),
        tuple(normal(phrase) for phrase in table["weak"]),
        frozenset(table["definite"]),
        frozenset(table["indefinite"]),
        tuple(sorted(table["ignored"], key=len, reverse=True)),
        table["spaced"],
    )


def _read(language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


NEAREST = 3
LONGEST_TERM = 3
TYPICAL = ("p_value", "median", "correlation")
"""Named when nothing in the glossary is like the question."""


def concept_in(question: str) -> str | None:
    """The id of the concept that the question asks to be explained, or None when it asks about data.

    "what is a p-value?" and "explain the difference between mean and median" are about ideas; "what is the
    mean of the price" is not, for it names more than the idea; nor is "what is the mean?", a number being meant.
    """
    found = _concepts_asked(question)
    return found[0].concept_id if found else None


def ideas_named_in(question: str) -> tuple[str, ...]:
    """The ids of all concepts that the question names, whatever else it says."""
    return tuple(concept.concept_id for concept in glossary_in(detect_language(question)).named_in(question))


def unknown_term_in(question: str) -> str | None:
    """The words that a question wants explained though the glossary has none of them, or None.

    "what is heteroskedasticity?" asks so; so does "what is revenue?" where no column is called that: whether the
    words name anything in the data is for the caller to check.
    """
    glossary = glossary_in(detect_language(question))
    text, frame = glossary.unframed(question)
    found = glossary.take_apart(text)
    definite = set(text.split()) & glossary.frames.definite
    if not frame or found.concepts or definite or not 1 <= len(found.rest) <= LONGEST_TERM:
        return None
    return " ".join(found.rest)


def explain_concept(prompt: ExplainConcept) -> Explanation:
    """The explanation of what is asked: one entry, a pair's own entry, or two entries; else what comes near."""
    language = detect_language(prompt.question)
    phrases = phrases_in(language)
    found = _concepts_asked(prompt.question) or glossary_in(language).named_in(prompt.question)
    offers = alternatives(prompt.datasets, language=language)[:NEXT]
    if not found:
        return Explanation(text=_unknown(prompt.question, language, phrases), next_questions=offers)
    return Explanation(text="\n\n".join(concept.text for concept in found[:2]), next_questions=offers)


def _concepts_asked(question: str) -> tuple[Concept, ...]:
    return concepts_in(question, detect_language(question))


def _unknown(question: str, language: str, phrases: Phrases) -> str:
    glossary = glossary_in(language)
    near = glossary.nearest(question, NEAREST)
    if near:
        return phrases.say("explain.unknown", nearest=phrases.joined([concept.name for concept in near]))
    typical = [concept.name for concept in glossary.concepts if concept.concept_id in TYPICAL]
    return phrases.say("explain.unknown_plain", nearest=phrases.joined(typical))
