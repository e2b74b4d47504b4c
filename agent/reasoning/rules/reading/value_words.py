"""Which words of a question mean the values of a wide table, whose columns are called after years."""

from agent.reasoning.rules.reading.column_names import Candidate
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.text import Token, is_cjk, loose_stems
from agent.reasoning.rules.reading.wide import subject_words, value_column
from registry.profile import DatasetProfile

_COUNTING = frozenset({"count", "rows", "missing", "overview", "columns", "duplicate", "size", "report", "distinct"})
_NAME_LEADS = frozenset({"of", "for", "from", "in", "at", "named", "called", "with", "near", "by", "per"})


def with_values(
    links: tuple[ColumnLink, ...],
    tokens: tuple[Token, ...],
    marks: tuple[Mark, ...],
    taken: frozenset[int],
    datasets: tuple[DatasetProfile, ...],
    words: Lexicon,
    *,
    alone: bool,
) -> tuple[ColumnLink, ...]:
    """The links, with one to the values of the wide table: by a word of its title, else by the word that is left.

    `alone`: no question stands before this one, so that values are meant even where no word names them.
    """
    table = next((table for table in datasets if value_column(table) is not None), None)
    value = value_column(table) if table else None
    if (
        table is None
        or value is None
        or any(item.column.kind == "number" for link in links for item in link.candidates)
    ):
        return links
    candidate = Candidate(table.dataset_id, value)
    used = taken | positions_of(*links, *marks)
    position = _named_by_subject(tokens, used, table, words)
    if position is not None:
        return _added(links, ColumnLink(position, position + 1, (candidate,), 1.0, literal=True, exact=False))
    counts = any(mark.tags & _COUNTING for mark in marks)
    left = [index for index in range(len(tokens)) if index not in used and _may_be_measure(tokens, index, words)]
    if left and not counts:
        return _added(links, ColumnLink(left[0], left[0] + 1, (candidate,), 1.0, literal=False, exact=False))
    asks_something = bool(taken or links or marks)
    if alone and asks_something and not counts:
        end = len(tokens)
        return _added(links, ColumnLink(end, end, (candidate,), 0.5, literal=False, exact=False))
    return links


def _added(links: tuple[ColumnLink, ...], link: ColumnLink) -> tuple[ColumnLink, ...]:
    return tuple(sorted([*links, link], key=lambda item: item.start))


def _named_by_subject(
    tokens: tuple[Token, ...], used: frozenset[int], table: DatasetProfile, words: Lexicon
) -> int | None:
    """A word of the title or the file's name, or of the same family or meaning."""
    subject = subject_words(table)
    families = frozenset().union(*(loose_stems(word) for word in subject)) | subject
    sets = frozenset().union(*(words.sets_of((word,)) for word in subject)) if subject else frozenset()
    for index, token in enumerate(tokens):
        if index in used or not token.is_word:
            continue
        if loose_stems(token.text) & families or words.sets_of((token.stem,)) & sets:
            return index
    return None


def _may_be_measure(tokens: tuple[Token, ...], index: int, words: Lexicon) -> bool:
    """A content word that no attribute of other data is known by, and no name behind "in" or "of"."""
    token = tokens[index]
    known = words.sets_of((token.stem,)) & words.attributes
    name = index > 0 and tokens[index - 1].text in _NAME_LEADS
    is_stop = token.text in words.stop or token.stem in words.stop
    return token.is_word and not is_stop and not known and not name and not is_cjk(token.text)
