"""What stands behind an answer: the rows of each number, and a program that runs by itself."""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.service import AnalystService, NoEvidenceError
from agent.state import CitedCell, TurnRecord
from registry.dataset import ReadingChoices

ORDERS = b"region,amount,day\nNorth,10,2025-01-03\nSouth,20,2025-01-20\nNorth,30,2025-02-11\n,5,2025-02-20\n"
CUSTOMERS = b"region,lead\nNorth,Ann\nSouth,Bob\n"


@pytest.fixture
def service() -> Iterator[AnalystService]:
    made = AnalystService()
    yield made
    made.close()


def asked(service: AnalystService, question: str, *, conversation_id: str = "") -> tuple[str, TurnRecord]:
    conversation = conversation_id or service.start_conversation("me")
    if not conversation_id:
        service.datasets.add(conversation, "orders.csv", ORDERS)
    return conversation, service.ask(conversation, question)


def cells(turn: TurnRecord) -> list[CitedCell]:
    return [cell for cited in turn["answer"]["citations"] for cell in cited["cells"]]


def test_each_number_of_an_answer_leads_to_its_rows(service: AnalystService) -> None:
    conversation, turn = asked(service, "total amount by region")
    north = next(cell for cell in cells(turn) if cell["row"] == "North")
    found = service.evidence(conversation, turn, north)
    assert (found.group, found.value, found.used, found.total) == ((("region", "North"),), 40, 2, 4)
    assert [row[0] for row in found.table["rows"]] == [1, 3]
    assert service.evidence(conversation, turn, north, search="2025-02").found == 1
    assert b"2025-02-11" in service.evidence_csv(conversation, turn, north)
    assert b"South" not in service.evidence_csv(conversation, turn, north)
    nameless = next(cell for cell in cells(turn) if cell["row"] == "(no value)")
    assert [row[0] for row in service.evidence(conversation, turn, nameless).table["rows"]] == [4]


def test_data_that_were_read_anew_are_not_shown_as_the_rows_of_then(service: AnalystService) -> None:
    conversation, turn = asked(service, "total amount by region")
    (dataset,) = service.datasets.datasets(conversation)
    service.reread(conversation, dataset.dataset_id, ReadingChoices(keep_text=("day",)))
    with pytest.raises(NoEvidenceError, match="read anew since"):
        service.evidence(conversation, turn, cells(turn)[0])
    with pytest.raises(NoEvidenceError, match="read anew since"):
        service.reproduction(conversation, turn)


def test_data_that_are_gone_are_named(service: AnalystService) -> None:
    conversation, turn = asked(service, "total amount by region")
    (dataset,) = service.datasets.datasets(conversation)
    service.datasets.remove(conversation, dataset.dataset_id)
    with pytest.raises(NoEvidenceError, match="not loaded any more"):
        service.evidence(conversation, turn, cells(turn)[0])


def test_the_program_of_an_answer_runs_by_itself_and_gives_its_numbers(service: AnalystService, tmp_path: Path) -> None:
    conversation, turn = asked(service, "total amount by region as a bar chart")
    made = service.reproduction(conversation, turn)
    assert made is not None
    assert made.code.startswith("import pandas as pd\nimport plotly.express as px\n\ndf = pd.read_parquet(")
    assert made.code.count("groupby") == 1, "the chart's table is told once"
    with zipfile.ZipFile(io.BytesIO(service.reproduction_zip(conversation, turn))) as packed:
        assert sorted(packed.namelist()) == ["orders.parquet", "program.py"]
        packed.extractall(tmp_path)
    printed = ran(tmp_path)
    assert "North          40" in printed


def test_a_program_over_two_files_calls_them_by_their_names(service: AnalystService, tmp_path: Path) -> None:
    conversation = service.start_conversation("me")
    service.datasets.add(conversation, "orders.csv", ORDERS)
    service.datasets.add(conversation, "leads.csv", CUSTOMERS)
    _, turn = asked(service, "total amount by lead", conversation_id=conversation)
    made = service.reproduction(conversation, turn)
    assert made is not None, turn["answer"]["text"]
    assert "datasets['orders.csv']" in made.code
    with zipfile.ZipFile(io.BytesIO(service.reproduction_zip(conversation, turn))) as packed:
        packed.extractall(tmp_path)
    assert "Ann" in ran(tmp_path)


def test_an_explanation_has_no_program(service: AnalystService) -> None:
    conversation, turn = asked(service, "What is a median?")
    assert service.reproduction(conversation, turn) is None


def ran(folder: Path) -> str:
    """What the program prints where only its files are."""
    command = [sys.executable, "program.py"]
    environment = {**os.environ, "PLOTLY_RENDERER": "json"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
