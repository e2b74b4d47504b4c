"""Whether a reading of a test question is right: by what its specs give, not by how they are written."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from typing import cast

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.analysis.limits import run_limited
from agent.errors import ActionLimitError, DataError, SpecError
from agent.reasoning.exam.questions import Exam, ExamQuestion
from agent.reasoning.prompts import Decision
from agent.specs.parse import Spec
from agent.state import Cell, TablePayload

DIGITS = 6  # significant digits that count
MOST_PAIRINGS = 500  # of columns that could be the wanted ones
SPEC_SECONDS, SPEC_MEGABYTES = 10, 256
Results = list[TablePayload]


def is_right(exam: Exam, question: ExamQuestion, decision: Decision) -> bool:
    """Whether the turn would end as it should: with the right result, a question back, or a refusal."""
    match question.expect:
        case "ask":
            return decision.next_action == "ask"
        case "out_of_scope":
            return decision.next_action == "out_of_scope"
        case "choice":
            return decision.next_action == "ask" or _differ(execute_readings(exam, question, decision))
        case "result":
            found = execute_readings(exam, question, decision)
            return bool(found) and all(_answers(exam, question, results) for results in found)


def execute_readings(exam: Exam, question: ExamQuestion, decision: Decision) -> list[Results]:
    """The tables of each reading that can be executed; [] where nothing is to be computed."""
    if decision.next_action != "act":
        return []
    found = (_tables(exam, question, reading.specs) for reading in decision.readings)
    return [results for results in found if results]


def _answers(exam: Exam, question: ExamQuestion, results: Results) -> bool:
    """Whether any table of a reading holds what any right way gives."""
    return any(holds(table, each, question) for table in results for each in _expected_results(exam, question.id))


@cache
def _expected_results(exam: Exam, question_id: str) -> Results:
    """What each right way gives, computed once for all models. Without limits: these specs are Tally's own, and what a
    busy moment cut off would be wanted for ever.
    """
    question = next(each for each in exam.questions if each.id == question_id)
    known = exam.tables(question)
    ways = ([table for spec in specs for table in _make_tables(spec, known)] for specs in question.specs)
    return [tables[0] for tables in ways if tables]


def _tables(exam: Exam, question: ExamQuestion, specs: Sequence[Spec]) -> Results:
    """All tables of these specs; [] when one cannot be executed: half a reading is no answer."""
    known = exam.tables(question)
    found: Results = []
    for spec in specs:
        action = partial(_make_tables, spec, known)
        try:
            found += run_limited(action, seconds=SPEC_SECONDS, megabytes=SPEC_MEGABYTES, what="A test question")
        except (SpecError, DataError, ActionLimitError):
            return []
    return found


def _make_tables(spec: Spec, known: Mapping[str, Table]) -> Results:
    """The tables that a spec makes, with the errors of its execution."""
    made = execute_plot(spec, known) if spec.type == "plot" else execute_analysis(spec, known)
    return [cast(TablePayload, artifact["payload"]) for artifact in made if artifact["kind"] == "table"]


def _differ(readings: Sequence[Results]) -> bool:
    """Whether readings give different first tables, so that the person would be asked."""
    return len({str([[_plain(cell) for cell in row] for row in results[0]["rows"]]) for results in readings}) > 1


# ---------------------------------------------------------------- comparing tables


def holds(found: TablePayload, wanted: TablePayload, question: ExamQuestion) -> bool:
    """Whether a table has the wanted columns, whatever they are called and however many stand beside them, with the
    wanted rows.
    """
    columns = [wanted["columns"].index(name) for name in question.need or wanted["columns"]]
    needed = [[_plain(row[place]) for place in columns] for row in wanted["rows"]]
    if question.rows == "first" and len(found["rows"]) < len(needed):
        return False
    if question.rows != "first" and len(found["rows"]) != len(needed):
        return False
    given = [[_plain(cell) for cell in row] for row in found["rows"]][: len(needed)]
    factors = (1.0, 100.0) if question.percent else (1.0,)
    return any(_same_rows(given, needed, places, factor, question) for factor in factors
               for places in _pairings(given, needed, factor))  # fmt: skip


def _pairings(given: list[list[Cell]], needed: list[list[Cell]], factor: float) -> Iterator[tuple[int, ...]]:
    """The ways to take columns of one table for those of the other."""
    wide = len(given[0]) if given else 0
    fitting = [
        [place for place in range(wide) if Counter(_column(given, place, factor)) == Counter(_column(needed, at, 1.0))]
        for at in range(len(needed[0]) if needed else 0)
    ]
    for number, places in enumerate(product(*fitting)):
        if number >= MOST_PAIRINGS:
            return
        if len(set(places)) == len(places):
            yield places


def _same_rows(
    given: list[list[Cell]], needed: list[list[Cell]], places: Sequence[int], factor: float, question: ExamQuestion
) -> bool:
    ours = [tuple(_times(row[place], factor) for place in places) for row in given]
    theirs = [tuple(_times(cell, 1.0) for cell in row) for row in needed]
    return ours == theirs if question.rows != "any" else Counter(ours) == Counter(theirs)


def _column(rows: list[list[Cell]], place: int, factor: float) -> list[Cell]:
    return [_times(row[place], factor) for row in rows]


def _times(cell: Cell, factor: float) -> Cell:
    """A number times a factor, at the digits that count."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return cell
    return float(f"{cell * factor:.{DIGITS}g}")


def _plain(cell: Cell) -> Cell:
    """A cell as it is compared: numbers as floats, ids written as numbers as those."""
    if isinstance(cell, bool) or cell is None:
        return cell
    return float(cell) if isinstance(cell, int | float) else cell.strip()
