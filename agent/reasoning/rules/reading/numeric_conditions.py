"""Number bounds with the column that they bound: `price above 30`, `people over 50`, `heights above the average`."""

from agent.reasoning.rules.reading.column_names import Candidate, column_sets, name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ConditionSlot
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.quantities import NumberMention, same_measure
from agent.reasoning.rules.reading.question import Question
from agent.specs.base import ColumnStatisticName, FilterOp
from registry.profile import ColumnProfile, DatasetProfile
from registry.units import CURRENCIES

_FAR_BEFORE = 6  # tokens between a column and the bound behind it
_FAR_BEHIND = 4
_LARGE = 1000
_SHORTEST_BEGINNING = 3
_AGED = frozenset({"aged", "ages", "old", "jährige", "jährigen", "alten", "alt", "歳", "才", "代"})
_PERSONS = frozenset({"patient", "student", "member", "respondent", "player", "passenger", "child", "patienten"})
_JOINING = (["and"], ["and", "in"], [","], [",", "and"], ["both"], ["und"], ["und", "in"], ["と"])
_CURRENCIES = frozenset(
    {
        "euros",
        "dollars",
        "pounds",
        "francs",
        "franken",
        "bucks",
        "$",
        "€",
        "£",
        "¥",
        "euro",
        "eur",
        "dollar",
        "usd",
        "pound",
        "gbp",
        "yen",
        "円",
        "chf",
    }
)
_COSTING = frozenset(
    {"cost", "costs", "costing", "worth", "priced", "sold", "sell", "selling", "kosten", "kostet", "wert"}
)


def number_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int]]:
    """Bounds with the numeric column next to them, and the positions (starts) of links that they used."""
    found: list[Alternatives] = []
    used: set[int] = set()
    for bound in question.bounds:
        link = _bounded_column(question, bound, used)
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
                    value=values if len(values) > 1 else values[0],
                    words=" ".join(token.text for token in question.tokens[bound.start : bound.end]),
                )
            )
        found.append(alternatives[:3])
        for other in _also_bounded(question, link):
            used.add(other.start)
            found.append([alternatives[0].model_copy(update={"column": ref(other.first)})])
    return found, frozenset(used)


def _also_bounded(question: Question, link: ColumnLink) -> list[ColumnLink]:
    """`more than 80 in math and english`: the columns joined to the bounded one by "and"."""
    found = []
    end = link.end
    for other in question.links:
        between = [token.text for token in question.tokens[end : other.start]]
        numbers = is_number(other.first.column) and is_number(link.first.column)
        has_own = any(0 <= bound.start - other.end <= _FAR_BEFORE for bound in question.bounds)
        if other.start >= end > link.start and between in _JOINING and numbers and not has_own:
            found.append(other)
            end = other.end
    return found


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


def _bounded_column(question: Question, bound: NumberMention, used: set[int]) -> ColumnLink | None:
    """The column of a bound; the one right behind it ("under 400 calories") before one that another bound has."""
    nearest = _nearest_numeric(question, bound.start, bound.end, frozenset(used))
    unsure = (
        nearest is None or nearest.start in used or not any(_holds(item.column, bound) for item in nearest.candidates)
    )
    if nearest is not None and all(
        _is_another_measure(bound.unit, item.column, question) for item in nearest.candidates
    ):
        nearest = None
    money = _money_column(question, bound) if unsure else None
    fitting = _by_magnitude(question, bound) if unsure and money is None else None
    return money or fitting or nearest


def _is_another_measure(said: str, column: ColumnProfile, question: Question) -> bool:
    """`longer than 5 days` bounds no price: money and stretches of time are never measured in each other's units."""
    units = question.words.units
    own, asked = units.get(column.unit or "", (column.unit or "").casefold()), units.get(said, said)
    times, money = {"d", "h", "min", "s"}, {unit.casefold() for unit in CURRENCIES.values()}
    return (asked in times and own in money) or (asked in money and own in times)


def _nearest_numeric(question: Question, start: int, end: int, used: frozenset[int] = frozenset()) -> ColumnLink | None:
    """The numeric column named closest before the bound, else closest behind it."""
    links = [link for link in question.links if is_number(link.first.column)]
    aged = _age_column(question, start, end) or _implied_column(question, start)
    if aged is not None:
        return aged
    before = [
        link
        for link in links
        if link.end <= start and start - link.end <= _FAR_BEFORE and not _is_aggregated(question, link)
    ]
    behind = [link for link in links if link.start >= end and link.start - end <= _FAR_BEHIND]
    if behind and (behind[0].start == end or (before and before[-1].start in used)) and _is_free(before, used, start):
        return behind[0]
    return before[-1] if before else behind[0] if behind else None


_IMPLIED = {
    "late": "delay", "delayed": "delay", "overdue": "delay", "verspätet": "delay",
    "heavier": "mass", "lighter": "mass", "schwerer": "mass", "leichter": "mass", "warmer": "temperature",
    "colder": "temperature", "hotter": "temperature", "wärmer": "temperature", "kälter": "temperature",
    "taller": "height", "cheaper": "price", "longer": "duration", "shorter": "duration", "länger": "duration",
    "kürzer": "duration", "faster": "duration", "slower": "duration", "deeper": "depth", "wider": "width",
}  # fmt: skip


def _implied_column(question: Question, start: int) -> ColumnLink | None:
    """`heavier than 2 kg`: the one column of what the word compares."""
    said = [question.tokens[index].text for index in range(max(0, start - 1), min(start + 2, len(question.tokens)))]
    wanted = next((_IMPLIED[word] for word in said if word in _IMPLIED), None)
    fitting = [
        Candidate(table.dataset_id, column)
        for table in question.datasets
        for column in table.columns
        if wanted and is_number(column) and wanted in column_sets(column.name, question.words)
    ]
    named = [item for item in fitting if _begins_a_word(item, question)] or fitting
    return ColumnLink(start, start, tuple(named[:3]), 1.0, literal=False, exact=False) if named and (
        len(named) == 1 or wanted == "delay"
    ) else None  # fmt: skip


def _begins_a_word(candidate: Candidate, question: Question) -> bool:
    """`arrived` for a column called ArrDelay: a word of the name that begins a word of the question."""
    return any(
        len(word) >= _SHORTEST_BEGINNING and token.text.startswith(word) and token.text != word
        for word in name_words(candidate.name)
        for token in question.tokens
    )


def _is_free(before: list[ColumnLink], used: frozenset[int], start: int) -> bool:
    """Whether a bound may take the column behind it: none stands right before it, or that one has its bound."""
    return not before or before[-1].start in used or before[-1].end < start


def _money_column(question: Question, bound: NumberMention) -> ColumnLink | None:
    """`sold for more than 500`, `over $500`: what was paid, if there is one column of money in the data."""
    around = question.tokens[max(0, bound.start - 3) : bound.end + 1]
    if not any({token.text, token.stem} & (_CURRENCIES | _COSTING) for token in around):
        return None
    found = [
        Candidate(table.dataset_id, column)
        for table in question.datasets
        for column in money_columns(table, question.words) or _in_currency(table)
    ]
    found = [candidate for candidate in found if _holds(candidate.column, bound)] or found
    if not found:
        return None
    return ColumnLink(bound.start, bound.start, tuple(found), 1.0, literal=False, exact=False)


def _in_currency(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns of numbers whose unit is a currency."""
    return [column for column in table.columns if is_number(column) and (column.unit or "") in CURRENCIES.values()]


def _holds(column: ColumnProfile, bound: NumberMention) -> bool:
    """Whether a bound parts the values of a column: it lies between its smallest and its largest."""
    values = bound.in_unit(column.unit)
    known = column.numeric
    return known is not None and any(known.minimum <= value <= known.maximum for value in values)


def _by_magnitude(question: Question, bound: NumberMention) -> ColumnLink | None:
    """A bound with a unit or of a size that only one column of numbers has."""
    numbers = [
        Candidate(table.dataset_id, column)
        for table in question.datasets
        for column in table.columns
        if is_number(column) and _holds(column, bound)
    ]
    same_unit = [item for item in numbers if same_measure(bound.unit, item.column.unit)]
    chosen = same_unit or (numbers if _is_large(bound) else [])
    if len(chosen) != 1:
        return None
    return ColumnLink(bound.start, bound.start, (chosen[0],), 1.0, literal=False, exact=False)


def _is_large(bound: NumberMention) -> bool:
    """Small numbers fit too many columns to prove anything."""
    return min(abs(value) for value in bound.values) >= _LARGE


def _is_aggregated(question: Question, link: ColumnLink) -> bool:
    """`average charges of people over 50`: what is averaged is hardly what is bounded."""
    averaged = question.tagged("agg:mean", "agg:median", "agg:sum", "agg:std")
    numbers = [other for other in question.links if is_number(other.first.column)]
    return any(
        mark.end <= link.start <= mark.end + 2 and not any(mark.end <= other.start < link.start for other in numbers)
        for mark in averaged
    )


def _age_column(question: Question, start: int, end: int) -> ColumnLink | None:
    """`people over 50`, `older than 30`: an age, if there is one."""
    before = [token.stem for token in question.tokens[max(0, start - 1) : start + 2]]
    counted = any(end - 1 <= link.start <= end + 1 and is_number(link.first.column) for link in question.links)
    persons = any(
        question.words.sets_of((word,)) & {"employee", "male", "female"} or word in _PERSONS for word in before
    )
    said = question.tokens[max(0, start - 2) : min(end + 3, len(question.tokens))]
    in_years = any(token.text in _AGED for token in said) and not question.dates
    about_age = (in_years or persons or "older" in before or "younger" in before) and not counted
    columns = [
        Candidate(table.dataset_id, column)
        for table in question.datasets
        for column in table.columns
        if is_number(column) and "age" in column_sets(column.name, question.words)
    ]
    if not about_age or not columns:
        return None
    return ColumnLink(start, start, (columns[0],), 1.0, literal=False, exact=False)


def loose_bounds(question: Question) -> list[NumberMention]:
    """Bounds with no column beside them."""
    used: set[int] = set()
    found = []
    for bound in question.bounds:
        link = _bounded_column(question, bound, used)
        if link is None:
            found.append(bound)
        else:
            used.add(link.start)
    return found


def unattached_bounds(question: Question) -> list[tuple[str, list[int | float]]]:
    """Bounds with no column beside them: a follow-up takes the column of the last question."""
    return [(bound.op, [_plain(value) for value in bound.values]) for bound in loose_bounds(question)]
