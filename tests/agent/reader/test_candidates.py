"""A line of the model says what to do, to ask, or why neither can be."""

import pytest

from agent.reader.candidates import Act, Aside, Ask, Missing, parse_line
from agent.reader.form import write_line
from agent.reader.form_parser import UnreadableError
from tests.agent.reader.taught import Column, Table, Taught, specs_of, taught

TABLE = Table(name="t.csv", rows=3, columns=[Column(name="shop", kind="text", unique=2)]).profile("D1")


@pytest.mark.parametrize("asked", taught().questions, ids=lambda asked: asked.question[:40])
def test_every_taught_line_says_its_outcome(asked: Taught) -> None:
    datasets = taught().tables[asked.tables].profiles
    outcome = parse_line(asked.output, datasets)
    assert outcome.kind == asked.action
    match outcome:
        case Act(specs):
            assert write_line(specs, datasets) == write_line(specs_of(asked.specs, datasets), datasets)
        case Ask(readings):
            said = " // ".join(write_line(specs, datasets) for specs in readings)
            assert f" ask {said}".rstrip() == asked.output
        case Missing(words):
            assert f" missing {', '.join(words)}" == asked.output
        case Aside(kind):
            assert f" {kind}" == asked.output


def test_what_is_missing_and_what_to_ask_may_stay_unsaid() -> None:
    assert parse_line(" missing", [TABLE]) == Missing()
    assert parse_line("missing price , , cost", [TABLE]) == Missing(("price", "cost"))
    assert parse_line("ask", [TABLE]) == Ask()


@pytest.mark.parametrize("line", [
    "", "explain it", "commands", "ask nothing", "ask value_counts column=shop // ", "act value_counts column=shop",
    "value_counts column=shop // value_counts column=shop", "I would count the shops.", "missing\x00",
])  # fmt: skip
def test_any_other_line_is_no_reading(line: str) -> None:
    with pytest.raises(UnreadableError):
        parse_line(line, [TABLE])
