"""Yes-or-no columns: which values mean yes and no, and the words that deny them: unpaid, uninsured, not reviewed."""

from collections.abc import Iterator

from agent.reasoning.rules.reading.column_names import Candidate, column_sets, name_words
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import ref
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.text import Token, loose_stems
from registry.profile import ColumnProfile

_YES = frozenset({"yes", "y", "true", "ja", "j", "oui", "si", "sí", "はい", "有"})
_NO = frozenset({"no", "n", "false", "nein", "non", "いいえ", "無"})
_DENYING = ("un", "non", "in")
_BILLS = frozenset({"invoice", "bill", "fee", "fine", "rechnung", "rechnungen", "gebühren", "請", "払"})
"""What is open until it is paid: 請 of 請求."""
_LONGEST_STATE = 4  # characters of a Japanese word
_SHORTEST = 4  # letters of a word that a prefix denies: unpaid, not "until"

_UNPAID = "unpaid open outstanding 未払い 未払 未納 unbezahlt offen offene"

Flag = str | bool | int


def yes_and_no(column: ColumnProfile, *, numbers: bool) -> tuple[Flag | None, Flag | None]:
    """The values of a yes-or-no column that mean yes and no, those of ones and zeros too if `numbers`; else None."""
    if numbers and column.kind == "number":
        return _one_and_zero(column)
    if column.kind == "boolean":
        return True, False
    values = {item.value.casefold(): item.value for item in column.top_values}
    if column.kind != "text" or not values or not values.keys() <= _YES | _NO:
        return None, None
    return (
        next((cell for folded, cell in values.items() if folded in _YES), None),
        next((cell for folded, cell in values.items() if folded in _NO), None),
    )


def _one_and_zero(column: ColumnProfile) -> tuple[int | None, int | None]:
    """1 and 0 of a number column that holds nothing else."""
    numbers = column.numeric
    whole = numbers is not None and numbers.is_integer and (numbers.minimum, numbers.maximum) == (0, 1)
    return (1, 0) if whole and column.unique == len((0, 1)) else (None, None)


def is_flag(column: ColumnProfile) -> bool:
    """Whether a column says yes or no in words."""
    return yes_and_no(column, numbers=False) != (None, None)


def denied_flags(question: Question) -> list[ConditionSlot]:
    """`unpaid invoices` where a column Paid says yes or no: its no."""
    found = []
    for token, denied in _denying(question):
        flags = [
            (candidate, no)
            for candidate in _columns(question)
            if (no := yes_and_no(candidate.column, numbers=True)[1]) is not None
            and denied & _families(name_words(candidate.name))
        ]
        if len(flags) == 1:
            found.append(ConditionSlot(column=ref(flags[0][0]), op="==", value=flags[0][1], words=token.text))
    return found


def denied_cells(question: Question) -> list[ConditionSlot]:
    """`unpaid invoices` where a status of few values has a value "paid" and none that is "unpaid": the other ones."""
    found = []
    for token, denied in _denying(question):
        cells = [
            (candidate, item.value)
            for candidate in _columns(question)
            if candidate.column.kind == "text"
            for item in candidate.column.top_values
            if item.value.casefold() in denied
        ]
        if len(cells) == 1 and not denied_flags(question):
            found.append(ConditionSlot(column=ref(cells[0][0]), op="!=", value=cells[0][1], words=token.text))
    return found


def _denying(question: Question) -> Iterator[tuple[Token, frozenset[str]]]:
    """The words that deny something, each with what it denies."""
    for token in _unlinked(question):
        if denied := _denied_by(token):
            yield token, denied


def _unlinked(question: Question) -> list[Token]:
    cells = {index for value in question.values for index in range(value.start, value.end)}
    return [token for index, token in enumerate(question.tokens) if token.is_word and index not in cells]


def _columns(question: Question) -> list[Candidate]:
    return [Candidate(table.dataset_id, column) for table in question.datasets for column in table.columns]


def _denied_by(token: Token) -> frozenset[str]:
    """What a word with a denying prefix denies: paid of unpaid."""
    return frozenset(
        token.text.removeprefix(prefix)
        for prefix in _DENYING
        if token.text.startswith(prefix) and len(token.text) - len(prefix) >= _SHORTEST
    )


def _families(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words).union(*(loose_stems(word) for word in words))


def unpaid_flags(question: Question) -> list[ConditionSlot]:
    """`unpaid`, `open invoices`, 未払い: the no of a column that tells who has paid, where no cell says so."""
    cells = positions_of(*question.values)
    bills = any({token.text, token.stem} & _BILLS for token in question.tokens)
    wanted = {"unpaid", "open"} if bills else {"unpaid"}
    said = any(
        wanted & question.words.sets_of(tuple(token.text for token in question.tokens[start : start + size]))
        for start in range(len(question.tokens))
        for size in range(1, _LONGEST_STATE + 1)
        if start not in cells
    )
    for table in question.datasets if said else ():
        for column in table.columns:
            _, no = yes_and_no(column, numbers=False)
            if no is not None and "paid" in column_sets(column.name, question.words):
                target = ColumnRef(dataset_id=table.dataset_id, column=column.name)
                return [ConditionSlot(column=target, op="==", value=no, words=_UNPAID)]
    return []
