"""The project's own questions: what each is said to mean can be computed of its files as they are read today."""

from itertools import groupby

import pytest

from training.asking import load_data
from training.corpora import OWN, Line, lines_of
from training.results import execute_specs


def _tables(line: Line) -> tuple[str, ...]:
    return (line.corpus, *line.meaning.tables)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_a_question_means_can_be_computed() -> None:
    lines = [line for line in lines_of(sorted(path.parent for path in OWN.glob("*/questions.jsonl")))
             if line.meaning.action == "act"]  # fmt: skip
    assert lines
    for _, some in groupby(sorted(lines, key=_tables), key=_tables):
        same = list(some)
        data = load_data(same[0].folder, same[0].meaning.tables)
        for line in same:
            assert execute_specs(data.specs(line.meaning.specs), data.tables), line.key
