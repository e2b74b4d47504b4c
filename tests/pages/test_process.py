"""The service is made from the environment, `.env` and Streamlit's secrets; a model is used only where one is set."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import streamlit as st

from agent.service import AnalystService
from pages.components import process


class Secrets(dict[str, Mapping[str, object]]):
    def load_if_toml_exists(self) -> bool:
        return bool(self)


@pytest.fixture(autouse=True)
def empty_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "TALLY_MODEL_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(st, "secrets", Secrets())


def host_of(service: AnalystService) -> str | None:
    used = service.models.settings(service.start_conversation("somebody"))
    return used.host if used else None


def test_no_model_is_used_where_none_is_set() -> None:
    assert host_of(process.build_service()) is None


def test_the_secrets_name_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = Secrets(tally={"OPENAI_BASE_URL": "http://one.example/v1", "TALLY_IDLE_MINUTES": 7})
    monkeypatch.setattr(st, "secrets", secrets)
    made = process.build_service()
    assert host_of(made) == "one.example"
    assert made.settings.idle_minutes == 7


def test_the_environment_is_above_the_file_and_the_file_above_the_secrets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(st, "secrets", Secrets(tally={"OPENAI_BASE_URL": "http://one.example/v1"}))
    (tmp_path / ".env").write_text("OPENAI_BASE_URL=http://two.example/v1\n", encoding="utf-8")
    assert host_of(process.build_service()) == "two.example"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://three.example/v1")
    assert host_of(process.build_service()) == "three.example"


def test_secrets_of_other_tables_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "secrets", Secrets(other={"OPENAI_API_KEY": "sk-x"}))
    assert host_of(process.build_service()) is None
