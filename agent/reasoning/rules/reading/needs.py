"""What a question needs and the data lack: an attribute no column has, a word in a place where a column must stand."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.explained import is_counted_deed, is_named_in_brackets
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.groups import named_by
from agent.reasoning.rules.reading.japanese_words import unplaced_runs
from agent.reasoning.rules.reading.kinds.comparatives import uncompared
from agent.reasoning.rules.reading.leftovers import ORDINAL_ENDINGS
from agent.reasoning.rules.reading.measures import identifier_for
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import KINDS_OF_COLUMNS, Question
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.text import Token, is_cjk, joined, normalised
from agent.specs.parse import nearest

ENTITIES = frozenset({"product", "customer", "company", "store", "order", "employee", "quantity", "supplier", "brand"})
_NAMING_LEADS = frozenset({"of", "for", "from", "in", "at", "named", "called", "with", "by", "near"})
_NEARBY = 4  # tokens
_PLURALS = {"en": ("s",), "de": ("en", "e", "er", "n", "s")}  # endings of words that name many things
_LONGEST_ATTRIBUTE = 3  # words
_NEEDS_A_NUMBER = frozenset({"correlation", "compare", "normality", "outliers", "hist", "scatter", "box", "summary",
                             "regression"})  # fmt: skip


def missing_needs(parts: Parts, frame: Frame) -> list[str]:
    """The words of the question that the data cannot serve; [] when all is there."""
    if frame.intent == "outliers" and any(metric.columns for metric in frame.metrics):
        return []
    if any(metric.relates_two for metric in frame.metrics):
        return []
    attributes = _unknown_attributes(parts)
    if attributes:
        return attributes
    return (
        _rate_of_nothing(parts, frame)
        or uncompared(parts)
        or _unknown_names(parts)
        or _unknown_thing(parts, frame)
        or _unfilled_places(parts, frame)
        or _unknown_measure(parts, frame)
    )


def _unknown_names(parts: Parts) -> list[str]:
    """`average price of zebra pizzas`, `sales in Atlantis`: a name where a value must stand, and no cell has it."""
    question = parts.question
    unknown = {token.start: token.text for token in question.unexplained if token.stem not in question.file_words}
    found = []
    for index, token in enumerate(question.tokens):
        if token.start not in unknown or question.words.sets_of((token.stem,)):
            continue
        before = [other.text for other in question.tokens[max(0, index - 2) : index]]
        lead = before[-1] if before and before[-1] not in ("the", "our", "all") else before[0] if before else ""
        follows = question.tokens[index + 1].stem if index + 1 < len(question.tokens) else ""
        if any(0 <= value.start - index <= _NEARBY for value in question.values) or token.text in _said_of_texts(parts):
            continue  # a cell named beside it explains the word: the Osaka store (大阪店)
        stands_before_thing = follows in question.file_words or bool(question.words.sets_of((follows,)) & ENTITIES)
        if lead in _NAMING_LEADS and (
            stands_before_thing or lead in ("named", "called") or _is_capital(token, question)
        ):
            found.append(token.text)
    return found


def _rate_of_nothing(parts: Parts, frame: Frame) -> list[str]:
    """`readmission rate by ward`: a rate of what no cell says."""
    question = parts.question
    if not question.has("rate") or frame.conditions or not frame.share or question.has("share"):
        return []
    return [" ".join([*(token.text for token in question.unexplained), question.tagged("rate")[0].text])]


def _unknown_thing(parts: Parts, frame: Frame) -> list[str]:
    """`which browser is used most?`: a thing is asked for that no column names."""
    question = parts.question
    if frame.intent != "aggregate" or frame.groups or not question.has("high", "low") or question.links:
        return []
    for mark in question.tagged("which"):
        behind = question.tokens[mark.end : mark.end + 1]
        for token in behind:
            if token in question.unexplained and token.stem not in question.file_words:
                return [token.text]
    return []


def _said_of_texts(parts: Parts) -> frozenset[str]:
    """Words that are looked for inside cells."""
    inside = [item[0] for item in parts.conditions if item[0].op in ("contains", "starts_with")]
    return frozenset(word for slot in inside for word in slot.words.split())


def _is_capital(token: Token, question: Question) -> bool:
    """Whether the word was written with a capital: a name."""
    if question.words.language == "de":
        return False  # every German noun has one
    return normalised(question.text)[token.start : token.start + 1].isupper()


def _unknown_measure(parts: Parts, frame: Frame) -> list[str]:
    """`possession per team`: one thing, not many, before "per" is an amount, and no column holds it."""
    question = parts.question
    counts = question.has(
        "count", "rows", "share", "units", "sell", "how_much", "rate", "high", "low", "that", "instead"
    )
    if question.words.language not in _PLURALS or frame.intent != "aggregate" or counts or parts.metric_links:
        return []
    if any(metric.columns for metric in frame.metrics) or parts.conditions or not frame.groups:
        return []
    first = next((mark for mark in question.tagged("each") if mark.start), None)
    before = question.tokens[: first.start] if first else ()
    said = [token for token in before if token.is_word and token.text not in question.words.stop]
    known = [token for token in said if token not in question.unexplained or token.stem in question.file_words]
    if not said or known or len(said) > _LONGEST_ATTRIBUTE or question.words.sets_of((said[-1].stem,)):
        return []
    is_one = said[-1].stem == said[-1].text and not said[-1].text.endswith(_PLURALS[question.words.language])
    return [" ".join(token.text for token in said)] if is_one else []


def _unknown_attributes(parts: Parts) -> list[str]:
    """Known attributes (age, humidity, profit) that no column of any data set has."""
    question = parts.question
    words = question.words
    present = frozenset().union(
        *(column_sets(column.name, words) for table in question.datasets for column in table.columns)
    )
    units = {bound.end for bound in question.bounds if bound.unit}  # 15 minutes: a unit, no attribute
    linked = positions_of(*question.links, *question.values, *question.dates) | units
    if any(money_columns(table, words) for table in question.datasets):
        present |= {"revenue"}
    in_marks = positions_of(*question.marks)
    found: list[str] = []
    last_end = -1
    for start in range(len(question.tokens)):
        for size in range(min(4, len(question.tokens) - start), 0, -1):
            span = question.tokens[start : start + size]
            sets = words.sets_of(tuple(token.stem for token in span)) & words.attributes
            positions = set(range(start, start + size))
            if not sets or start < last_end or positions & linked or (positions & in_marks and size == 1):
                continue
            after_number = start > 0 and question.tokens[start - 1].is_number
            if after_number and span[0].text in words.units:
                continue  # 15 minutes late
            if (size == 1 and is_counted_deed(start, parts)) or is_named_in_brackets(question, start + size):
                continue
            described = start > 0 and start - 1 in linked  # "closing price": the column is named, this describes it
            if described or (size == 1 and span[0].stem in words.vague):
                continue
            if _is_subject_of_a_test(start, sets, question):
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


def _is_subject_of_a_test(start: int, sets: frozenset[str], question: Question) -> bool:
    """`do customers rate A higher than B?`: who does it is no column of the test."""
    before = question.tokens[start - 1].text if start else ""
    plural = question.tokens[start].stem != question.tokens[start].text
    return before in ("do", "does", "did") and plural and bool(sets & ENTITIES) and question.has("test", "test:")


def _resolves(noun: str, sets: frozenset[str], parts: Parts) -> bool:
    """An entity that the file's rows are, or that an identifier names, is no missing attribute."""
    if not sets & ENTITIES:
        return False
    return bool(
        noun in parts.question.file_words
        or named_by(noun, parts.question, parts.table)
        or identifier_for(noun, parts.table, parts.question.words)
    )


def _unfilled_places(parts: Parts, frame: Frame) -> list[str]:
    """`average humidity`, `sales per planet`: an aggregate without a column, a "per" without a group."""
    question = parts.question
    unknown = [token.text for token in question.unexplained if _needs_a_column(token, question)]
    unknown += [run.text for run in unplaced_runs(question)]
    sums_of_many = question.has("order_value") and set(parts.aggregations) - {"mean"} and _has_many_rows_an_order(parts)
    if sums_of_many:
        return [f"{parts.aggregations[0]} order value"]
    only_counts = not any(metric.columns for metric in frame.metrics) and not question.has("count", "units", "rows")
    averages = bool(set(parts.aggregations) - {"sum"}) and only_counts
    wants_metric = frame.intent == "aggregate" and (averages or (bool(parts.aggregations) and not frame.metrics))
    wants_number = frame.intent in _NEEDS_A_NUMBER and not any(metric.columns for metric in frame.metrics)
    if unknown and (wants_metric or wants_number):
        return ["、".join(unknown) if is_cjk("".join(unknown)) else " ".join(unknown)]
    if wants_metric and not frame.groups[1:] and parts.aggregations != ("range",):
        said = [token for token in question.tokens if token.is_word and token.stem in question.file_words]
        return [joined(said) or "that"]
    for mark in question.tagged("each"):
        behind = [
            token.text
            for index, token in enumerate(question.tokens)
            if mark.end <= index <= mark.end + 1 and token in question.unexplained
        ]
        if behind and behind[0] in unknown and not frame.groups and mark.text in ("by", "per", "for each", "in each"):
            return [" ".join(behind)]
    return []


_DESCRIBING = frozenset(
    {"code", "name", "type", "id", "number", "level", "value", "category", "label", "column", "field"}
)


def _needs_a_column(token: Token, question: Question) -> bool:
    """Whether an unexplained word needs a column of its own; `p` of p95 or `code` after status does not."""
    index = question.tokens.index(token)
    behind_link = any(link.end == index for link in question.links)
    follows_number = index + 1 < len(question.tokens) and question.tokens[index + 1].is_number
    is_quantile = (token.text == "p" and follows_number) or token.text in ORDINAL_ENDINGS
    if token.stem in KINDS_OF_COLUMNS and not question.links:
        return False
    if {token.stem, token.text} & question.words.fillers:
        return False
    return token.stem not in question.file_words and not is_quantile and not (behind_link and token.stem in _DESCRIBING)


def _has_many_rows_an_order(parts: Parts) -> bool:
    """Whether an order is several rows: then its value is a sum, and only its average can be told from totals."""
    identifier = identifier_for("order", parts.table, parts.question.words)
    return identifier is not None and identifier.unique < identifier.count


def nearest_columns(words: list[str], parts: Parts) -> list[str]:
    """Columns whose names are most like the missing words, then the numeric ones; four at most."""
    names = [column.name for table in parts.question.datasets for column in table.columns]
    near = [name for word in words for name in nearest(word, names, limit=2)]
    numeric = [column.name for column in parts.table.columns if column.kind == "number"]
    return list(dict.fromkeys([*near, *numeric]))[:4]
