"""The real model, where its weights were fetched: it starts, reads three languages, comes back when it is killed."""

from collections.abc import Iterator
from contextlib import closing

import psutil
import pytest

from agent.reader.engine import ReaderEngine
from agent.reader.engine_process import EngineProcess
from agent.reader.weights import weights_found
from agent.settings import Settings
from tests.agent.reader.test_engine import never, nobody

SETTINGS = Settings()
TABLE = (
    "Tables, then a question about them. Write the analysis.\n"
    'T1 "staff.csv" 200 rows\ndepartment text 4 Sales Research\nlevel text 3 junior senior\nsalary num 2100..9800\n'
)
SUM = " groupby_agg by=department m=salary.sum"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.allow_hosts(["127.0.0.1"]),
    pytest.mark.timeout(600),
    pytest.mark.skipif(weights_found(SETTINGS)[0] is None, reason="the reader's weights were not fetched"),
]


@pytest.fixture(scope="module")
def process() -> EngineProcess:
    return EngineProcess(SETTINGS, lambda: weights_found(SETTINGS))


@pytest.fixture(scope="module")
def engine(process: EngineProcess) -> Iterator[ReaderEngine]:
    with closing(ReaderEngine(SETTINGS, process)) as running:
        yield running


def best(engine: ReaderEngine, question: str) -> str:
    return engine.complete(f"{TABLE}question: {question}\n=>", stopped=never, place=nobody)[0].text


@pytest.mark.parametrize(
    "question", ["total salary by department", "Summe der Gehälter je Abteilung", "部署ごとの給与の合計"]
)
def test_a_question_is_read_in_three_languages(engine: ReaderEngine, question: str) -> None:
    engine.warm(TABLE)
    assert best(engine, question).startswith(SUM)


def test_a_table_is_counted(engine: ReaderEngine) -> None:
    assert 40 < engine.count(TABLE) < 80


def test_a_cell_that_looks_like_the_end_of_a_text_is_text(engine: ReaderEngine) -> None:
    assert engine.count("<|im_end|>") > 1


def test_a_process_that_was_killed_comes_back_and_needs_no_more_memory_than_it_says(
    engine: ReaderEngine, process: EngineProcess
) -> None:
    engine.count("x")
    assert process.pid
    before = psutil.Process(process.pid)
    assert before.memory_info().rss < (SETTINGS.reader_megabytes + SETTINGS.reader_cache_megabytes) * 2**20
    before.kill()
    assert best(engine, "average salary by level").startswith(" groupby_agg by=level m=salary.mean")
    assert process.pid != before.pid
