"""Rows without a partner in another data set: members who never borrowed, loans whose member is in no list."""

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, MetricSlot
from agent.reasoning.rules.reading.keys import NoKeyError, SeveralKeysError, has_key, join_key
from agent.reasoning.rules.reading.measures import identifier_for
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import Token, loose_stems, tokens_of
from registry.profile import DatasetProfile

LISTED = "rows"
"""In a frame's `stats`: the rows themselves are asked for, not only their number."""
_MOSTLY_ONCE = 1.5
_LITTLE_ELSE = 5  # words
_NO = frozenset({"no", "kein", "keine", "keinen", "keiner", "keinem"})


def orphans_of(parts: Parts) -> Frame | None:
    """`customers who never placed an order`, `orders whose customer id is not in the customer list`."""
    question = parts.question
    if len(question.datasets) < 2 or not _denies(question):
        return None
    tables = _named_tables(question)
    base = tables[0] if tables else None
    if base is None:
        return None
    other = tables[1] if len(tables) > 1 else _only_partner(base, parts)
    if other is None:
        return None
    conditions = [
        item for item in parts.conditions if item[0].column.dataset_id == base.dataset_id and item[0].op != "is_null"
    ]
    lists = question.has("which", "lookup") and not question.has("count")
    return Frame(
        intent="orphans",
        dataset_id=base.dataset_id,
        metrics=[_counted(base, other, parts)],
        conditions=conditions,
        other_dataset=other.dataset_id,
        stats=[] if not lists and question.has("count") else [LISTED],
    )


def _denies(question: Question) -> bool:
    """Whether something is said not to be there; "no" may stand inside another phrase ("that has no flights")."""
    return question.has("never", "not_in_list", "none") or any(token.text in _NO for token in question.tokens)


def listed_orphans(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`which ones?` after their number, `how many are there?` after their list."""
    question = parts.question
    plain = not (question.links or question.values or question.dates or question.unexplained or fresh.groups)
    if last.intent == "orphans" and question.has("count") and plain and fresh.intent == "aggregate":
        return last.model_copy(update={"stats": []})
    asks = last.intent == "orphans" and question.has("which", "lookup") and not (fresh.metrics or fresh.groups)
    short = len([token for token in question.tokens if token.is_word]) <= _LITTLE_ELSE
    if not asks or not short or question.values or fresh.intent == "orphans":
        return None
    return last.model_copy(update={"stats": [LISTED]})


def turned_round(last: Frame, parts: Parts) -> Frame | None:
    """`the other way round` after rows without a partner: the rows of the other data set, without one in the first."""
    tables = {table.dataset_id: table for table in parts.question.datasets}
    base, other = tables.get(last.other_dataset or ""), tables.get(last.dataset_id or "")
    if base is None or other is None:
        return None
    conditions = [item for item in parts.conditions if item[0].column.dataset_id == base.dataset_id]
    return last.model_copy(
        update={
            "dataset_id": base.dataset_id,
            "other_dataset": other.dataset_id,
            "metrics": [_counted(base, other, parts)],
            "conditions": [item for item in conditions if item[0].op not in ("is_null", "not_null")],
        }
    )


def _counted(base: DatasetProfile, other: DatasetProfile, parts: Parts) -> MetricSlot:
    """Things by their identifier, so that double entries count once; rows where there is none."""
    for word in _file_stems(base):
        identifier = identifier_for(word, base, parts.question.words)
        if identifier:
            return MetricSlot(columns=[_ref(base, identifier.name)], agg="nunique", words=word)
    try:
        key, _ = join_key(base, other, parts.question.keys)
    except (NoKeyError, SeveralKeysError):
        return MetricSlot()  # said when the data sets are brought together
    column = base.column(key)
    if column is not None and column.count <= _MOSTLY_ONCE * column.unique:
        return MetricSlot(columns=[_ref(base, key)], agg="nunique")
    return MetricSlot()


def _ref(table: DatasetProfile, name: str) -> ColumnRef:
    return ColumnRef(dataset_id=table.dataset_id, column=name)


def _named_tables(question: Question) -> list[DatasetProfile]:
    """Data sets in the order in which the question names their rows."""
    found: list[DatasetProfile] = []
    for token in question.tokens:
        for table in question.datasets:
            if token.is_word and _means_rows_of(token, table, question) and table not in found:
                found.append(table)
    return found


def _means_rows_of(token: Token, table: DatasetProfile, question: Question) -> bool:
    stems = _file_stems(table)
    if token.stem in stems or token.text in stems:
        return True
    meant = question.words.sets_of((token.stem,))
    own = frozenset[str]().union(*(question.words.sets_of((stem,)) for stem in stems))
    others = (other for other in question.datasets if other.dataset_id != table.dataset_id)
    is_others = any(token.stem in _file_stems(other) for other in others)
    return bool(meant & own) and not is_others


def _file_stems(table: DatasetProfile) -> frozenset[str]:
    return frozenset(token.stem for token in tokens_of(table.name.rsplit(".", 1)[0]) if token.is_word)


def _only_partner(base: DatasetProfile, parts: Parts) -> DatasetProfile | None:
    """The one data set that can be joined, where the denied word is about it or about no column here."""
    question = parts.question
    own_nulls = any(
        item[0].op == "is_null" and item[0].column.dataset_id == base.dataset_id for item in parts.conditions
    )
    joinable = [
        table
        for table in question.datasets
        if table.dataset_id != base.dataset_id and has_key(base, table, question.keys)
    ]
    if own_nulls or len(joinable) != 1 or not question.has("never", "not_in_list"):
        return None
    other = joinable[0]
    denied = max(mark.end for mark in question.tagged("never", "not_in_list", "none"))
    for token in question.tokens[denied : denied + 3]:
        forms = loose_stems(token.text)
        if any(forms & loose_stems(word) for column in other.columns for word in name_words(column.name)):
            return other
        if token in question.unexplained:
            return other
    return None
