"""Questions about rows: overview, missing cells, duplicates, look-ups."""

from datetime import date

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import date_column_for, date_columns
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import names_single_rows, ref, refs
from agent.reasoning.rules.reading.parse import (
    Parts,
    chosen_by_direction,
)
from agent.reasoning.rules.reading.ranking import direction, top_k_of
from agent.reasoning.rules.reading.wide import made_columns, value_column

_DISTINCT_ENOUGH = 0.9
_BESIDE = 4  # words between a day and that it is missing
_MOST_DAYS = 500
_LACKING = frozenset({"fehlen", "fehlt", "gap", "gaps", "absent", "skipped"})
_NEARBY = 2  # words between a superlative and its column: the highest number of ...
_DEEDS_IN_ROWS = frozenset({"order", "sale", "注文"})  # nouns for rows, beside the verbs of selling
_ROW_THINGS = frozenset({"order", "employee", "customer", "visitor", "loan", "booking", "rental", "patient"})
_ONE_BY_ONE = 8  # the same in tokens of one character
_LONGEST = 4
_OPENING = frozenset({"which", "what", "the", "all", "show", "me", "list", "find", "give", "display", "only", "name"})


def overview(parts: Parts) -> Frame | None:
    """`describe this data set`, `how many rows and columns`; not `describe wind`."""
    question = parts.question
    asks = question.has("overview", "columns", "size", "period") and not question.has("missing", "duplicate", "plot:")
    if asks and _asks_of_the_whole(parts):
        return Frame(intent="overview", dataset_id=parts.table.dataset_id)
    names_numbers = parts.metric_links or question.has("agg:", "share", "corr", "outlier")
    if not asks or names_numbers or parts.grouping.slots or (parts.conditions and not question.has("overview")):
        return None
    return Frame(intent="overview", dataset_id=parts.table.dataset_id)


def _asks_of_the_whole(parts: Parts) -> bool:
    """`which period, how many rows, what was measured?`: two such things at once are of the data, whatever is named."""
    question = parts.question
    about = sum(question.has(tag) for tag in ("columns", "size", "period")) + question.has("rows")
    computes = parts.conditions or question.has("agg:", "share", "corr", "outlier", "test", "high", "low")
    return about > 1 and not computes and not parts.metric_links


def missing_days(parts: Parts) -> Frame | None:
    """`are there calendar days missing, which ones?`: the days of the span that no row has, as days without rows."""
    question = parts.question
    column = next((item for item in date_columns(parts.table) if item.column.kind == "date"), None)
    days = question.tagged("grain:day")
    said = [mark.start for mark in question.tagged("missing", "not_in_list")]
    said += [index for index, token in enumerate(question.tokens) if token.text in _LACKING]
    near = any(abs(start - mark.start) <= _BESIDE for mark in days for start in said)
    if column is None or not near or parts.metric_links or parts.conditions:
        return None
    profile = column.column
    if not profile.first or not profile.last:
        return None
    span = (date.fromisoformat(profile.last[:10]) - date.fromisoformat(profile.first[:10])).days + 1
    missing = span - profile.unique
    return Frame(
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(words="number of rows")],
        groups=[GroupSlot(columns=[ref(column)], grain="day")],
        order="asc",
        top_k=min(max(missing, 1), _MOST_DAYS),
    )


def missing(parts: Parts) -> Frame | None:
    """`which columns have missing values`: all columns, or those named."""
    question = parts.question
    about_cells = question.has("missing") and not any(
        slot.op in ("is_null", "not_null") for alternatives in parts.conditions for slot in alternatives
    )
    if not about_cells:
        return None
    value = value_column(parts.table)
    if value is not None and _of_things(parts):
        return _gaps(parts, value.name)
    made = made_columns(parts.table)
    named = [
        column
        for link in question.links
        for column in refs(link)[:1]
        if link.literal and link.exact and column.column not in made
    ]
    return Frame(intent="missing", dataset_id=parts.table.dataset_id, columns=named if question.has("count") else [])


def _of_things(parts: Parts) -> bool:
    """`which countries have gaps`, `gaps per year`: of a wide table the cells of things are asked for, not columns."""
    return bool(parts.grouping.slots) or any(link.first.column.kind == "text" for link in parts.other_links)


def _gaps(parts: Parts, value: str) -> Frame:
    """The empty cells of a wide table, counted for each thing that has any."""
    asked = [GroupSlot(columns=refs(link)[:1]) for link in parts.other_links if link.first.column.kind == "text"]
    target = ColumnRef(dataset_id=parts.table.dataset_id, column=value)
    empty = ConditionSlot(column=target, op="is_null", words="missing")
    groups = list(parts.grouping.slots) or asked[:1]
    return Frame(
        dataset_id=parts.table.dataset_id, metrics=[MetricSlot()], groups=groups, order="desc",
        conditions=[*parts.conditions, [empty]],
    )  # fmt: skip


def duplicates(parts: Parts) -> Frame | None:
    """`any duplicate rows?`, `which customer ids appear more than once?`"""
    question = parts.question
    if not question.has("duplicate") or question.has("deduplicated"):
        return None
    named = [link for link in question.links if link.literal]
    keys = refs(named[0])[:1] if named and not question.has("rows") else []
    return Frame(intent="duplicates", dataset_id=parts.table.dataset_id, columns=keys, conditions=parts.conditions)


def lookup(parts: Parts) -> Frame | None:
    """Rows: at an extreme (`the hottest day`), the top k of a list of people, or those an identifier names."""
    question = parts.question
    named_row = [
        item for item in parts.conditions if item[0].op == "==" and _is_identifier(parts, item[0].column.column)
    ]
    columns = [column for link in (*parts.metric_links, *parts.other_links) for column in refs(link)]
    if named_row and not question.has("count") and not parts.grouping.slots:
        shown = [column for column in columns if column.column != named_row[0][0].column.column]
        return Frame(intent="lookup", dataset_id=parts.table.dataset_id, conditions=parts.conditions, columns=shown)
    both_ends = parts.aggregations == ("min", "max")
    if question.has("high", "low") and parts.metric_links and not parts.aggregations_beyond_extremes and not both_ends:
        return _extreme_rows(parts)
    dated = _dated_extreme(parts)
    if dated:
        return dated
    of_names = _rows_by_name(parts)
    if of_names:
        return of_names
    lists = any(
        mark.text in ("list", "show", "show me", "find", "display", "rows where") for mark in question.tagged("lookup")
    )
    wants_rows = (
        (lists or question.has("rows")) and not question.has("count", "share", "plot", "plot:") and parts.conditions
    )
    if wants_rows and not parts.grouping.slots and not parts.metric_links:
        return Frame(intent="lookup", dataset_id=parts.table.dataset_id, conditions=parts.conditions, columns=[])
    return None


def _rows_by_name(parts: Parts) -> Frame | None:
    """`countries with a score above 7`: the rows that fulfil it, where each is such a thing; `how happy is Peru?`"""
    question = parts.question
    asks = not question.has("count", "share", "plot", "plot:", "agg:", "high", "low", "each", "distinct", "not_in_list")
    if not asks or not parts.conditions or parts.grouping.slots:
        return None
    own = {item[0].column.column for item in parts.conditions}
    named = [link for link in parts.other_links if names_single_rows(link.first.column) and link.first.name not in own]
    opening = [token.text for token in question.tokens[: named[0].start] if token.is_word] if named else ["-"]
    shared = {"dataset_id": parts.table.dataset_id, "conditions": parts.conditions}
    if not parts.metric_links and set(opening) <= _OPENING:
        return Frame(intent="lookup", columns=refs(named[0])[:1], **shared)
    one = [item[0] for item in parts.conditions if item[0].op == "==" and _names_a_row(parts, item[0].column.column)]
    doubts = [link for link in parts.metric_links if len(link.candidates) > 1 and link.literal]
    if len(one) == len(parts.conditions) == 1 and len(doubts) == len(parts.metric_links) == 1:
        return Frame(intent="lookup", columns=refs(doubts[0]), **shared)
    return None


def _names_a_row(parts: Parts, name: str) -> bool:
    column = parts.table.column(name)
    return column is not None and names_single_rows(column)


def _dated_extreme(parts: Parts) -> Frame | None:
    """`who was hired first?`, `the latest order`: rows at the first or last date."""
    question = parts.question
    ends = question.tagged("first_period", "last_period")
    dated = [link for link in question.links if link.first.column.kind in ("date", "datetime")]
    asks = question.has("which", "lookup") or _ends_things(parts)
    sells = any(mark.text not in _DEEDS_IN_ROWS for mark in question.tagged("sell"))
    if not ends or not asks or question.dates or parts.metric_links or sells or question.has("count", "how_much"):
        return None
    column = dated[0].first if dated else date_column_for(question, 0, parts.table)
    if column is None or column.column.kind == "ambiguous_date":
        return None
    first = "first_period" in ends[0].tags
    return Frame(
        intent="lookup", dataset_id=column.dataset_id, metrics=[MetricSlot(columns=[ref(column)], agg="max")],
        conditions=parts.conditions, order="asc" if first else "desc", top_k=top_k_of(question), extreme=True,
    )  # fmt: skip


def _ends_things(parts: Parts) -> bool:
    """`the latest order`, `most recently hired employee`: a thing that rows are stands behind first or last."""
    question = parts.question
    named = [parts.table.column(slot.columns[0].column) for slot in parts.grouping.slots]
    if any(column is None or column.kind != "identifier" for column in named):
        return False
    if question.has("trend", "plot", "plot:", "share", "growth", "agg:", "each", "rows"):
        return False
    for mark in question.tagged("first_period", "last_period"):
        behind = question.tokens[mark.end : mark.end + (_NEARBY if question.words.language != "ja" else _ONE_BY_ONE)]
        for start, token in enumerate(behind):
            phrases = [tuple(other.stem for other in behind[start:end]) for end in range(start + 1, start + _LONGEST)]
            if token.stem in question.file_words or any(question.words.sets_of(one) & _ROW_THINGS for one in phrases):
                return True
    return False


def _is_identifier(parts: Parts, name: str) -> bool:
    column = parts.table.column(name)
    return column is not None and column.kind == "identifier" and column.unique >= 0.5 * max(column.count, 1)


def _extreme_rows(parts: Parts) -> Frame | None:
    """No group, or a group that names single rows: the rows themselves are asked for."""
    question = parts.question
    slots = parts.grouping.slots
    if slots:
        column = parts.table.column(slots[0].columns[0].column)
        by_row = not slots[0].part and slots[0].grain in (None, "day")
        own = slots[0].columns[0].dataset_id == parts.table.dataset_id and by_row
        if column is None or not own or column.unique < _DISTINCT_ENOUGH * max(column.count, 1):
            return None
    if question.has("count") or (not slots and not _asks_for_a_row(parts)):
        return None
    return Frame(
        intent="lookup",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=chosen_by_direction(_ranking_link(parts), question), agg="max")],
        groups=list(slots),
        conditions=parts.conditions,
        order=direction(question),
        top_k=top_k_of(question),
        extreme=True,
    )


def _ranking_link(parts: Parts) -> ColumnLink:
    """The column that ranks: the one after "by"; else the one right after the superlative, though another stands
    before it (the gas of the firing with the highest load); else the first named.
    """
    ranked = [link for link in parts.metric_links if link.start in parts.grouping.order_links]
    ends = [mark.end for mark in parts.question.tagged("high", "low")]
    behind = [
        link for link in parts.metric_links for end in ends if 0 <= link.start - end <= _NEARBY and _is_had(parts, end)
    ]
    asked = {mark.end for mark in parts.question.tagged("which")}
    others = [link for link in parts.metric_links if link.start not in asked]  # at what depth is the salt highest
    return (ranked or behind or others or list(parts.metric_links))[0]


def _is_had(parts: Parts, end: int) -> bool:
    """`with the highest`, `that has the lowest`: the superlative describes a row that is not what is asked for."""
    start = next(mark.start for mark in parts.question.tagged("high", "low") if mark.end == end)
    before = [token.text for token in parts.question.tokens[max(0, start - 2) : start]]
    return bool({"with", "having", "has", "had", "mit"} & set(before))


def _asks_for_a_row(parts: Parts) -> bool:
    """`the hottest day`, `which product is most expensive`, `top 5 rows`: a thing is asked for, not a maximum."""
    question = parts.question
    nouns = {"minimum", "maximum", "min", "max"}
    if all(mark.text in nouns for mark in question.tagged("high", "low")) and not question.tagged("grain:day"):
        return any(mark.text in ("which", "who", "when") for mark in question.tagged("which"))
    if not question.has("trend", "plot", "plot:", "share", "growth"):
        return True
    return (
        question.has("which", "rows", "lookup") or bool(question.tagged("grain:day")) or top_k_of(question) is not None
    )
