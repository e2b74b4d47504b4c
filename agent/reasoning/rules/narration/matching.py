"""Which fact a slot of a form means: by the statistic that it names, then by columns, groups and traits.

A slot is matched only where one fact is left. What fits two facts, or names another column, is matched to none.
"""

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import isclose
from pathlib import Path

from agent.reasoning.rules.narration.answer_form import Slot
from agent.reasoning.rules.narration.facts import NAME, Fact
from registry.columns.category_rules import header_words
from registry.profile import DatasetProfile

_STATISTICS = Path(__file__).parent / "statistics"
_WORD = re.compile(r"\d+(?:\.\d+)?|[\u3005\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3005\u3040-\u30ff\u3400-\u9fff]+")
LONGEST_PHRASE = 4
"""Words of the name of a statistic."""
SHORTEST_PLURAL = 3
_TRAITS = frozenset({"with", "without"})
_WEAK = frozenset({"count", "min", "max"})
"""`number`, `highest`: words that also stand beside another statistic (the highest average)."""


@dataclass(frozen=True)
class Said:
    """The words of one text of a slot: statistics and traits that they name, and the rest."""

    statistics: frozenset[str]
    rest: frozenset[str]

    @property
    def traits(self) -> frozenset[str]:
        """Whether the value with or without something is meant."""
        return self.statistics & _TRAITS

    @property
    def wanted(self) -> frozenset[str]:
        """The statistics proper."""
        return self.statistics - _TRAITS


def said_in(text: str) -> Said:
    """The statistics that a text names, longest phrases first, and its other words."""
    known = _statistics()
    words = _words_of(text)
    found: set[str] = set()
    rest: set[str] = set()
    place = 0
    while place < len(words):
        sizes = range(min(LONGEST_PHRASE, len(words) - place), 0, -1)
        phrases = (tuple(words[place : place + size]) for size in sizes)
        phrase = next((phrase for phrase in phrases if phrase in known), None)
        found |= known[phrase] if phrase else set()
        rest |= set() if phrase else {words[place]}
        place += len(phrase) if phrase else 1
    return Said(frozenset(found), frozenset(rest))


@dataclass(frozen=True)
class Matcher:
    """The facts of an answer, and the columns of the data that a slot could name instead. `usual`: traits where a
    slot names none."""

    facts: tuple[Fact, ...]
    datasets: tuple[DatasetProfile, ...]
    usual: frozenset[str] = frozenset()

    def number_for(self, slot: Slot) -> Fact | None:
        """The one fact with a number that the slot means."""
        texts = [said_in(slot.name), said_in(slot.inside), said_in(slot.about)]
        found: list[Fact] = []
        for said in texts:
            found = self._with(said.wanted - _WEAK) or self._with(said.wanted)
            if said.wanted:
                break
        if not any(said.wanted for said in texts):
            found = [fact for fact in self.facts if fact.number is not None]
        found = found or [fact for fact in self._looked_up() if _overlap(fact, texts[0].rest | texts[1].rest)]
        return self._one_of(self._by_traits(found, texts), slot, texts)

    def of_statistic(self, statistic: str, slot: Slot) -> Fact | None:
        """The one fact of a statistic that is beside what the slot names."""
        texts = [said_in(slot.name), said_in(slot.inside), said_in("")]
        return self._one_of(self._by_traits(self._with(frozenset({statistic})), texts), slot, texts)

    def leading(self, statistic: str) -> Fact | None:
        """The fact beside the name of what leads, such as the coefficient of the strongest pair."""
        named = {(fact.table.artifact_id, fact.row) for fact in self.facts if fact.statistic == NAME}
        beside = [fact for fact in self._with(frozenset({statistic})) if (fact.table.artifact_id, fact.row) in named]
        return beside[0] if len(beside) == 1 else None

    def names_for(self, slot: Slot) -> list[Fact]:
        """The facts that are the name asked for: one, or several where rows tie."""
        return self._of_one_column([fact for fact in self.facts if fact.statistic == NAME], slot)

    def listed_for(self, slot: Slot) -> list[Fact]:
        """The facts of all rows that a list asks for."""
        found = [fact for fact in self.facts if fact.statistic in ("outlying", NAME, "value") and fact.table.is_whole]
        return self._of_one_column(found, slot)

    def _of_one_column(self, found: list[Fact], slot: Slot) -> list[Fact]:
        """The facts of the one column that the slot's words name; of the only column where there is but one."""
        columns = list(dict.fromkeys((fact.table.artifact_id, fact.columns, fact.column) for fact in found))
        words = said_in(slot.name).rest | said_in(slot.inside).rest
        scores = {place: len(words & _words((place[2],))) for place in columns}
        best = max(scores.values(), default=0)
        chosen = [place for place in columns if scores[place] == best and (best or len(columns) == 1)]
        if len(chosen) != 1:
            return []
        return [fact for fact in found if (fact.table.artifact_id, fact.columns, fact.column) == chosen[0]]

    def _with(self, statistics: frozenset[str]) -> list[Fact]:
        return [fact for fact in self.facts if fact.statistic in statistics and fact.number is not None]

    def _looked_up(self) -> list[Fact]:
        return [fact for fact in self.facts if fact.statistic == "value"]

    def _by_traits(self, found: list[Fact], texts: Sequence[Said]) -> list[Fact]:
        """Where results tell with from without, only the side that the slot or the task names."""
        told = [fact for fact in found if fact.traits]
        traits = next((said.traits for said in texts if said.traits), self.usual)
        return [fact for fact in told if fact.traits & traits] if told and traits else found

    def _one_of(self, found: list[Fact], slot: Slot, texts: Sequence[Said]) -> Fact | None:
        words = [said.rest for said in texts]
        grouped = len(found) > 1 and any(fact.group for fact in found)
        found = [fact for fact in found if not grouped or (words[0] | words[1]) & _words(fact.group)]
        ranked = {place: tuple(_overlap(fact, item) for item in words) for place, fact in enumerate(found)}
        best = max(ranked.values(), default=())
        chosen = [found[place] for place, score in ranked.items() if score == best]
        if not chosen or not _same_number(chosen) or self._names_another_column(chosen[0], slot):
            return None
        return chosen[0]

    def _names_another_column(self, fact: Fact, slot: Slot) -> bool:
        """Does the slot's name speak of another column: by its whole name, or by a word where none is of the own?"""
        said = said_in(slot.name).rest
        own = [_name_words(column) for column in fact.columns]
        if not own or any(words <= said for words in own):
            return False
        words = frozenset().union(*own) | _words(fact.group)
        others = [names for names in self._columns if names not in own]
        left = {word for word in said - words if not word.isdigit()}
        return any(names <= left or (names & left and not said & words) for names in others)

    @cached_property
    def _columns(self) -> list[frozenset[str]]:
        names = (column.name for table in self.datasets for column in table.columns)
        return [words for name in names if (words := _name_words(name))]


def _same_number(facts: Sequence[Fact]) -> bool:
    """Whether there is but one fact, or several that say the same: a mean without outliers, told by two measures."""
    first = facts[0].number
    return len(facts) == 1 or (
        first is not None and all(fact.number is not None and isclose(fact.number, first) for fact in facts)
    )


def _overlap(fact: Fact, words: frozenset[str]) -> int:
    joined = {"".join(fact.columns).casefold(), "".join(reversed(fact.columns)).casefold()}
    return len(words & _words((*fact.columns, *fact.group))) + 2 * bool(len(fact.columns) > 1 and words & joined)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _words_of(text))


def _name_words(column: str) -> frozenset[str]:
    """The words of a column's name, without its unit."""
    said = _words_of(" ".join(header_words(column)) or column)
    return frozenset(word for word in said if not word[0].isdecimal())


def _words_of(text: str) -> list[str]:
    """The words of a text in lower case, each as its singular; characters of scripts without blanks one by one."""
    plain = unicodedata.normalize("NFKC", text).replace("_", " ").casefold()
    return [_singular(word) for word in _WORD.findall(plain)]


def _singular(word: str) -> str:
    if len(word) <= SHORTEST_PLURAL or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


@cache
def _statistics() -> Mapping[tuple[str, ...], frozenset[str]]:
    """What results call it, by the phrases that may stand for it in any language."""
    named: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for path in sorted(_STATISTICS.glob("*.toml")):
        for statistic, phrases in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for phrase in phrases:
                named[tuple(_words_of(phrase))].add(statistic)
    return {phrase: frozenset(found) for phrase, found in named.items()}
