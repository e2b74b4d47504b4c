"""Conditions of a question: named values, number bounds, periods, missing cells, words in a text."""

from collections import defaultdict
from collections.abc import Iterator

from agent.reasoning.rules.reading.cells import ValueMention
from agent.reasoning.rules.reading.columns import Candidate, ColumnLink, column_sets
from agent.reasoning.rules.reading.dates import DateMention
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.periods import period_filter
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.specs.base import ColumnStatisticName, FilterOp
from registry.profile import ColumnProfile, DatasetProfile
from registry.value_index import ValueMatch

Alternatives = list[ConditionSlot]
_YES = frozenset({"yes", "y", "true", "ja", "j", "oui", "si", "sí", "はい", "有"})
_NO = frozenset({"no", "n", "false", "nein", "non", "いいえ", "無"})


def is_negated(question: Question, start: int) -> bool:
    """Whether "not", "except", "without" ... stands within three words before."""
    return any(start - 4 <= mark.end - 1 < start for mark in question.tagged("not", "not_in_list"))


def value_conditions(question: Question, skip: frozenset[str], table: DatasetProfile) -> list[Alternatives]:
    """Named cells as conditions, values of one column joined; `skip` are columns that the question compares."""
    by_column: dict[tuple[str, str, bool], list[ValueMention]] = defaultdict(list)
    for mention in question.values:
        match = _preferred(mention, question, table)
        if match.column not in skip:
            by_column[(match.dataset_id, match.column, is_negated(question, mention.start))].append(mention)
    return [
        [_value_condition(dataset_id, column, mentions, negated, question, table)]
        for (dataset_id, column, negated), mentions in by_column.items()
    ]


def _preferred(mention: ValueMention, question: Question, table: DatasetProfile) -> ValueMatch:
    """Of equal matches, the one whose column the question names, else the one in the table at hand."""
    named = {candidate.name for link in question.links for candidate in link.candidates}
    ranked = sorted(
        mention.matches, key=lambda match: (match.column not in named, match.dataset_id != table.dataset_id)
    )
    return ranked[0]


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
        return ConditionSlot(column=target, op="!=" if negated else "==", value=values[0], words=words)
    return ConditionSlot(column=target, op="not_in" if negated else "in", value=list(values), words=words)


def number_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int]]:
    """Bounds with the numeric column next to them, and the positions (starts) of links that they used."""
    found: list[Alternatives] = []
    used: set[int] = set()
    for bound in question.bounds:
        link = _nearest_numeric(question, bound.start, bound.end)
        if link is None:
            continue
        used.add(link.start)
        alternatives = []
        for candidate in link.candidates:
            values = [_plain(value) for value in bound.in_unit(candidate.column.unit)]
            alternatives.append(
                ConditionSlot(
                    column=ref(candidate),
                    op=bound.op,
                    value=values if bound.op == "between" else values[0],
                    words=" ".join(token.text for token in question.tokens[bound.start : bound.end]),
                )
            )
        found.append(alternatives[:3])
    return found, frozenset(used)


def statistic_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int], frozenset[int]]:
    """`heights above the average`: conditions, and where the links and statistics that they used start."""
    found: list[Alternatives] = []
    links: set[int] = set()
    marks: set[int] = set()
    for bound in question.tagged("op:>", "op:<"):
        statistic = next(
            (mark for mark in question.tagged("agg:mean", "agg:median") if 0 <= mark.start - bound.end <= 1), None
        )
        link = _nearest_numeric(question, bound.start, bound.end) if statistic else None
        if statistic is None or link is None:
            continue
        links.add(link.start)
        marks.add(statistic.start)
        name: ColumnStatisticName = "median" if "agg:median" in statistic.tags else "mean"
        op: FilterOp = ">" if "op:>" in bound.tags else "<"
        found.append(
            [
                ConditionSlot(column=ref(item), op=op, statistic=name, words=statistic.text)
                for item in link.candidates[:3]
            ]
        )
    return found, frozenset(links), frozenset(marks)


def _plain(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def _nearest_numeric(question: Question, start: int, end: int) -> ColumnLink | None:
    """The numeric column named closest before the bound, else closest behind it."""
    links = [link for link in question.links if is_number(link.first.column)]
    aged = _age_column(question, start, end)
    if aged is not None:
        return aged
    before = [
        link for link in links if link.end <= start and start - link.end <= 6 and not _is_aggregated(question, link)
    ]
    behind = [link for link in links if link.start >= end and link.start - end <= 4]
    return before[-1] if before else behind[0] if behind else None


def _is_aggregated(question: Question, link: ColumnLink) -> bool:
    """`average charges of people over 50`: what is averaged is hardly what is bounded."""
    averaged = question.tagged("agg:mean", "agg:median", "agg:sum", "agg:std")
    return any(mark.end <= link.start <= mark.end + 2 for mark in averaged)


def _age_column(question: Question, start: int, end: int) -> ColumnLink | None:
    """`people over 50`, `older than 30`: an age, if there is one."""
    before = [token.stem for token in question.tokens[max(0, start - 1) : start + 2]]
    counted = any(end - 1 <= link.start <= end + 1 and is_number(link.first.column) for link in question.links)
    persons = any(question.words.sets_of((word,)) & {"employee", "male", "female"} for word in before)
    about_age = (persons or "older" in before or "younger" in before) and not counted
    columns = [
        Candidate(table.dataset_id, column)
        for table in question.datasets
        for column in table.columns
        if is_number(column) and "age" in column_sets(column.name, question.words)
    ]
    if not about_age or not columns:
        return None
    return ColumnLink(start, start, (columns[0],), 1.0, literal=False, exact=False)


def unattached_bounds(question: Question) -> list[tuple[str, list[int | float]]]:
    """Bounds with no column beside them: a follow-up takes the column of the last question."""
    return [
        (bound.op, [_plain(value) for value in bound.values])
        for bound in question.bounds
        if _nearest_numeric(question, bound.start, bound.end) is None
    ]


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
    return found[0] if found else None


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
            column=ref(column), op=condition.op, value=condition.value, part=condition.part, words=condition.words
        )


def null_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int]]:
    """`no comment`, `nothing in Left On`, `payment method empty`: missing cells of the column beside the word."""
    found: list[Alternatives] = []
    used: set[int] = set()
    for mark in question.tagged("null", "none", "filled"):
        behind = [link for link in question.links if mark.end <= link.start <= mark.end + 2]
        before = (
            [link for link in question.links if link.end <= mark.start <= link.end + 4] if "null" in mark.tags else []
        )
        link = behind[0] if behind else before[-1] if before else None
        named_cell = any(mark.end <= value.start <= mark.end + 1 for value in question.values)
        is_thing = "none" in mark.tags and link is not None and link.first.column.kind == "identifier"
        if link is None or link.start in used or "missing" in mark.tags or named_cell or is_thing:
            continue
        used.add(link.start)
        op = "not_null" if "filled" in mark.tags or is_negated(question, mark.start) else "is_null"
        found.append([ConditionSlot(column=ref(link.first), op=op, words=mark.text)])
    return found, frozenset(used)


def flag_conditions(question: Question, used: frozenset[int]) -> tuple[list[Alternatives], frozenset[int]]:
    """`how many smokers`, `married students`: a yes-or-no column named as what is counted means its yes."""
    found: list[Alternatives] = []
    taken: set[int] = set()
    named = [link.first.name for link in question.links]
    compares = question.has("compare", "difference", "test", "corr", "distribution", "missing", "breakdown")
    for link in question.links if not compares else ():
        column = link.first.column
        yes, no = _yes_and_no(column)
        said_twice = named.count(link.first.name) > 1  # smokers and non-smokers: compared, not chosen
        if yes is None or link.start in used or not link.literal or said_twice:
            continue
        taken.add(link.start)
        value = no if is_negated(question, link.start) and no is not None else yes
        found.append([ConditionSlot(column=ref(link.first), op="==", value=value, words=column.name)])
    return found, frozenset(taken)


def _yes_and_no(column: ColumnProfile) -> tuple[str | bool | None, str | bool | None]:
    """The values of a yes-or-no column that mean yes and no; None for any other column."""
    if column.kind == "boolean":
        return True, False
    values = {item.value.casefold(): item.value for item in column.top_values}
    if column.kind != "text" or not values or not values.keys() <= _YES | _NO:
        return None, None
    return (
        next((cell for folded, cell in values.items() if folded in _YES), None),
        next((cell for folded, cell in values.items() if folded in _NO), None),
    )


def text_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int]]:
    """`comment mentions blood`, `contain the word rush in the notes`: the word behind, the text column beside."""
    for op, tag in (("contains", "contains"), ("starts_with", "starts_with")):
        for mark in question.tagged(tag):
            links = [link for link in question.links if link.first.column.kind == "text"]
            near = sorted(links, key=lambda link: min(abs(link.end - mark.start), abs(link.start - mark.end)))
            wanted = _wanted_words(question, mark.end, near[0] if near else None)
            if near and wanted:
                slot = ConditionSlot(column=ref(near[0].first), op=op, value=wanted, words=wanted)
                return [[slot]], frozenset({near[0].start})
    return [], frozenset()


def _wanted_words(question: Question, start: int, link: ColumnLink | None) -> str:
    """The quoted text behind the position, else the words up to the column's name or a stop word."""
    tokens = question.tokens
    quotes = [index for index in range(start, len(tokens)) if tokens[index].text in ('"', "“", "”", "'")]
    if len(quotes) >= 2:
        return " ".join(token.text for token in tokens[quotes[0] + 1 : quotes[1]])
    words: list[str] = []
    for index in range(start, len(tokens)):
        inside_link = link is not None and link.start <= index < link.end
        token = tokens[index]
        is_filler = token.text in question.words.stop or not (token.is_word or token.is_number)
        if words and (inside_link or is_filler):
            break
        if not inside_link and not is_filler:
            words.append(token.text)
    return " ".join(words)
