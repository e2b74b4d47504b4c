"""Is it what was asked? Columns, groups, values, statistics and figures that the question names have to be there."""

import re
from collections.abc import Callable, Iterator

from agent.grounding.figures import WrittenFigure, figures_in
from agent.nodes.review.critic_reviewed import Finding, Reviewed, numbers_of
from agent.nodes.review.critic_words import COMPUTED, JAPANESE, fold_words, stands_in
from registry.value_index import ValueMatch

SHORTEST_NAME = 3
_WHOLE_TABLE = frozenset({"dataset_overview", "missingness", "correlation_matrix", "duplicate_check", "row_lookup"})
"""Ops that take all columns when none are named."""
_WITH_STATISTICS = frozenset({"column_summary", "outliers", "compare_groups", "compare_columns"})
"""Ops whose results hold the usual statistics anyway."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_SIGN = re.compile(r"[<>≤≥]=?\s*$")
_BESIDE_DIGITS = re.compile(rf"(?<=[{JAPANESE}])(?=\d)|(?<=\d)(?=[{JAPANESE}])")


def _columns(reviewed: Reviewed) -> Iterator[Finding]:
    """Columns that the question names by their whole name have to be used."""
    if any(spec.get("op") in _WHOLE_TABLE and not spec.get("columns") for spec in reviewed.specs):
        return
    used = " | ".join(fold_words(text) for text in reviewed.mentioned)
    asked, words = fold_words(reviewed.question), reviewed.words
    for name in reviewed.names:
        own = fold_words(name)
        long_enough = len(own) >= SHORTEST_NAME and (" " in own or len(own) > SHORTEST_NAME)
        long_enough |= len(own) > 1 and not own.isascii()
        if long_enough and own not in used and stands_in(own, asked) and not words.found("no_part", asked, column=name):
            yield Finding("columns", words.sentences["columns"].format(column=name), 0.25)


def _groups(reviewed: Reviewed) -> Iterator[Finding]:
    """`by department`, `per department`: that column has to be what the result is grouped by."""
    asked, words = fold_words(reviewed.question), reviewed.words
    for profile in reviewed.datasets:
        for column in profile.columns:
            if column.kind in ("number", "identifier") or not fold_words(column.name):
                continue
            met = any(fold_words(column.name) in fold_words(text) for text in reviewed.grouped)
            if not met and words.found("groups", asked, column=column.name):
                sentence = words.sentences["groups"].format(column=column.name)
                yield Finding("groups", sentence, 0.3, says=words.says["groups"].format(column=column.name))


def _filters(reviewed: Reviewed) -> Iterator[Finding]:
    """A value that the question names has to be filtered on, or be one of the groups."""
    grouped = reviewed.grouped
    used = {text.casefold() for text in reviewed.mentioned}
    names = {fold_words(name) for name in reviewed.names}
    by_words: dict[str, list[ValueMatch]] = {}
    for match in reviewed.values:
        if match.kind != "partial" and len(match.words) >= SHORTEST_NAME:
            by_words.setdefault(match.words, []).append(match)
    for said, matches in by_words.items():
        is_name = any(fold_words(said) in name for name in names)
        met = any(match.value.casefold() in used or match.column in grouped for match in matches)
        if not met and not is_name:
            sentence = reviewed.words.sentences["filters"].format(words=said)
            yield Finding("filters", sentence, 0.25, says=reviewed.words.says["filters"].format(words=said))


def _aggregates(reviewed: Reviewed) -> Iterator[Finding]:
    """The statistic that the question names has to be computed."""
    asked, words = fold_words(reviewed.question), reviewed.words
    used = " ".join(reviewed.mentioned)
    names = " ".join(fold_words(name) for name in reviewed.names)
    if any(spec.get("op") in _WITH_STATISTICS for spec in reviewed.specs):
        return
    for name, pattern in words.statistics.items():
        met = any(one in used for one in COMPUTED[name])
        if re.search(pattern, asked) and not re.search(pattern, names) and not met:
            told = {"statistic": words.names[name]}
            sentence = words.sentences["aggregates"].format(**told)
            yield Finding("aggregates", sentence, 0.3, says=words.says["aggregates"].format(**told))


# ---------------------------------------------------------------- figures that the question names


def _figures(reviewed: Reviewed) -> Iterator[Finding]:
    """A threshold ("over 50"), a count ("top 3") and a year have to stand in a spec, or the answer speaks of them."""
    question = _BESIDE_DIGITS.sub(" ", reviewed.question)
    known = [number for spec in reviewed.specs for number in numbers_of(spec)]
    named = {figure.text for text in _names_in(reviewed) for figure in figures_in(text)}
    told = {figure.text for figure in figures_in(reviewed.answer["text"])} if reviewed.answer else set()
    for figure in figures_in(question):
        if figure.text in named or figure.text in told or not figure.meanings:
            continue
        if _is_wanted(figure, question, reviewed) and not _is_met(figure, known):
            sentence = reviewed.words.sentences["figures"].format(figure=figure.text)
            yield Finding("figures", sentence, 0.25)


def _names_in(reviewed: Reviewed) -> Iterator[str]:
    """What the question may name that holds digits of its own: columns, data sets, values."""
    yield from reviewed.names
    yield from (profile.name for profile in reviewed.datasets)
    yield from (text for match in reviewed.values for text in (match.words, match.value))


def _is_wanted(figure: WrittenFigure, question: str, reviewed: Reviewed) -> bool:
    """Whether the figure says which rows, how many, or which year. Spans of time are read into dates, so not those;
    and a question that asks for a verdict ("is it over 50?") is answered by the figure that is compared.
    """
    words = reviewed.words
    before, after = fold_words(question[: figure.start]), fold_words(question[figure.end :])
    if words.begins("time_units", after):
        return False
    if words.ends("count_before", before) or words.begins("count_after", after):
        return True
    signed = _SIGN.search(question[: figure.start]) is not None
    if signed or words.ends("threshold_before", before) or words.begins("threshold_after", after):
        return not words.asks_for_a_verdict(fold_words(question))
    is_year = _YEAR.fullmatch(figure.text) is not None
    return is_year and (words.ends("year_before", before) or words.begins("year_after", after))


def _is_met(figure: WrittenFigure, known: list[float]) -> bool:
    sizes = [meaning.size for meaning in figure.meanings]
    return any(abs(number - size) <= 1e-9 * max(1.0, size) for size in sizes for number in known) or any(
        abs(100 * number - size) <= 1e-9 * max(1.0, size) for size in sizes for number in known
    )


Check = Callable[[Reviewed], Iterator[Finding]]
ASKED: tuple[Check, ...] = (_groups, _filters, _aggregates, _figures, _columns)
