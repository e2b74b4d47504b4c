"""What a question measures: counts of rows or things, aggregates of columns, and what "best" may mean."""

import re

from agent.reasoning.rules.reading.column_names import Candidate, column_sets, file_words, name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import ColumnRef, MetricSlot
from agent.reasoning.rules.reading.lexicon import Lexicon, phrase_of
from agent.reasoning.rules.reading.money import (
    is_level,
    is_whole_of_row,
    money_column,
    money_columns,
    pieces_of,
    quantity_column,
)
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import is_cjk
from agent.specs.measures import Aggregation
from registry.profile import ColumnProfile, DatasetProfile

_CJK_AMOUNT = re.compile(r"(?<!指)(?<!点)(?<!回)(?<!係)(?<!齢)(数|量|額|売上|売上高|費)(?=$|[(（\[])")
ADDITIVE = frozenset(
    {"loan", "visitor", "emission", "harvest", "delivery", "revenue", "amount", "quantity", "cost", "profit",
     "precipitation", "population", "energy", "traffic", "fee", "votes", "damage", "clicks", "deaths", "births", "runs",
     "passengers", "downloads", "cases", "tickets", "trips", "calls", "sign_ups", "goal"}
)  # fmt: skip
TRANSACTION = "order"
_PERSON_LIKE = frozenset({"employee", "customer", "order", "product", "company", "store", "supplier"})
_NAMING = frozenset({"name", "product", "company", "employee", "customer", "store"})
_RATED = frozenset({"rating", "satisfaction", "performance", "grade"})
_FEW_STEPS = 12
_DISTINCT_ENOUGH = 0.9
_MADE, _NOT_TELLING = 2, 3
_MOST = 3
_MOMENTS = ("date", "datetime", "ambiguous_date")
_GENERIC_ID = frozenset({"id", "no", "nr", "number", "key", "code", "uuid"})


def ref(candidate: Candidate) -> ColumnRef:
    """The column of a candidate."""
    return ColumnRef(dataset_id=candidate.dataset_id, column=candidate.name)


def refs(link: ColumnLink) -> list[ColumnRef]:
    """All columns that a link may mean, three at most (that is how many readings are shown)."""
    return [ref(candidate) for candidate in link.candidates[:3]]


def is_number(column: ColumnProfile) -> bool:
    """Whether aggregates of it make sense."""
    return column.kind == "number"


def names_single_rows(column: ColumnProfile) -> bool:
    """Whether a column of words holds another name in nearly every row: the rows are such things."""
    several = column.count > _MOST
    return column.kind in ("text", "identifier") and several and column.unique >= _DISTINCT_ENOUGH * column.count


def numeric_candidates(link: ColumnLink) -> list[ColumnRef]:
    """The numeric columns that a link may mean."""
    return [ref(candidate) for candidate in link.candidates if is_number(candidate.column)][:3]


def default_aggregation(column: ColumnProfile, words: Lexicon) -> Aggregation:
    """Sum for what adds up (revenue, amounts, quantities), mean for what does not (sizes, rates, temperatures)."""
    if is_level(column):
        return "mean"
    if is_whole_of_row(column, words):
        return "sum"
    if is_cjk(column.name) and _CJK_AMOUNT.search(column.name) and "平均" not in column.name:
        return "sum"
    sets = column_sets(column.name, words)
    if len(name_words(column.name)) > 1 and name_words(column.name)[:1] in (
        ("total",),
        ("number",),
        ("count",),
        ("num",),
        ("no",),
    ):
        return "sum"
    return "sum" if sets & ADDITIVE and not ("price" in sets and "revenue" not in sets) else "mean"


def of_one_thing(question: Question) -> bool:
    """`how much does a member pay?`: one of many stands for all of them, on average."""
    said = [token.text for token in question.tokens]
    pairs = [said[mark.end : mark.end + 2] for mark in question.tagged("how_much")]
    return any(pair[:1] in (["does"], ["do"], ["did"]) and pair[1:] in (["a"], ["an"], ["one"]) for pair in pairs)


def identifier_for(noun: str, table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The identifier that names such things: `customers` -> customer_id, `orders` -> order_no or a repeating id."""
    wanted = words.sets_of(phrase_of(noun))
    identifiers = [column for column in table.columns if column.kind == "identifier"]
    for column in identifiers:
        stems = set(column.name.casefold().replace("_", " ").split())
        if noun in stems or (column_sets(column.name, words) & wanted & _PERSON_LIKE):
            return column
    if TRANSACTION in wanted and not any(noun in name for name in [table.name.casefold()]):
        for column in identifiers:
            if column.name.casefold() in _GENERIC_ID and column.unique < column.count:
                return column
    return None


def naming_column(table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column that holds the names of what the rows are about: name, title, product; None if there is none."""
    own = file_words(table)
    for wanted in ("name", "product", "company"):
        for column in table.columns:
            named = [word for word in name_words(column.name) if word not in own]
            all_naming = all(words.sets_of((word,)) & _NAMING for word in named)
            if column.kind in ("text", "identifier") and all_naming and wanted in column_sets(column.name, words):
                return column
    return None


def count_of(noun_link: ColumnLink | None, noun: str | None, question: Question, table: DatasetProfile) -> MetricSlot:
    """What `how many X` counts: distinct things where X names an identifier or a column, rows otherwise."""
    if noun_link:
        column = noun_link.first.column
        if column.kind in _MOMENTS and not noun_link.exact and not question.has("distinct"):
            return MetricSlot(words=noun or "")  # flights are no values of FlightDate
        countable = column.kind in ("identifier", "text", "boolean") or question.has("distinct")
        own = [item for item in refs(noun_link) if item.dataset_id == table.dataset_id]
        return MetricSlot(
            columns=(own or refs(noun_link))[:1], agg="nunique" if countable else "count", words=noun or ""
        )
    if noun:
        identifier = identifier_for(noun, table, question.words)
        if identifier:
            return MetricSlot(
                columns=[ColumnRef(dataset_id=table.dataset_id, column=identifier.name)], agg="nunique", words=noun
            )
        if question.has("distinct") and not question.has("rows"):
            named = _distinct_column(noun, table, question)
            if named:
                return MetricSlot(
                    columns=[ColumnRef(dataset_id=table.dataset_id, column=named.name)], agg="nunique", words=noun
                )
    return MetricSlot(words=noun or "")


def _distinct_column(noun: str, table: DatasetProfile, question: Question) -> ColumnProfile | None:
    """What is counted when a noun is no column: the names of its things, else the only repeating identifier."""
    repeating = [column for column in table.columns if column.kind == "identifier" and column.unique < column.count]
    if noun in question.file_words:
        return naming_column(table, question.words) or (repeating[0] if repeating else None)
    return repeating[0] if len(repeating) == 1 else naming_column(table, question.words)


def things_once(question: Question, table: DatasetProfile) -> MetricSlot | None:
    """`each person counted once`: the different identifiers of the rows' things; None where the table has none."""
    once = min((mark.start for mark in question.tagged("each_once")), default=len(question.tokens))
    nearest = [*reversed(question.tokens[:once]), *question.tokens[once:]]
    said = (identifier_for(token.stem, table, question.words) for token in nearest if token.is_word)
    known = [column for column in table.columns if column.kind == "identifier"]
    column = next((found for found in said if found), None) or next(iter(known), None)
    if column is None:
        return None
    return MetricSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=column.name)], agg="nunique")


def named_once(question: Question, table: DatasetProfile) -> MetricSlot | None:
    """`visits by clinic, each patient once`: the identifier that the noun right before names; None for none."""
    for mark in question.tagged("each_once"):
        noun = question.tokens[mark.start - 1] if mark.start else None
        column = identifier_for(noun.stem, table, question.words) if noun is not None and noun.is_word else None
        if column is not None:
            return MetricSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=column.name)], agg="nunique")
    return None


def sold_for(slot: MetricSlot, table: DatasetProfile, words: Lexicon) -> MetricSlot:
    """The money of the rows: where only the price of one piece is known, that price times the pieces, row by row."""
    prices = [column for column in table.columns if any(item.column == column.name for item in slot.columns)]
    pieces = next((found for column in prices if (found := pieces_of(column, table, words))), None)
    if pieces is None:
        return slot
    return slot.model_copy(update={"minus": [_own(table, pieces)], "sign": "times"})


def implicit_metrics(question: Question, table: DatasetProfile, *, by_size: bool) -> list[MetricSlot]:
    """What "best", "top", "sells the most" or "busiest" may be measured by, when the question does not say.

    Money first, then pieces, then transactions. `by_size` ("biggest department"): counts only.
    """
    words = question.words
    money = money_column(table, words)
    pieces = quantity_column(table, words)
    found = []
    if money and not by_size:
        found.append(sold_for(MetricSlot(columns=[_own(table, money)], agg="sum", words="revenue"), table, words))
    if pieces:
        found.append(MetricSlot(columns=[_own(table, pieces)], agg="sum", words="units"))
    else:
        found.append(MetricSlot(words="number sold (rows)" if money else "number of rows"))
    transactions = identifier_for("order", table, words)
    if transactions and transactions.unique < transactions.count:
        found.append(MetricSlot(columns=[_own(table, transactions)], agg="nunique", words="orders"))
    return found


def good_measures(question: Question, table: DatasetProfile) -> list[MetricSlot]:
    """What "best" and "worst" may mean where nothing is said: how good it is rated, what it makes, how many there are.

    Ratings first, then money, then what adds up, then other measured numbers; the number of rows where room is left.
    """
    words = question.words
    measured = [column for column in table.columns if is_number(column) and not _is_a_label(column, words)]
    ranked = sorted(measured, key=lambda column: (_goodness(column, table, words), _is_whole(column)))
    found = [
        MetricSlot(columns=[_own(table, column)], agg=default_aggregation(column, words), words=column.name)
        for column in ranked
    ]
    telling = len([column for column in ranked if _goodness(column, table, words) < _NOT_TELLING])
    is_clear = bool(ranked) and _goodness(ranked[0], table, words) < _MADE
    kept = found[:telling] if is_clear else found[: _MOST - 1]
    return [*kept, MetricSlot(words="number of rows")][:_MOST]


def _is_whole(column: ColumnProfile) -> bool:
    return column.numeric is not None and column.numeric.is_integer


def _goodness(column: ColumnProfile, table: DatasetProfile, words: Lexicon) -> int:
    sets = column_sets(column.name, words)
    if sets & _RATED:
        return 0
    if column in money_columns(table, words):
        return 1
    return _MADE if sets & {"profit", "harvest", "quantity", "revenue", "visitor"} else _NOT_TELLING


def _is_a_label(column: ColumnProfile, words: Lexicon) -> bool:
    """Years, ages and counts of rooms: numbers that tell what a thing is, not how good."""
    sets = column_sets(column.name, words)
    is_step = _is_whole(column) and column.unique <= _FEW_STEPS
    return bool(sets & {"year", "month", "age", "time"}) or (is_step and not sets & (_RATED | ADDITIVE | {"price"}))


def _own(table: DatasetProfile, column: ColumnProfile) -> ColumnRef:
    return ColumnRef(dataset_id=table.dataset_id, column=column.name)
