"""A file on a person's own machine is added by its path; nowhere else is there a place for one."""

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.data import by_path
from pages.components.data.by_path import is_own_machine
from registry.by_path.places import PlaceProblem
from registry.by_path.placing import OnDisk
from registry.store import DatasetStore
from tests.packaging.test_dependencies import ROOT
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_mending import press
from tests.pages.test_other_pages import at


@pytest.mark.parametrize(
    ("address", "headers", "own"),
    [
        ("127.0.0.1", {"Host": "127.0.0.1:8501"}, True),
        ("localhost", {"Host": "localhost:8501"}, True),
        ("::1", {"Host": "[::1]:8501"}, True),
        ("", {"Host": "127.0.0.1:8501"}, False),
        ("0.0.0.0", {"Host": "127.0.0.1:8501"}, False),
        ("127.0.0.1", {"Host": "tally.example.org"}, False),
        ("127.0.0.1", {}, False),
        ("127.0.0.1", {"Host": "localhost", "X-Forwarded-For": "203.0.113.7"}, False),
        ("127.0.0.1", {"Host": "localhost.example.org:8501"}, False),
    ],
)
def test_only_whoever_sits_at_this_machine_names_paths(address: str, headers: dict[str, str], own: bool) -> None:
    assert is_own_machine(address, headers) is own


def test_every_problem_of_a_path_is_told_in_every_language() -> None:
    for file in (ROOT / "registry" / "phrases").glob("*.toml"):
        known = tomllib.loads(file.read_text(encoding="utf-8"))["disk"]
        assert {*get_args(PlaceProblem)} <= {*known}, file.name


SALES = "shop,amount\n" + "".join(f"S{number % 3},{number}\n" for number in range(60))


def offered(service: ScriptedService, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service.datasets = DatasetStore(on_disk=OnDisk(folder / "home"))
    monkeypatch.setattr(by_path, "is_own_machine", lambda *_: True)


def give(app: AppTest, path: Path) -> AppTest:
    app.text_input(key="data_path").set_value(str(path)).run()
    return press(app, "Use this file")


def test_a_file_is_used_by_its_path_and_shown_as_it_was_read(
    app: AppTest, service: ScriptedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(service, tmp_path, monkeypatch)
    (tmp_path / "sales.csv").write_text(SALES)
    at(app, "data")
    give(app, tmp_path / "sales.csv")
    assert not app.exception
    assert "60 rows" in texts(app) and "stays where it lies" in texts(app)
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    app.session_state[f"mend_{dataset.dataset_id}_1"] = True
    app.run()
    assert not app.exception
    assert "of the beginning of the file" in texts(app)


def test_a_path_that_leads_nowhere_is_told_in_words(
    app: AppTest, service: ScriptedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(service, tmp_path, monkeypatch)
    at(app, "data")
    give(app, tmp_path / "<img src=x>.csv")
    assert "There is nothing at" in app.error[0].value
    assert r"\<img src\=x\>" in app.error[0].value
    assert service.datasets.datasets(app.query_params["c"]) == ()


def test_a_path_that_was_wrong_is_told_no_longer_when_the_next_is_right(
    app: AppTest, service: ScriptedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(service, tmp_path, monkeypatch)
    (tmp_path / "sales.csv").write_text(SALES)
    at(app, "data")
    give(app, tmp_path / "sale.csv")
    assert app.error
    give(app, tmp_path / "sales.csv")
    assert not app.error and "60 rows" in texts(app)


def test_where_paths_are_not_asked_there_is_no_place_for_one(app: AppTest) -> None:
    at(app, "data")
    assert "data_path" not in [one.key for one in app.text_input]
