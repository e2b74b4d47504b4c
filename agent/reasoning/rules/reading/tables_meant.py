"""Which of several data sets a question is about, and when its rows are what is counted."""

from agent.reasoning.rules.reading.column_names import file_words
from agent.reasoning.rules.reading.flags import is_flag
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import Token, stem
from registry.profile import DatasetProfile

_DONE = 13.0  # votes for the table whose rows are the deeds asked for; a column of numbers has 12


def table_for(question: Question, hint: str | None) -> DatasetProfile:
    """The data set that a question is about: the one that holds what is measured or most of what is named."""

    def votes(table: DatasetProfile) -> float:
        named = sum(
            (12.0 if is_number(candidate.column) else 1.0) * (2.0 if link.literal else 1.0)
            for link in question.links
            for candidate in link.candidates[:1]
            if candidate.dataset_id == table.dataset_id
        )
        cells = sum(1.0 for value in question.values if value.first.dataset_id == table.dataset_id)
        file_words = set(table.name.casefold().replace("_", " ").rsplit(".", 1)[0].split())
        nouns = sum(2.0 for token in question.tokens if token.text in file_words or token.stem in file_words)
        nouns += sum(_DONE for index in _counted_nouns(question) if _names_file(question, index, table))
        sells = (
            2.0 if question.has("sell", "average_value", "how_much") and money_columns(table, question.words) else 0.0
        )
        sells += _DONE if _ranks_buyers(question) and money_columns(table, question.words) else 0.0
        return (
            named + cells + nouns + sells + counts_rows_of(question, table) + (0.5 if table.dataset_id == hint else 0.0)
        )

    return max(question.datasets, key=votes)


def _counted_nouns(question: Question) -> set[int]:
    """Where what "how many" or "number of" counts stands."""
    return {mark.end for mark in question.tagged("count") if mark.end < len(question.tokens)}


def _names_file(question: Question, index: int, table: DatasetProfile) -> bool:
    """`check-ins` of a file called gym_checkins: a word of the file's name, written in one or in two."""
    own = file_words(table)
    words = [token.text for token in question.tokens[index : index + 3] if token.text != "-"]
    return any(stem("".join(words[:size])) in own for size in (1, 2))


def _ranks_buyers(question: Question) -> bool:
    """`which firms bought the most`: the deed is told by the rows with money, wherever those who do it are listed."""
    measured = any(is_number(link.first.column) for link in question.links)
    return question.has("sell") and question.has("high", "low") and not measured


def counts_rows_of(question: Question, table: DatasetProfile) -> float:
    """`most borrowed titles`: the rows of the loans are what is counted, wherever the titles stand."""
    if any(is_number(link.first.column) and link.literal for link in question.links):
        return 0.0
    rows_are = (
        frozenset().union(*(question.words.sets_of((word,)) for word in file_words(table))) & question.words.events
    )
    done = frozenset().union(*(question.words.sets_of((token.stem,)) for token in question.tokens))
    return _DONE if rows_are & done - {"order"} else 0.0


def most_of_a_thing(question: Question) -> bool:
    """`at what hour do most hires begin`: the rows themselves are the measure."""
    ends = {mark.end for mark in question.tagged("high", "low") if mark.text in ("most", "fewest", "meisten")}
    things = {link.start for link in question.links if link.first.column.kind == "identifier"}
    nouns = {index for index, token in enumerate(question.tokens) if _is_plural_deed(token, question)}
    flags = {link.start: link.end for link in question.links if is_flag(link.first.column)}
    denied = {mark.start: mark.end for mark in question.tagged("not")}
    told = {denied.get(end, end) for end in ends}  # die meisten nicht bezahlten Rechnungen
    ends |= {flags[end] for end in told if end in flags}
    return bool(ends & (things | nouns)) and not question.has("sell")


def _is_plural_deed(token: Token, question: Question) -> bool:
    known = question.words.deeds
    if question.words.language == "de" and token.text in known:
        return True
    return token.text != token.stem and (token.stem in known or token.stem in question.file_words)
