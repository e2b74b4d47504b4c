"""What is counted and what is measured when a question does not say: things, rows, money."""

from agent.reasoning.rules.reading.adding_nothing import HAVING
from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import ColumnRef, MetricSlot
from agent.reasoning.rules.reading.measures import (
    count_of,
    good_measures,
    identifier_for,
    implicit_metrics,
    of_one_thing,
    refs,
    sold_for,
)
from agent.reasoning.rules.reading.money import money_columns, quantity_column
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.tables_meant import counts_rows_of, most_of_a_thing
from agent.reasoning.rules.reading.text import is_cjk
from agent.specs.measures import Aggregation

_OF_A_THING = frozenset({"name", "id", "no", "nr", "number", "code", "key", "title"})
_BY_COUNT = frozenset(
    {"most popular", "most common", "most frequent", "most frequently", "most often", "rarest", "least common",
     "least popular", "least often", "least frequent", "häufigste", "häufigsten", "am häufigsten", "am öftesten",
     "seltenste", "seltensten", "am seltensten", "beliebteste", "beliebtesten", "am beliebtesten"}
)  # fmt: skip
_BY_SIZE = frozenset({"biggest", "largest", "smallest"})


def counted_noun(parts: Parts, *tags: str) -> tuple[ColumnLink | None, str | None]:
    """What `how many` (or a mark of the tags) is followed by: a column that names it, else the noun itself."""
    question = parts.question
    marks = question.tagged(*(tags or ("count", "distinct")))
    for mark in marks:
        before = question.words.noun_before(question.tokens, mark.start) if is_cjk(mark.text) else None
        if before:
            return None, before
        for position in range(mark.end, min(mark.end + 5, len(question.tokens))):
            token = question.tokens[position]
            if _stands_before_its_noun(position, parts):
                continue
            link = next((link for link in question.links if link.start <= position < link.end), None)
            if link and _is_told_by_its_cell(link, parts):
                continue
            if link and link in parts.other_links and (noun := _described_by(link, parts)):
                return None, noun
            if link and link in parts.other_links:
                is_plain = (link.literal and _names_the_thing(link)) or question.has("distinct")
                return (link if is_plain else None), token.stem
            follows = next((link for link in parts.other_links if link.start == position + 1 and link.exact), None)
            if follows and token.is_word and token.text not in question.words.stop and not link:
                return follows, token.stem
            if is_cjk(token.text):
                continue
            inside_mark = any(other.start <= position < other.end for other in question.tagged("distinct", "count"))
            if inside_mark or token.text in question.words.stop or not token.is_word:
                if token.text in ("per", "by", "in", "with", "for", "je", "pro"):
                    break
                continue
            return None, token.stem
    named = [link for link in parts.other_links if link.literal and link.first.column.kind == "identifier"]
    if question.has("distinct") and named and not tags:  # "visitors from Kenya, how many different?"
        return named[0], named[0].first.name
    return None, None


def _is_told_by_its_cell(link: ColumnLink, parts: Parts) -> bool:
    """`high-priority tickets`: a column behind its own value says which rows, and is not what is counted."""
    own = [value for value in parts.question.values if value.first.column == link.first.name]
    behind = parts.question.tokens[link.end : link.end + 1]
    return any(0 <= link.start - value.end <= 1 for value in own) and any(token.is_word for token in behind)


def _stands_before_its_noun(position: int, parts: Parts) -> bool:
    """The "high" and the "priority" of `how many high priority tickets`: a cell, and the column that it stands in."""
    question = parts.question
    cell = next((value for value in question.values if value.start <= position < value.end), None)
    named = next((link for link in question.links if link.start <= position < link.end), None)
    before = next((value for value in question.values if named and value.end == named.start), None)
    end = cell.end if cell else named.end if named and before else None
    own = before is None or any(match.column == named.first.name for match in before.matches) if named else True
    if end is None or not own:
        return False
    things = [link for link in parts.other_links if link.first.column.kind == "identifier" and link.literal]
    column = next((link for link in question.links if cell and link.start == end), None)
    after = column.end if column and cell and column.first.name in {item.column for item in cell.matches} else end
    return any(link.start == after for link in things)


def _described_by(link: ColumnLink, parts: Parts) -> str | None:
    """The games of `how many home games`, in a table whose column Home tells who plays: rows are counted."""
    question = parts.question
    follows = question.tokens[link.end] if link.end < len(question.tokens) else None
    if follows is None or follows not in question.unexplained or link.first.column.kind != "text":
        return None
    return follows.stem if follows.stem != follows.text and follows.stem in question.words.deeds else None


def _names_the_thing(link: ColumnLink) -> bool:
    """`products` are told apart by product_name, but `properties` not by property_type."""
    if link.exact or link.first.column.kind in ("identifier", "boolean"):
        return True
    return len(name_words(link.first.name)) < 2 or bool(set(name_words(link.first.name)) & _OF_A_THING)


def count_metric(parts: Parts) -> MetricSlot:
    """The count that a question asks for."""
    link, noun = counted_noun(parts)
    if noun is None and parts.question.has("count"):
        noun = next((mark.text for mark in parts.question.tagged("count") if mark.text == "headcount"), None)
        noun = "employee" if noun else None
    return count_of(link, noun, parts.question, parts.table)


def works_or_rows(parts: Parts) -> list[MetricSlot]:
    """`how many books` of a file where titles come again: the different titles, or the rows; [] for other nouns."""
    question = parts.question
    counted = {mark.end for mark in question.tagged("count")}
    for link in parts.other_links:
        said = question.words.sets_of((question.tokens[link.start].stem,))
        column = link.first.column
        if link.literal or link.start not in counted or "work" not in said or column.unique >= column.count:
            continue
        titles = MetricSlot(columns=refs(link)[:1], agg="nunique", words="different names")
        kept = any(token.text in HAVING for token in question.tokens)
        return [titles] if kept else [titles, MetricSlot(words="number of rows")]
    return []


def sold_metrics(parts: Parts) -> list[MetricSlot]:
    """`how much did we sell`: money; every money column of the kind is a candidate."""
    columns = [
        ColumnRef(dataset_id=parts.table.dataset_id, column=column.name)
        for column in money_columns(parts.table, parts.question.words)
    ]
    averaged = next((agg for agg in parts.aggregations if agg in ("mean", "median")), None)
    agg: Aggregation = averaged or ("mean" if of_one_thing(parts.question) else "sum")
    if not columns:
        return []
    return [sold_for(MetricSlot(columns=columns[:3], agg=agg, words="sales"), parts.table, parts.question.words)]


def _sells(parts: Parts) -> bool:
    """Whether the rows are sales: their money and their pieces are then what "best" means."""
    words = parts.question.words
    if not money_columns(parts.table, words):
        return False
    named = any(words.sets_of((word,)) & {"revenue", "order"} for word in parts.question.file_words)
    ordered = identifier_for("order", parts.table, words) is not None
    return named or ordered or quantity_column(parts.table, words) is not None


def unmeasured(parts: Parts) -> list[MetricSlot]:
    """What "best", "top", "busiest" is measured by when nothing is said: each is a reading of its own.

    "Most popular" counts. "Largest" means money of things that are bought or buy, heads of anything else.
    """
    question = parts.question
    said = {mark.text for mark in question.tagged("high", "low")}
    if question.has("best") and not _sells(parts):
        return good_measures(question, parts.table)
    group = parts.table.column(parts.grouping.slots[0].columns[0].column) if parts.grouping.slots else None
    is_thing = group is not None and group.kind == "identifier"
    deeds = counts_rows_of(question, parts.table) and not money_columns(parts.table, question.words)
    if deeds or most_of_a_thing(question):
        return [MetricSlot(words="number of rows")]
    money = sold_metrics(parts)
    if said & _BY_SIZE and is_thing and money:
        return money
    return implicit_metrics(parts.question, parts.table, by_size=bool(said & (_BY_COUNT | _BY_SIZE)))
