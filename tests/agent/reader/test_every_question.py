"""Every taught prompt, and every question with its meaning, where these stand beside the checkout."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agent.reader.candidates import Act, Ask, parse_line
from agent.reader.form import read_line, write_line
from agent.reader.prompt import PastQuestion, question_block, table_block
from agent.specs.parse import Spec
from registry.profile import DatasetProfile
from training.asking import Data, load_data
from training.corpora import lines_of
from training.results import execute_specs

SHARED = Path(__file__).parents[4] / "shared"
TAUGHT = SHARED / "small_reader" / "fixtures.jsonl"
QUESTIONS = SHARED / "eval" / "questions"
READ_OTHERWISE = {
    "204-93.csv": "two rows below the names are taken for descriptions of the columns",
    "204-373.csv": "a column of dates with one word in it is one of dates",
    "203-36.csv": "dashes alone are missing cells",
    "204-870.csv": "mixed line ends no longer make a row too many",
    "Fuhrpark_Tankungen.csv": "number plates are identifiers",
    "FI_Belege_2024.csv": "numbers of documents and accounts are identifiers",
    "EXTF_Buchungsstapel_2024.csv": "numbers of accounts are identifiers",
}
"""Files that the registry has read otherwise since, each with the cause: their tables are told as they are now read."""
SURVIVING = 0.99

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not TAUGHT.exists(), reason="the material for teaching does not stand beside the checkout"),
]


def profiles(data: Data) -> list[DatasetProfile]:
    return [each.profile for each in data.store.datasets(data.owner)]


@cache
def files(folder: str, tables: tuple[str, ...]) -> Data:
    return load_data((SHARED / "eval" / folder).parent, tables)


def fitting(prompt: str) -> Callable[[str], int]:
    """Counts so that the block that a prompt begins with fits, and no other does."""
    return lambda text: 0 if prompt.startswith(text) else 10_000


def taught() -> list[dict[str, Any]]:
    written = TAUGHT.read_text(encoding="utf-8").splitlines() if TAUGHT.exists() else []
    return [json.loads(line) for line in written]


def test_every_prompt_is_the_taught_one() -> None:
    for asked in taught():
        data = files(asked["folder"], tuple(asked["tables"]))
        datasets, prompt = profiles(data), asked["prompt"]
        past = [PastQuestion(each["question"], data.specs(each["specs"])) for each in asked["past"]]
        matches = data.store.find_values(data.owner, asked["question"])
        assert prompt.endswith(question_block(asked["question"], matches, datasets, past))
        block = table_block(datasets, fitting(prompt))
        assert prompt.startswith(block) is not bool(READ_OTHERWISE.keys() & asked["tables"]), asked["tables"]


def test_every_line_is_the_taught_one_and_read_back() -> None:
    for asked in taught():
        data = files(asked["folder"], tuple(asked["tables"]))
        datasets = profiles(data)
        outcome = parse_line(asked["output"], datasets)
        assert outcome.kind == asked["action"]
        if isinstance(outcome, Act):
            assert f" {write_line(data.specs(asked['specs']), datasets)}" == asked["output"]
            assert f" {write_line(outcome.specs, datasets)}" == asked["output"]
        if isinstance(outcome, Ask):
            said = " // ".join(write_line(specs, datasets) for specs in outcome.readings)
            assert f" ask {said}" == asked["output"]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("folder", sorted(path.name for path in QUESTIONS.glob("q*")))
def test_what_a_question_means_survives_its_line(folder: str) -> None:
    all_of_them, lost = 0, []
    for line in lines_of([QUESTIONS / folder]):
        data = files(f"questions/{folder}/data", tuple(line.meaning.tables))
        for written in [line.meaning.specs, *line.meaning.readings, *(each.specs for each in line.meaning.past)]:
            if written:
                all_of_them += 1
                lost += [] if survives(data.specs(written), data) else [line.key]
    assert len(lost) <= (1 - SURVIVING) * all_of_them, lost


def survives(specs: Sequence[Spec], data: Data) -> bool:
    """Whether specs come back from their line the same, or give the same to the letter."""
    datasets = profiles(data)
    [back] = read_line(write_line(specs, datasets), datasets)
    return back == list(specs) or given(back, data) == given(specs, data)


def given(specs: Sequence[Spec], data: Data) -> list[Any]:
    return [[artifact["payload"] for artifact in each.artifacts] for each in execute_specs(specs, data.tables)]
