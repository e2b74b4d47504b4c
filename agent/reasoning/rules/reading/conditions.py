"""Conditions of a question on named values and on periods."""

from collections import defaultdict
from collections.abc import Iterator

from agent.reasoning.rules.reading.cells import ValueMention
from agent.reasoning.rules.reading.column_names import Candidate, name_words
from agent.reasoning.rules.reading.dates import DateMention
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import identifier_for, is_number, ref
from agent.reasoning.rules.reading.periods import period_filter
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.roles import plays, role_of_place
from agent.reasoning.rules.reading.text import is_cjk
from agent.specs.base import FilterOp
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

Alternatives = list[ConditionSlot]


_LEAVING_OUT = frozenset({"leave", "exclude", "excluding", "without", "omit", "ignore", "drop", "skip", "disregard"})
_TAKING_IN_BEFORE = frozenset({"including", "incl", "inklusive", "inkl", "einschließlich"})
_TAKING_IN_BEHIND = frozenset({"included", "inbegriffen", "eingeschlossen", "inklusive", "mitgezählt"})
_ANY_DATE = frozenset({"date", "day", "time", "on", "at", "datum", "tag", "of"})
_FAR = 6  # words between "leave out" at the start of a question and the cell it speaks of


def _cut(question: Question, start: int, end: int) -> bool:
    """Whether words between open another part of the sentence: `leave out X and show Y`."""
    return any(token.text in ("and", "but", "then", "show", "und", "aber") for token in question.tokens[start:end])


def _reach(mark: Mark) -> int:
    """How far a denial reaches: "non" no further than its own word, so that non-smoking women are women."""
    return 2 if mark.text == "non" else 4


def is_negated(question: Question, start: int) -> bool:
    """Whether "not", "except", "without" ... stands within three words before."""
    if any(start - _reach(mark) <= mark.end - 1 < start for mark in question.tagged("not", "not_in_list")):
        return True
    if any(mark.end == start for mark in question.tagged("none")):
        return True  # days with no rain
    verbs = [mark for mark in question.tagged("not") if mark.text.split()[0] in _LEAVING_OUT and mark.start <= 1]
    if any(mark.end <= start <= mark.end + _FAR and not _cut(question, mark.end, start) for mark in verbs):
        return True
    return any(start < mark.start <= start + 3 for mark in question.tagged("excluded"))


def is_negated_behind(question: Question, end: int) -> bool:
    """Japanese denies what stands before: 札幌店を除いた, 渋谷店以外."""
    return any(end <= mark.start <= end + 1 and is_cjk(mark.text) for mark in question.tagged("not"))


def is_taken_in(question: Question, mention: ValueMention) -> bool:
    """`cancelled ones included`, `including returns`: nothing is left out, and nothing is chosen either."""
    before = {token.text for token in question.tokens[max(0, mention.start - 2) : mention.start]}
    behind = {token.text for token in question.tokens[mention.end : mention.end + 2]}
    return bool(before & _TAKING_IN_BEFORE or behind & _TAKING_IN_BEHIND)


def value_conditions(
    question: Question, skip: frozenset[str], table: DatasetProfile, grouped: frozenset[str] = frozenset()
) -> list[Alternatives]:
    """Named cells as conditions, values of one column joined; `skip` are columns that the question compares.

    `grouped` are columns told apart: in `how many hotels per type` the hotels are all rows, none of the types.
    """
    undecided: list[Alternatives] = []
    by_column: dict[tuple[str, str, bool], list[ValueMention]] = defaultdict(list)
    for mention in question.values:
        match = _preferred(mention, question, table)
        if match.column in grouped and _is_noun_of_rows(mention, question, table):
            continue
        equal = _equally_plausible(mention, question, table)
        if len(equal) > 1 and match.column not in skip and len(question.values) == 1:
            negated = is_negated(question, mention.start) or is_negated_behind(question, mention.end)
            undecided.append([_one_cell(item, mention, negated, question) for item in equal])
            continue
        if match.column not in skip and not is_taken_in(question, mention):
            negated = is_negated(question, mention.start) or is_negated_behind(question, mention.end)
            by_column[(match.dataset_id, match.column, negated)].append(mention)
    return undecided + [
        [_value_condition(dataset_id, column, mentions, negated, question, table)]
        for (dataset_id, column, negated), mentions in by_column.items()
    ]


def _one_cell(match: ValueMatch, mention: ValueMention, negated: bool, question: Question) -> ConditionSlot:
    words = " ".join(token.text for token in question.tokens[mention.start : mention.end])
    target = ColumnRef(dataset_id=match.dataset_id, column=match.column)
    return ConditionSlot(column=target, op="!=" if negated else "==", value=match.value, words=words)


def _equally_plausible(mention: ValueMention, question: Question, table: DatasetProfile) -> list[ValueMatch]:
    """`agent Priya` where two columns of agents hold her: all that the word before the cell names alike."""
    said = question.tokens[mention.start - 1].stem if mention.start else ""
    exact = [match for match in mention.matches if match.kind == "exact" and match.dataset_id == table.dataset_id]
    once = {match.column: match for match in exact if said in name_words(match.column)}
    role = role_of_place(question, mention.start, mention.end)
    told = {token.stem for token in question.tokens}
    fuller = [name for name in once if len(set(name_words(name)) & told) > 1 or set(name_words(name)) == {said}]
    return [] if role or fuller else list(once.values())


def _preferred(mention: ValueMention, question: Question, table: DatasetProfile) -> ValueMatch:
    """Of equal matches, the one whose column plays the part said ("to SEA"), is named or was last bounded."""
    role = role_of_place(question, mention.start, mention.end) if len(mention.matches) > 1 else None
    named = _nearest_before(mention, question)
    return min(
        mention.matches,
        key=lambda match: (
            role is not None and not plays(question.dataset(match.dataset_id).column(match.column), role, question),
            named is not None and match.column not in named,
            (match.dataset_id, match.column) not in question.talked,
            match.dataset_id != table.dataset_id,
        ),
    )


def _nearest_before(mention: ValueMention, question: Question) -> frozenset[str] | None:
    """The columns named closest before the cell, else those named at all; None when none of its own is named."""
    own = {match.column for match in mention.matches}
    links = [link for link in question.links if own & {candidate.name for candidate in link.candidates}]
    before = [link for link in links if link.end <= mention.start]
    chosen = before[-1:] or links
    return frozenset(candidate.name for link in chosen for candidate in link.candidates) or None


def _value_condition(
    dataset_id: str,
    column: str,
    mentions: list[ValueMention],
    negated: bool,
    question: Question,
    table: DatasetProfile,
) -> ConditionSlot:
    values = list(dict.fromkeys(_preferred(mention, question, table).value for mention in mentions))
    words = " ".join(token.text for mention in mentions for token in question.tokens[mention.start : mention.end])
    target = ColumnRef(dataset_id=dataset_id, column=column)
    if len(values) == 1:
        doubtful = not negated and _says_what_a_row_is(mentions[0], column, question, table)
        op: FilterOp = "!=" if negated else "=="
        return ConditionSlot(column=target, op=op, value=values[0], words=words, doubtful=doubtful)
    return ConditionSlot(column=target, op="not_in" if negated else "in", value=list(values), words=words)


def _says_what_a_row_is(mention: ValueMention, column: str, question: Question, table: DatasetProfile) -> bool:
    """`how many hotels` of a file of hotels, of which only some have the type Hotel. The type's own name settles it."""
    if mention.end - mention.start > 1 or column in (_nearest_before(mention, question) or ()):
        return False
    return _is_noun_of_rows(mention, question, table)


def _is_noun_of_rows(mention: ValueMention, question: Question, table: DatasetProfile) -> bool:
    noun = question.tokens[mention.start].stem
    named = noun in question.file_words or identifier_for(noun, table, question.words) is not None
    return named and mention.end - mention.start == 1


def date_columns(table: DatasetProfile) -> list[Candidate]:
    """Columns that hold dates, those that need no question first."""
    found = [Candidate(table.dataset_id, column) for column in table.columns if column.kind in DATE_KINDS]
    return sorted(found, key=lambda candidate: candidate.column.kind == "ambiguous_date")


def date_column_for(question: Question, position: int, table: DatasetProfile) -> Candidate | None:
    """The date column that words nearest the position name (hired, left, signed up), else the table's first."""
    named = [
        (abs(link.start - position), candidate)
        for link in question.links
        for candidate in link.candidates
        if candidate.column.kind in DATE_KINDS
    ]
    if named:
        return min(named, key=lambda item: item[0])[1]
    found = date_columns(table)
    measured = {word for link in question.links if is_number(link.first.column) for word in name_words(link.first.name)}
    fitting = [candidate for candidate in found if measured & set(name_words(candidate.name)) - _ANY_DATE]
    return next(iter(fitting or found), None)


def date_conditions(question: Question, table: DatasetProfile, year: int | None) -> list[Alternatives]:
    """Periods as conditions on the date column they belong to. `year` is the one talked about, for bare months."""
    return [
        slots
        for mention in question.dates
        if (column := date_column_for(question, mention.start, table))
        and (slots := list(_date_alternatives(mention, column, year)))
    ]


def _date_alternatives(mention: DateMention, column: Candidate, year: int | None) -> Iterator[ConditionSlot]:
    for condition in period_filter(mention, column.column, year):
        yield ConditionSlot(
            column=ref(column),
            op=condition.op,
            value=condition.value,
            part=condition.part,
            words=_counted_from(mention, condition.words),
        )


def _counted_from(mention: DateMention, words: str) -> str:
    """The words of a condition; a period counted from the ends of the data says so."""
    return f"from the end: {words}" if mention.period.from_end is not None else words
