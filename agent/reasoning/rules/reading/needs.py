"""What a question needs and the data lack: an attribute no column has, a word in a place where a column must stand."""

from agent.reasoning.rules.reading.columns import column_sets
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.groups import named_by
from agent.reasoning.rules.reading.measures import identifier_for
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.text import is_cjk
from agent.reasoning.rules.reading.conditions import unattached_bounds
from agent.reasoning.rules.reading.times import time_conditions
from agent.specs.parse import nearest

_ENTITIES = frozenset({"product", "customer", "company", "store", "order", "employee", "quantity", "supplier", "brand"})
_NEEDS_A_NUMBER = frozenset({"correlation", "compare", "normality", "outliers", "hist", "scatter", "box", "summary"})


def missing_needs(parts: Parts, frame: Frame) -> list[str]:
    """The words of the question that the data cannot serve; [] when all is there."""
    attributes = _unknown_attributes(parts)
    if attributes:
        return attributes
    return _unfilled_places(parts, frame)


def _unknown_attributes(parts: Parts) -> list[str]:
    """Known attributes (age, humidity, profit) that no column of any data set has."""
    question = parts.question
    words = question.words
    present = frozenset().union(
        *(column_sets(column.name, words) for table in question.datasets for column in table.columns)
    )
    linked = {
        position
        for item in (*question.links, *question.values, *question.dates)
        for position in range(item.start, item.end)
    }
    in_marks = {position for mark in question.marks for position in range(mark.start, mark.end)}
    found: list[str] = []
    last_end = -1
    for start in range(len(question.tokens)):
        for size in range(min(4, len(question.tokens) - start), 0, -1):
            span = question.tokens[start : start + size]
            sets = words.sets_of(tuple(token.stem for token in span)) & words.attributes
            positions = set(range(start, start + size))
            if not sets or start < last_end or positions & linked or (positions & in_marks and size == 1):
                continue
            if sets & present or (size == 1 and span[0].text in words.stop) or _resolves(span[0].stem, sets, parts):
                continue
            glue = "" if is_cjk(span[0].text) else " "
            text = glue.join(token.text for token in span)
            if found and last_end == start and not is_cjk(text):
                found[-1] = f"{found[-1]} {text}"
            else:
                found.append(text)
            last_end = start + size
            break
    return found


def _resolves(noun: str, sets: frozenset[str], parts: Parts) -> bool:
    """An entity that the file's rows are, or that an identifier names, is no missing attribute."""
    if not sets & _ENTITIES:
        return False
    return bool(
        noun in parts.question.file_words
        or named_by(noun, parts.question, parts.table)
        or identifier_for(noun, parts.table, parts.question.words)
    )


def _unfilled_places(parts: Parts, frame: Frame) -> list[str]:
    """`average humidity`, `sales per planet`: an aggregate without a column, a "per" without a group."""
    question = parts.question
    unknown = [token.text for token in question.unexplained if token.stem not in question.file_words]
    wants_metric = bool(parts.aggregations) and not frame.metrics and frame.intent == "aggregate"
    wants_number = frame.intent in _NEEDS_A_NUMBER and not any(metric.columns for metric in frame.metrics)
    if unknown and (wants_metric or wants_number):
        return [" ".join(unknown)]
    for mark in question.tagged("each"):
        behind = [
            token.text
            for index, token in enumerate(question.tokens)
            if mark.end <= index <= mark.end + 1 and token in question.unexplained
        ]
        if behind and behind[0] in unknown and not frame.groups and mark.text in ("by", "per", "for each", "in each"):
            return [" ".join(behind)]
    return []


def nearest_columns(words: list[str], parts: Parts) -> list[str]:
    """Columns whose names are most like the missing words, then the numeric ones; four at most."""
    names = [column.name for table in parts.question.datasets for column in table.columns]
    near = [name for word in words for name in nearest(word, names, limit=2)]
    numeric = [column.name for column in parts.table.columns if column.kind == "number"]
    return list(dict.fromkeys([*near, *numeric]))[:4]


def unplaced_numbers(parts: Parts, frame: Frame) -> list[str]:
    """Numbers of the question that no date, bound, rank, quantile, share or value has taken."""
    question = parts.question
    used = set(question.taken)
    _, clock = time_conditions(question, parts.table)
    used |= clock
    kept = {_number_text(value) for value in _numbers_in(frame)}
    open_bounds = {value for _, values in unattached_bounds(question) for value in values}
    attached = {position for bound in question.bounds for position in range(bound.start, bound.end)}
    found = []
    for index, token in enumerate(question.tokens):
        if not token.is_number or _number_text(token.text) in kept:
            continue
        text = token.text.replace(",", "")
        is_open = index in attached and text.replace(".", "", 1).isdecimal() and float(text) in open_bounds
        if index not in used or (is_open and index not in clock):
            found.append(token.text)
    return found if frame.intent not in ("overview", "report", "outliers", "missing", "periods") else []


def _numbers_in(frame: Frame) -> list[object]:
    values: list[object] = [frame.top_k, frame.threshold, *frame.quantiles, *(share * 100 for share in frame.quantiles)]
    slots = [slot for alternatives in frame.conditions for slot in alternatives] + (
        [frame.bound] if frame.bound else []
    )
    for slot in slots:
        values += slot.value if isinstance(slot.value, list) else [slot.value]
        values += slot.words.split()
    return values


def _number_text(value: object) -> str:
    text = str(value).replace(",", "")
    return text[:-2] if text.endswith(".0") else text


def unused_words(parts: Parts) -> list[str]:
    """Content words that no slot took: the person is told that they were not used."""
    question = parts.question
    return [
        token.text
        for token in question.unexplained
        if token.stem not in question.file_words
        and token.stem not in question.words.conditions
        and not question.words.sets_of((token.stem,))
        and token.stem not in question.words.weekdays
    ]
