"""A question with preparations, read whole: the steps in the order said, and the question that is left."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.reasoning.rules.reading.frame import Frame, Preparation
from agent.reasoning.rules.reading.preparing.clauses import Sentence, inline_columns, sentence_of, tidied
from agent.reasoning.rules.reading.preparing.formulas import new_column
from agent.reasoning.rules.reading.preparing.masked import signs_in
from agent.reasoning.rules.reading.preparing.profiles import prepared
from agent.reasoning.rules.reading.preparing.rules_said import (
    counted_outliers,
    outlying_rule,
    says_only_the_rule,
    says_the_scale_again,
)
from agent.reasoning.rules.reading.preparing.steps import Clause, Given, added, steps_of
from agent.reasoning.rules.reading.preparing.topics import about_the_topic, targets
from agent.reasoning.rules.reading.preparing.two_states import LEAD, refuse_two_states
from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from agent.reasoning.rules.reading.sentence_kinds import DEVIATES, FORMAT, LIST_NUMBER, SENTENCE
from agent.specs.transforms import (
    DeriveColumn,
    Rescale,
    Transform,
    TreatOutliers,
)
from registry.profile import DatasetProfile

_OF_NOW = re.compile(
    r"\b(?:new|updated|transformed|cleaned|resulting|filled|imputed|remaining|filtered|log-transformed|recalculated|"
    r"rescaled|scaled|normali[sz]ed|standardi[sz]ed|clipped|capped)\s+(?=(?:mean|average|median|standard|std|variance|⟦|⟪|"
    r"values?\b|min|max|sum|data\b))",
    re.I,
)
_NEW_ONE = re.compile(
    r"\b(?:this|the|that|its)\s+(?:new(?:ly created)?|resulting|created|derived|transformed)\s+"
    r"(?:feature|column|variable|field)(?:\s+(?:column|⟪\d+⟫))?",
    re.I,
)
_AFTERWARDS = re.compile(
    r"\s*,?\s*\bafter(?:wards)?\s+(?:the\s+|this\s+|that\s+)?(?:outlier\s+|data\s+)?(?:removal|cleaning|transformation|"
    r"imputation|preprocessing|pre-processing|filling|normali[sz]ation|standardi[sz]ation)(?:\s+of\s+(?:the\s+)?outliers)?",
    re.I,
)
_AGAIN = re.compile(r"\bre-?calculat(?=e|ing)", re.I)
_SLOTS = re.compile(r"@\w+\[|^\W*where\b|^\W*[\"“<'‘][^\"”>'’]+[\"”>'’]\s+(?:is|are|denotes|represents|should)\b", re.I)
"""Places of the form that is asked for, and what is said of them: nothing to compute."""
_SAME_AS = re.compile(
    r"^\W*(?:(?:calculat|comput|defin|creat|deriv|generat|represent)\w*\s+)?(?:the\s+)?(?P<name>⟪\d+⟫)"
    r"(?:\s+(?:column|feature|variable|for each \w+|for every \w+))*\s*(?:\s(?:as|by|is|using)\b|=|"
    r":)+\s*(?P<body>.+?)\W*$",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True)
class Preparing:
    """`question`: what is left to read, in words, with the names of new columns. `preparation`: None where what was to
    be done needs no step (nothing is missing that could be filled).
    """

    question: str
    preparation: Preparation | None

    @property
    def asks_nothing(self) -> bool:
        """Whether the words only prepare."""
        return not _WORD.search(re.sub(r"\b(?:and|now|again|but|then|und|jetzt|the same|same)\b", "", self.question))


@dataclass
class _Reading:
    """What is gathered sentence by sentence. `renamed`: columns whose transformed form is meant from there on."""

    table: DatasetProfile
    given: Given
    steps: list[Transform] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    defined: dict[str, Transform] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)


def preparing(question: str, datasets: Sequence[DatasetProfile], last: Frame | None) -> Preparing | None:
    """The preparations of a question; None when it has none. UnclearError for one that cannot be read."""
    pieces = [piece.strip(" {}") for piece in SENTENCE.split(LIST_NUMBER.sub(" ", question)) if piece.strip(" {}")]
    forms = [piece for piece in pieces if _is_form(piece) and not _SLOTS.search(piece)]
    sentences = [sentence_of(piece, datasets) for piece in pieces if not _is_form(piece)]
    news = [pair for item in sentences for pair in inline_columns(item.left)]
    if not any(item.clauses for item in sentences) and not news:
        unread = next((item.unread for item in sentences if item.unread), "")
        if unread:
            raise UnclearError(unread)
        return None
    refuse_two_states(sentences)
    table = _table(sentences, datasets)
    reading = _Reading(table, _given(sentences, question, table, last))
    for sentence in sentences:
        _take(sentence, reading)
    topics = {name for step in reading.steps for name in targets(step)} - set(reading.renamed)
    named = {ref.column for item in sentences for sign in signs_in(item.left) for ref in item.within.column(sign)}
    measures = any(_is_number(reading.table, name) for name in named)
    reading.left = about_the_topic(reading.left, topics, names_another=measures)
    _add_count_of_outliers(question, reading)
    _refuse_unused_forms(reading)
    steps = _once(reading.steps)
    text = "\n".join([*(part for part in reading.left if part), *forms])
    return Preparing(text, Preparation(dataset_id=table.dataset_id, steps=steps) if steps else None)


def _is_form(piece: str) -> bool:
    if _SLOTS.search(piece):
        return True
    return FORMAT.search(piece) is not None and not re.search(r"\b(?:remov|fill|imput|drop|exclud)\w*", piece, re.I)


def _once(steps: list[Transform]) -> list[Transform]:
    """Each step once: a task says in its constraints again what it said before."""
    kept: list[Transform] = []
    for step in steps:
        if step not in kept:
            kept.append(step)
    treated = [step.col for step in kept if isinstance(step, TreatOutliers)]
    if len(treated) != len(set(treated)):
        raise UnclearError()
    return kept


def _table(sentences: Sequence[Sentence], datasets: Sequence[DatasetProfile]) -> DatasetProfile:
    """The data set whose columns the clauses name, or the only one."""
    named = [
        ref.dataset_id
        for item in sentences
        for clause in item.clauses
        for sign in signs_in(clause.text)
        for ref in item.within.column(sign)
    ]
    named = named or [ref.dataset_id for item in sentences for refs in item.within.columns for ref in refs]
    tables = set(named) or {table.dataset_id for table in datasets}
    if len(tables) != 1:
        raise UnclearError()
    return next(table for table in datasets if table.dataset_id in tables)


def _given(sentences: Sequence[Sentence], question: str, table: DatasetProfile, last: Frame | None) -> Given:
    """What the clauses are read against: the columns that the rest measures, else those of the last question."""
    named = {
        ref.column
        for item in sentences
        for sign in signs_in(item.left)
        for ref in item.within.column(sign)
        if ref.dataset_id == table.dataset_id and _is_number(table, ref.column)
    }
    if not named and last is not None:
        named = {
            ref.column
            for metric in last.metrics
            for ref in metric.columns
            if ref.dataset_id == table.dataset_id and _is_number(table, ref.column)
        }
    population = DEVIATES.search(question) is not None
    return Given(table, tuple(sorted(named)), population, outlying_rule(sentences, table, population))


def _is_number(table: DatasetProfile, name: str) -> bool:
    column = table.column(name)
    return column is not None and column.kind == "number"


# ---------------------------------------------------------------- one sentence


def _take(sentence: Sentence, reading: _Reading) -> None:
    """Adds the steps of a sentence, and what it asks beside them."""
    for clause in sentence.clauses:
        _take_clause(clause, reading)
    left = sentence.left
    if not sentence.clauses and (
        _restates(sentence, reading)
        or says_only_the_rule(sentence, reading.given)
        or says_the_scale_again(sentence, reading.steps)
    ):
        return
    if sentence.unread:
        raise UnclearError(sentence.unread)
    for text, new in inline_columns(left):
        name = sentence.within.plain(new.words)
        now = replace(reading.given, table=_now(reading))
        if now.table.column(name) is None:
            reading.steps.append(added(new, name, sentence.within, now))
        left = left.replace(text, f" {name} ")
    words = tidied(_with_names(left, sentence, reading))
    if not LEAD.match(tidied(left)):
        reading.left.append(words if re.search(r"[.?!。？]$", words) or not words else f"{words}.")


def _now(reading: _Reading) -> DatasetProfile:
    """The data set as it stands after the steps so far."""
    if not reading.steps:
        return reading.table
    done = Preparation(dataset_id=reading.table.dataset_id, steps=reading.steps)
    return prepared([reading.table], done)[0]


def _take_clause(clause: Clause, reading: _Reading) -> None:
    steps = steps_of(clause, replace(reading.given, table=_now(reading)))
    for step in steps:
        if isinstance(step, DeriveColumn | Rescale) and clause.kind in ("formula", "minmax", "zscore"):
            source = step.col if isinstance(step, Rescale) else clause_source(step)
            reading.renamed[source] = str(step.name)
        if clause.kind == "create":
            reading.defined[str(getattr(step, "name", ""))] = step
        if step not in reading.steps:
            reading.steps.append(step)


def clause_source(step: DeriveColumn) -> str:
    """The one column that a logarithm or root is taken of."""
    parts = step.expression
    while not isinstance(parts[1], str):
        assert isinstance(parts[1], list)
        parts = parts[1]
    return parts[1]


def _with_names(left: str, sentence: Sentence, reading: _Reading) -> str:
    """The words left with columns by name: the transformed one where a column was transformed."""
    text = _AFTERWARDS.sub(" ", _AGAIN.sub("calculat", left))
    made = [str(name) for step in reading.steps if (name := getattr(step, "name", None))]
    if made:
        text = _NEW_ONE.sub(f"the {made[-1]}" if len(made) == 1 else lambda found: found.group(), text)
    text = _OF_NOW.sub("", text)
    for sign in signs_in(text):
        names = {ref.column for ref in sentence.within.column(sign)}
        renamed = [reading.renamed[name] for name in names if name in reading.renamed]
        if renamed and len(names) == 1:
            text = text.replace(sign, renamed[0])
    return sentence.within.plain(re.sub(r"⟪(\d+)⟫", lambda found: _bare(found, sentence, made), text))


def _bare(found: re.Match[str], sentence: Sentence, made: Sequence[str]) -> str:
    """A quoted name of a new column without its quotes."""
    name = sentence.within.name(found.group())
    return name if name in made else found.group()


def _restates(sentence: Sentence, reading: _Reading) -> bool:
    """`Calculate "Spread" for each row by subtracting ...`: says again what the new column is."""
    match = _SAME_AS.match(sentence.left)
    if match is None:
        return False
    name = sentence.within.name(match.group("name"))
    known = reading.defined.get(name)
    new = new_column(match.group("body"))
    if known is None or new is None:
        return False
    if added(new, name, sentence.within, replace(reading.given, table=reading.table)) != known:
        raise UnclearError(sentence.within.plain(sentence.left))
    return True


def _add_count_of_outliers(question: str, reading: _Reading) -> None:
    """How many were removed is counted before they are."""
    treated = [step for step in reading.steps if isinstance(step, TreatOutliers)]
    if len(treated) == 1:
        reading.left = counted_outliers(question, reading.left, treated[0])


def _refuse_unused_forms(reading: _Reading) -> None:
    """A column on another scale that nothing is asked of: what is asked may be meant of all columns."""
    text = " ".join(reading.left).casefold()
    if any(name.casefold() not in text for name in reading.renamed.values()) and text:
        raise UnclearError(next(iter(reading.renamed)))
