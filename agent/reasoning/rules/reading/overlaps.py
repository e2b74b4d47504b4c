"""Words that could be a mark, a column or a cell: which of them they are."""

import re
from dataclasses import replace
from itertools import pairwise

from agent.reasoning.rules.reading.cells import ValueMention
from agent.reasoning.rules.reading.column_names import Candidate, name_words, words_of
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.text import Token, is_cjk
from registry.profile import DatasetProfile

_FEW_VALUES = 30
_DATES = ("date", "datetime", "ambiguous_date")
_BEFORE_A_GROUP = frozenset({"by", "per", "each", "every", "je", "pro", "nach"})
_ALSO_ASKED = frozenset({"its", "their", "his", "her", "seine", "ihre"})  # the longest ride and its fare
DEAR = frozenset(
    {
        "most expensive",
        "least expensive",
        "expensive",
        "cheapest",
        "priciest",
        "cheap",
        "dearest",
        "costliest",
        "teuerste",
        "teuersten",
    }
)
_OF_A_COLUMN = frozenset({"der", "des", "von", "aller", "of", "the"})
_EARNED = frozenset({"revenue", "money"})
_PAYING = frozenset(
    {"cost", "costs", "costing", "paid", "pay", "pays", "spent", "spend", "spends", "charged", "kostete", "kosten",
     "kostet", "zahlte", "zahlten", "bezahlte", "bezahlt"}
)  # fmt: skip


def is_part_of_a_name(mark: Mark, links: tuple[ColumnLink, ...], tokens: tuple[Token, ...]) -> bool:
    """A mark's word that is literally part of a linked column's name belongs to the name (temp max, total salary)."""
    for link in links:
        inside = link.start <= mark.start and mark.end <= link.end
        if inside and link.exact and link.end - link.start > 1:
            named = {word for candidate in link.candidates for word in name_words(candidate.name)}
            if all(token.stem in named for token in tokens[mark.start : mark.end]):
                return True
        grouped = inside and mark.start > 0 and tokens[mark.start - 1].text in _BEFORE_A_GROUP
        if grouped and link.exact and mark.end - mark.start == link.end - link.start:
            return True  # "by line" where a column is called line
        if grouped and link.literal and "agg:mode" in mark.tags:
            return True  # "by mode" where a column is called travel mode
        own_words = mark.tags <= {"units", "count", "rows", "sell", "share", "size"}
        if inside and own_words and link.end - link.start > mark.end - mark.start:
            return True
        if inside and link.exact and link.end - link.start == 1 and mark.tags <= {"agg:sum", "which", "rows", "size"}:
            return True
    return False


def without_names(
    mark: Mark, links: tuple[ColumnLink, ...], tokens: tuple[Token, ...], words: Lexicon
) -> tuple[Mark, ...]:
    """The "average" of `average ticket price`: where a column's name begins inside a mark, what stands before it."""
    cut = next((link.start for link in links if link.literal and mark.start < link.start < mark.end < link.end), None)
    if cut is None:
        return (mark,)
    found = words.find_marks(tokens[mark.start : cut])
    return tuple(replace(piece, start=mark.start + piece.start, end=mark.start + piece.end) for piece in found)


def without_vaguer(
    links: tuple[ColumnLink, ...], marks: tuple[Mark, ...], tokens: tuple[Token, ...]
) -> tuple[ColumnLink, ...]:
    """`salary ... (base salary)`: a link that may mean several columns yields to one that names one of them."""
    links = _without_mere_totals(_without_mere_superlatives(links, marks, tokens), marks, tokens)
    certain = {link.first for link in links if len(link.candidates) == 1}
    return tuple(link for link in links if len(link.candidates) == 1 or not certain & set(link.candidates))


def _without_mere_superlatives(
    links: tuple[ColumnLink, ...], marks: tuple[Mark, ...], tokens: tuple[Token, ...]
) -> tuple[ColumnLink, ...]:
    """`highest closing price`: "highest" alone names no column called High when another number is named outright."""
    superlatives = [mark for mark in marks if mark.tags & {"high", "low"}]
    named = [
        link
        for link in links
        if link.first.column.kind == "number"
        and not (link.start and tokens[link.start - 1].text in _ALSO_ASKED)
        and not any(mark.start <= link.start and link.end <= mark.end for mark in superlatives)
    ]
    return tuple(
        link
        for link in links
        if link.literal
        or not named
        or not any(mark.start <= link.start and link.end <= mark.end for mark in superlatives)
    )


def _without_mere_totals(
    links: tuple[ColumnLink, ...], marks: tuple[Mark, ...], tokens: tuple[Token, ...]
) -> tuple[ColumnLink, ...]:
    """The "total" of `total discount` names no column called line total: it says what to do with the column behind."""
    computed = {(mark.start, mark.end) for mark in marks if any(tag.startswith("agg:") for tag in mark.tags)}
    numbers = {link.start for link in links if link.first.column.kind == "number"}
    articles = {index + 1 for index, token in enumerate(tokens) if token.text in _OF_A_COLUMN and index + 1 in numbers}
    ahead = numbers | {place - 1 for place in articles}  # Summe der Stunden
    return tuple(
        link for link in links if link.exact or (link.start, link.end) not in computed or link.end not in ahead
    )


def _is_the_grain_behind_each(link: ColumnLink, marks: tuple[Mark, ...]) -> bool:
    """The month of "joiners per month" is no monthly fee."""
    grains = [mark for mark in marks if any(tag.startswith("grain:") for tag in mark.tags)]
    each = {mark.end for mark in marks if "each" in mark.tags}
    return any((mark.start, mark.end) == (link.start, link.end) and mark.start in each for mark in grains)


def is_inside_mark(link: ColumnLink, marks: tuple[Mark, ...]) -> bool:
    """`upper limit`, `how many`: a word of the reading's own language, and only by meaning a column's."""
    if link.end - link.start == 1 and any(
        "each" in mark.tags and mark.start <= link.start < mark.end for mark in marks
    ):
        return True  # "per" is never a column, whatever columns are called
    size = link.end - link.start
    inside = [
        mark for mark in marks if mark.start <= link.start and link.end <= mark.end and mark.end - mark.start > size
    ]
    if not link.exact and any("first_period" in mark.tags for mark in inside):
        return True  # "been here the longest" is about when somebody came
    if not link.exact and any(tag.startswith(("part:", "grain:")) for mark in inside for tag in mark.tags):
        return True  # the day of "day of the week"
    if not link.exact and _is_the_grain_behind_each(link, marks):
        return True
    if is_cjk(mark_text(link, marks)):
        return True
    if not link.exact and any(tag.startswith("plot:") for mark in inside for tag in mark.tags):
        return True  # the line of "line chart", though a column is called line total
    if link.literal:
        return False
    own = ("fence:", "count", "share", "overview", "period", "plot", "growth", "report", "columns", "test", "outlier")
    return any(
        mark.start <= link.start and link.end <= mark.end and any(tag.startswith(own) for tag in mark.tags)
        for mark in marks
    )


def mark_text(link: ColumnLink, marks: tuple[Mark, ...]) -> str:
    """The counting mark that a link lies in wholly: 件数 counts, whatever column is called 〜数; "" if in none."""
    inside = (mark for mark in marks if mark.start <= link.start and link.end <= mark.end and "count" in mark.tags)
    return next((mark.text for mark in inside), "")


def is_end_of_a_name(mark: Mark, links: tuple[ColumnLink, ...]) -> bool:
    """The 数 of 来館者数が: the end of a column's name, nothing is counted."""
    return "count" in mark.tags and is_cjk(mark.text) and any(
        link.literal and link.start < mark.start < link.end for link in links
    )  # fmt: skip


def is_said_by(mark: Mark, value: ValueMention) -> bool:
    """A superlative that is a cell's word beside its column ("high light") is no superlative."""
    same = mark.start == value.start and mark.end == value.end
    return same and bool(
        mark.tags & {"high", "low", "units", "sell", "rows", "test:student", "duplicate", "trend", "world"}
    )


def is_of_a_chart(value: ValueMention, marks: tuple[Mark, ...]) -> bool:
    """The cell `Pie` in "pie chart", in "make it a pie": a kind of chart is meant."""
    drawn = [mark for mark in marks if any(tag.startswith("plot:") for tag in mark.tags)]
    charts = [mark for mark in drawn if mark.end - mark.start > 1 or "plot:pie" in mark.tags]
    return any(mark.start <= value.start and value.end <= mark.end for mark in charts)


def overlap(link: ColumnLink, value: ValueMention) -> bool:
    return link.start < value.end and value.start < link.end


def means_the_amount(value: ValueMention, links: tuple[ColumnLink, ...], marks: tuple[Mark, ...]) -> bool:
    """`how much did it rain`, `correlation between rain and wind`: the amount is meant, not the days labelled rain."""
    wants_amount = any(mark.tags & {"how_much", "extent", "corr", "corr_matrix"} for mark in marks)
    return wants_amount and any(link.first.column.kind == "number" and overlap(link, value) for link in links)


def yields_to(value: ValueMention, links: tuple[ColumnLink, ...]) -> bool:
    """A cell's words that are literally a column's name mean the column, unless the cell is named more fully."""
    return any(
        link.literal
        and (link.exact or value.first.kind == "partial")
        and overlap(link, value)
        and link.end - link.start >= value.end - value.start
        for link in links
    )


def with_money(
    links: tuple[ColumnLink, ...],
    tokens: tuple[Token, ...],
    datasets: tuple[DatasetProfile, ...],
    words: Lexicon,
    marks: tuple[Mark, ...],
) -> tuple[ColumnLink, ...]:
    """Words for revenue that no column's name has stand for the columns that hold money (amount, price)."""
    found = list(links)
    taken = {position for link in links for position in range(link.start, link.end)}
    columns = tuple(Candidate(table.dataset_id, column) for table in datasets for column in money_columns(table, words))
    counted = {mark.end for mark in marks if "count" in mark.tags}
    for start in range(len(tokens)) if columns else ():
        if start in counted and tokens[start].text in ("sale", "sales"):
            continue  # the number of sales is no money
        for size in range(min(4, len(tokens) - start), 0, -1):
            span = tokens[start : start + size]
            said = words.sets_of(tuple(token.stem for token in span)) | words.sets_of(
                tuple(token.text for token in span)
            )
            paid = size == 1 and _is_paid_most(tokens, start)
            if (said & _EARNED or paid or span[-1].text in DEAR) and taken.isdisjoint(range(start, start + size)):
                taken.update(range(start, start + size))
                found.append(ColumnLink(start, start + size, columns, 1.0, literal=False, exact=False))
                break
    return tuple(sorted(found, key=lambda link: link.start))


def _is_paid_most(tokens: tuple[Token, ...], position: int) -> bool:
    """`cost the most`, `paid least`, `how much they spent`: the verb stands for the money."""
    if tokens[position].text not in _PAYING:
        return False
    behind = [token.text for token in tokens[position + 1 : position + 3]]
    before = [token.text for token in tokens[:position]]
    if any(pair in (("much", "more"), ("much", "less")) for pair in pairwise(before)):
        return True  # how much more do smokers pay
    return behind[:1] != ["per"] and bool({"most", "least", "more", "less", "meisten", "wenigsten"} & set(behind))


def names_a_counting_column(mark: Mark, marks: tuple[Mark, ...], links: tuple[ColumnLink, ...]) -> bool:
    """`by number of bedrooms`: a group by the column of that number, nothing is counted."""
    if "count" not in mark.tags or not any(other.end == mark.start and "each" in other.tags for other in marks):
        return False
    behind = next((link for link in links if link.start == mark.end and link.literal), None)
    if behind is None or behind.first.column.kind != "number":
        return False
    numeric = behind.first.column.numeric
    return numeric is not None and numeric.is_integer and behind.first.column.unique <= _FEW_VALUES


def told_apart(
    link: ColumnLink, links: tuple[ColumnLink, ...], tokens: tuple[Token, ...], words: Lexicon
) -> ColumnLink:
    """`goals at home`: of several columns the one whose own word stands elsewhere in the question."""
    if len(link.candidates) < 2:
        return link
    names = [frozenset().union(*(word.forms for word in words_of(item.name, words))) for item in link.candidates]
    taken = {
        position
        for other in links
        if other is not link
        and other.exact
        and len(other.candidates) == 1
        and other.first.column.kind == link.first.column.kind
        for position in range(other.start, other.end)
    }
    said = {
        token.stem for index, token in enumerate(tokens) if not link.start <= index < link.end and index not in taken
    }
    shared = frozenset.intersection(*names)
    fitting = [candidate for candidate, own in zip(link.candidates, names, strict=True) if (own - shared) & said]
    return replace(link, candidates=(fitting[0],)) if len(fitting) == 1 else link


def names_the_rows(
    link: ColumnLink, marks: tuple[Mark, ...], tokens: tuple[Token, ...], file_words: frozenset[str]
) -> bool:
    """`how many flights`, `duplicated listings`: what is counted is the rows, not a date column with a like name."""
    if link.end - link.start != 1 or any(item.column.kind not in _DATES for item in link.candidates):
        return False
    token = tokens[link.start]
    own_word = any(token.stem in name_words(item.name) for item in link.candidates)
    if own_word and (link.exact or token.stem not in file_words):
        return False
    counting = ("count", "distinct", "duplicate", "share", "deduplicated")
    before = any(mark.end <= link.start <= mark.end + 1 and mark.tags & set(counting) for mark in marks)
    behind = any(link.end <= mark.start <= link.end + 1 and "duplicate" in mark.tags for mark in marks)
    return before or behind


def is_torn_from_a_word(value: ValueMention, marks: tuple[Mark, ...], tokens: tuple[Token, ...]) -> bool:
    """The はい of 合計はいくら: a cell of kana that begins in one word and ends inside the next."""
    spelled = all(_KANA.fullmatch(token.text) for token in tokens[value.start : value.end])
    return spelled and any(value.start < mark.start < value.end < mark.end for mark in marks)


_KANA = re.compile("[\u3041-\u309f]")
