"""The prompt of the built-in reader: tables, cells that the question names, earlier turns, the question.

It is byte for byte what the model was taught: a change here needs another teaching.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.reader.form import compose, ids_of, write_line
from agent.reader.form_words import word
from agent.reader.form_writer import UnwritableError
from agent.specs.parse import Spec
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile
from registry.value_index import ValueMatch

_HEAD = "Tables, then a question about them. Write the analysis.\n"
_KINDS: Mapping[ColumnKind, str] = {
    "number": "num", "text": "text", "date": "date", "datetime": "datetime", "time": "time", "boolean": "bool",
    "identifier": "id", "ambiguous_date": "date?", "empty": "empty",
}  # fmt: skip
_BRIEFEST = 3
"""The levels go from 0, all that is told, to this one: the columns' names alone."""
_FEW = 12  # distinct numbers that are counted
_TITLE, _SAMPLE, _CELL = 60, 24, 40  # most characters
_CELLS, _TURNS = 8, 3
_LONG_READING = 200
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True)
class PastQuestion:
    """A question that was asked before, with the specs of its answer; () where it had none."""

    question: str
    specs: Sequence[Spec] = ()


def table_block(datasets: Sequence[DatasetProfile], count: Callable[[str], int], budget: int = 350) -> str:
    """The first part of a prompt: what it is, and the tables, in as many words as fit.

    `count` tells how many tokens a text has. Where even the fewest words have more than `budget`, these are given.
    """
    for level in range(_BRIEFEST):
        text = _tables(datasets, level)
        if count(text) <= budget:
            return text
    return _tables(datasets, _BRIEFEST)


def cells_told(
    datasets: Sequence[DatasetProfile], matches: Sequence[ValueMatch]
) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """How many cells of each column a prompt holds where it tells all it may, and of which columns the range."""
    cells = {column.name: len(_sampled(column, 0)) for each in datasets for column in each.columns}
    for match in [each for each in matches if each.dataset_id in ids_of(datasets)]:
        cells[match.column] = cells.get(match.column, 0) + 1
    ranges = [column.name for each in datasets for column in each.columns if column.numeric or column.first]
    return {name: count for name, count in cells.items() if count}, tuple(dict.fromkeys(ranges))


def question_block(
    question: str,
    matches: Sequence[ValueMatch],
    datasets: Sequence[DatasetProfile],
    past: Sequence[PastQuestion],
) -> str:
    """The rest of a prompt: cells of these tables that words of the question name, the last turns (`past` has the
    newest last), the question. The line that the model writes follows it.
    """
    told = [(each.question, _turn_line(each, datasets)) for each in past][-_TURNS:]
    turns = "".join(
        _turn(asked, line, is_last=not any(later for _, later in told[place + 1 :]))
        for place, (asked, line) in enumerate(told)
    )
    return _as_read(f"{_cells(matches, datasets)}{turns}question: {_in_a_line(question)}\n=>")


def _as_read(text: str) -> str:
    """The text as the model is to read it: composed, and without what a tokenizer takes for a sign of its own."""
    return compose(text).replace("<|", "< |")


def _in_a_line(text: str) -> str:
    return text.replace("\n", " ")


def _tables(datasets: Sequence[DatasetProfile], level: int) -> str:
    return _as_read(_HEAD + "".join(_table(number, each, level) for number, each in enumerate(datasets, 1)))


def _table(number: int, dataset: DatasetProfile, level: int) -> str:
    title = f" {_in_a_line(dataset.title[:_TITLE])}" if dataset.title and level == 0 else ""
    head = f"T{number} {word(dataset.name)} {dataset.rows} rows{title}"
    if level == _BRIEFEST:
        return f"{head}: " + "".join(f"{word(name)} " for name in dataset.column_names) + "\n"
    return "\n".join([head, *(_column(each, level) for each in dataset.columns)]) + "\n"


def _column(column: ColumnProfile, level: int) -> str:
    """`name kind distinct unit samples -missing`, less at higher levels."""
    told = [word(column.name), _KINDS[column.kind]]
    match column.kind:
        case "number":
            told += _of_numbers(column, level)
        case "date" | "datetime" | "time":
            is_told = column.first and level < 2
            told += [f"{(column.first or '')[:10]}..{(column.last or '')[:10]}"] if is_told else []
        case "text" | "identifier" | "ambiguous_date":
            told += [str(column.unique), *_samples(column, level)]
    told += [f"-{column.missing}"] if column.missing and level < 2 else []
    return " ".join(told)


def _of_numbers(column: ColumnProfile, level: int) -> list[str]:
    told = [str(column.unique)] if column.unique <= _FEW else []
    told += [column.unit] if column.unit else []
    if column.numeric and level < 2:
        told.append(f"{_figure(column.numeric.minimum)}..{_figure(column.numeric.maximum)}")
    return told


def _samples(column: ColumnProfile, level: int) -> list[str]:
    """The most frequent values, in one part that may be empty."""
    return [] if level >= 2 else [" ".join(_sample(value) for value in _sampled(column, level))]


def _sampled(column: ColumnProfile, level: int) -> list[str]:
    if column.kind not in ("text", "identifier", "ambiguous_date"):
        return []
    most = 2 if level else 6 if column.unique <= 6 else 3
    return [each.value for each in column.top_values[:most]]


def _sample(value: str) -> str:
    shown = _shorten(value, _SAMPLE)
    return f'"{shown}"' if _NUMBER.fullmatch(shown) else word(shown)


def _shorten(value: str, most: int) -> str:
    return value if len(value) <= most else value[: most - 1] + "…"


def _figure(number: float) -> str:
    size = abs(number)
    if size < 1e6 and not float(number).is_integer():
        return f"{number:.4g}"
    return str(int(number)) if size < 1e15 else f"{number:.3g}"


def _cells(matches: Sequence[ValueMatch], datasets: Sequence[DatasetProfile]) -> str:
    """The line of cells, whole ones before parts of them, long words before short ones."""
    known = [each for each in matches if each.dataset_id in ids_of(datasets)]
    ordered = sorted(known, key=lambda each: (each.kind == "partial", -len(each.words)))
    told = dict.fromkeys(_cell(each) for each in ordered)
    return f"cells: {'; '.join(list(told)[:_CELLS])}\n" if told else ""


def _cell(match: ValueMatch) -> str:
    return f"{word(match.column)} {'~' if match.kind == 'partial' else '=='} {word(_shorten(match.value, _CELL))}"


def _turn(question: str, line: str, is_last: bool) -> str:
    """An earlier question, with its line where that is short or the last one."""
    shown = f" => {line}" if line and (is_last or len(line) < _LONG_READING) else ""
    return f"before: {_in_a_line(question)}{shown}\n"


def _turn_line(turn: PastQuestion, datasets: Sequence[DatasetProfile]) -> str:
    """The line of an earlier turn; "" where it had no specs or they are of a table that is gone."""
    try:
        return write_line(turn.specs, datasets) if turn.specs else ""
    except UnwritableError:
        return ""
