"""Worked examples over a made-up table; those whose kind of question is most like the one asked are shown."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

SHOWN = 6
TABLE = (
    '"order_id" identifier; "ordered_on" date; "region" text: "North", "South"; "product" text; "channel" text; '
    '"customer_id" identifier; "price" number; "quantity" number; "rating" number; "returned" boolean'
)


@dataclass(frozen=True)
class Example:
    """A question with its answer as JSON. `words` is a pattern of what such questions say."""

    words: str
    question: str
    answer: str

    @property
    def text(self) -> str:
        """As it stands in a prompt."""
        return f"Question: {json.dumps(self.question)}\n{self.answer}"


@cache
def catalogue() -> tuple[Example, ...]:
    """All examples."""
    text = files("agent.reasoning.chat.language").joinpath("examples.json").read_text(encoding="utf-8")
    return tuple(
        Example(entry["words"], entry["question"], json.dumps(entry["answer"], ensure_ascii=False))
        for entry in json.loads(text)
    )


def chosen_for(question: str, shown: int = SHOWN) -> tuple[Example, ...]:
    """The examples most like the question, in the order of the catalogue; the first ones where nothing is alike."""
    asked = question.casefold()
    ranked = sorted(catalogue(), key=lambda example: -len({*re.findall(_starts(example.words), asked)}))
    kept = set(ranked[:shown])
    return tuple(example for example in catalogue() if example in kept)


@cache
def _starts(words: str) -> str:
    """The words of a pattern where a word begins; scripts without blanks have no such place."""
    return "|".join(part if not part.isascii() else rf"\b{part}" for part in words.split("|"))


def example_of(tags: Iterable[str]) -> str:
    """The first worked example that computes one of these ops, kinds or steps; "" when none does."""
    for tag in tags:
        named = re.compile(rf'"(?:op|kind|step)": {re.escape(json.dumps(tag))}')
        found = next((example.text for example in catalogue() if named.search(example.answer)), "")
        if found:
            return found
    return ""


# ----------------------------------------------------------------
# Specs that few questions need: told in a short line always, and in full where the question's words ask for them.


MOST = 3
"""So many are told in full beside a question."""


@cache
def rare_forms() -> Mapping[str, re.Pattern[str]]:
    """The op, kind or step -> what questions say that may need it, in the languages that are read."""
    text = files("agent.reasoning.chat.language").joinpath("rare_forms.json").read_text(encoding="utf-8")
    return {name: re.compile(_rare_form_starts(words), re.IGNORECASE) for name, words in json.loads(text).items()}


def asked_for(question: str, tried: str = "", most: int = MOST) -> tuple[str, ...]:
    """The rare forms that a question may need, most of its words first, of as many the longer ones ("right after" says
    more than "after"); before them those named in `tried`, the specs or the error of an earlier attempt.
    """
    named = [name for name in rare_forms() if re.search(rf"\b{name}\b", tried)]
    others = {name: pattern for name, pattern in rare_forms().items() if name not in named}
    hits = {name: {found[0].casefold() for found in others[name].finditer(question)} for name in others}
    ranked = sorted(filter(hits.get, hits), key=lambda name: (-len(hits[name]), -len("".join(hits[name]))))
    return (*named, *ranked)[: max(most, len(named))]


def _rare_form_starts(words: str) -> str:
    """The words where a word begins; scripts without blanks have no such place."""
    return "|".join(part if not part.isascii() else rf"(?<!\w){part}" for part in words.split("|"))
