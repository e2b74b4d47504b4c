"""The notebook of a conversation runs by itself, gives the numbers shown, and stops where one is another."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from markdown_it import MarkdownIt
from nbclient import NotebookClient

from agent.service import AnalystService
from registry.dataset import ReadingChoices
from tests.agent.reasoning.narration.specs import MEASURES
from tests.agent.report.content import HOSTILE
from tests.agent.report.many import asked
from tests.agent.scripted import act, by_department, reading, salary, service_of

MEAN = reading("mean", salary("mean"))
TOTALS = reading("totals", by_department("sum"))
BARS: dict[str, object] = {"kind": "bar", "x": "department", "y": "salary", "agg": "sum"}
CHART = reading("chart", BARS)
HOSTILE_COLUMN = '"]);raise SystemExit(1)#\'"""'


def taken(service: AnalystService, conversation: str, folder: Path) -> Any:
    """The notebook, its data unpacked into the folder."""
    with zipfile.ZipFile(io.BytesIO(service.notebook_zip(conversation) or b"")) as packed:
        packed.extractall(folder)
    return nbformat.read(folder / "tally.ipynb", as_version=4)  # type: ignore[no-untyped-call]


def code_of(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def told_by(notebook: Any) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@pytest.fixture
def answered() -> Iterator[tuple[AnalystService, str]]:
    service, conversation, _ = service_of(
        act(MEAN), act(TOTALS), act(CHART),
        narration=["It is {S1.salary_mean}.", "Sales have {S1[Sales].salary_sum}.", "See the chart."],
    )  # fmt: skip
    for question in ("Mean?", "Total by department?", "As a chart?"):
        turn = service.ask(conversation, question)
        assert turn["status"] == "answered", turn["answer"]["text"]
    yield service, conversation
    service.close()


def test_each_answer_is_computed_again_and_its_number_asserted(
    answered: tuple[AnalystService, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = taken(*answered, tmp_path)
    code = code_of(notebook)
    assert len(code) == 6 and all("agent" not in one and "registry" not in one for one in code)
    assert "4240" in code[1] and "6200" in code[3] and "assert isclose(" in code[5]
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for one in code:
        exec(compile(one, "cell", "exec"), names)


def test_a_number_that_changed_stops_the_notebook(
    answered: tuple[AnalystService, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed, check = code_of(taken(*answered, tmp_path))[:2]
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(computed, names)
    with pytest.raises(AssertionError):
        exec(check.replace("4240", "4241"), names)


def test_the_notebook_says_question_reading_rows_and_data(answered: tuple[AnalystService, str], tmp_path: Path) -> None:
    told = told_by(taken(*answered, tmp_path))
    for words in ("## 1\\. Mean?", "It is 4,240", "Read as: Read as mean", "Rows: 5 of 5", "read from staff.parquet"):
        assert words in told, words


def test_an_answer_whose_data_changed_says_so_instead(answered: tuple[AnalystService, str], tmp_path: Path) -> None:
    service, conversation = answered
    (dataset,) = service.datasets.datasets(conversation)
    service.reread(conversation, dataset.dataset_id, ReadingChoices(keep_text=("salary",)))
    notebook = taken(service, conversation, tmp_path)
    assert code_of(notebook) == []
    assert told_by(notebook).count("Not computed again: ") == 3


def test_hostile_text_is_neither_markup_nor_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service, conversation, _ = service_of(act(MEAN))
    (dataset,) = service.datasets.datasets(conversation)
    service.datasets.remove(conversation, dataset.dataset_id)
    head = HOSTILE_COLUMN.replace('"', '""')
    service.datasets.add(conversation, "<b>x</b>.csv", f'"{head}",team\n1,a\n2,b\n'.encode())
    column = service.datasets.datasets(conversation)[0].profile.column_names[0]
    hostile = reading("r", {"op": "groupby_agg", "metrics": {column: ["sum"]}, "group_cols": ["team"]})
    service._reasoner.steps[:] = [act(hostile)]  # type: ignore[attr-defined]
    turn = service.ask(conversation, " ".join(HOSTILE))
    assert turn["status"] == "answered", turn["answer"]["text"]
    notebook = taken(service, conversation, tmp_path)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            html = MarkdownIt("gfm-like", {"linkify": False}).render(cell.source)
            assert "<b>" not in html and "<script" not in html and "<a " not in html and "<img" not in html
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for one in code_of(notebook):
        exec(compile(one, "cell", "exec"), names)
    service.close()


@pytest.mark.slow
@pytest.mark.enable_socket
def test_jupyter_runs_it(answered: tuple[AnalystService, str], tmp_path: Path) -> None:
    notebook = taken(*answered, tmp_path)
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}, timeout=120).execute()
    shown = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.outputs]
    assert "4240" in str(shown[0].outputs)


@pytest.mark.parametrize(
    "spec",
    [{"kind": "hist", "x": "salary"}, {"op": "compare_groups", "value": "salary", "group": "department"}],
    ids=["bins of its own", "keys in the index"],
)
def test_what_the_program_leaves_otherwise_stops_no_notebook(
    spec: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, conversation, _ = service_of(act(reading("r", spec)))
    assert service.ask(conversation, "What?")["status"] == "answered"
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for one in code_of(taken(service, conversation, tmp_path)):
        exec(compile(one, "cell", "exec"), names)
    service.close()


KEYED = ("compare_groups", "column_summary", "outliers", "normality_test", "correlation", "missingness")


@pytest.mark.slow
@pytest.mark.enable_socket
def test_numbers_of_tables_with_keys_in_the_index_are_checked_too(tmp_path: Path) -> None:
    """Counted by its place, a column of such a table is another one."""
    notebook = taken(*asked(spec for name in KEYED for spec in MEASURES[name]), tmp_path)
    assert sum("assert isclose(" in one for one in code_of(notebook)) > len(KEYED)
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}, timeout=120).execute()
