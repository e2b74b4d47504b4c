"""Model settings come from the environment or a .env file, and name what is wrong with them."""

from dataclasses import fields
from pathlib import Path

import pytest

from agent.model_settings import OPENAI, ModelSettings, Secret, dotenv_values, environment_with, model_variable
from agent.reasoning.factory import model_for
from agent.settings import SettingError


def test_nothing_set_is_not_usable() -> None:
    assert not ModelSettings.from_environment({}).usable
    with pytest.raises(SettingError, match="No language model"):
        model_for("model", {})
    assert model_for("local", {"OPENAI_API_KEY": "sk-1"}) is None


def test_a_key_or_an_address_is_enough() -> None:
    assert ModelSettings.from_environment({"OPENAI_API_KEY": "sk-1"}).base_url == OPENAI
    local = ModelSettings.from_environment({"OPENAI_BASE_URL": "http://localhost:8080/v1/"})
    assert local.usable
    assert (local.base_url, local.host) == ("http://localhost:8080/v1", "localhost:8080")


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.1.7/v1", True),
        ("http://ollama:11434/v1", True),
        ("http://gpu.lan/v1", True),
        (OPENAI, False),
        ("https://8.8.8.8/v1", False),
    ],
)
def test_servers_of_one_s_own_are_told_from_hosted_ones(address: str, own: bool) -> None:
    assert ModelSettings(base_url=address).own_server is own


def test_a_role_is_set_by_hand_or_follows_from_the_test_questions() -> None:
    assert ModelSettings.from_environment({}).role == "auto"
    assert ModelSettings.from_environment({"TALLY_MODEL_ROLE": "Lead"}).role == "lead"
    with pytest.raises(SettingError, match="auto, lead, second, words, off"):
        ModelSettings.from_environment({"TALLY_MODEL_ROLE": "leader"})


def test_limits_have_variables_of_their_own() -> None:
    settings = ModelSettings.from_environment({"TALLY_MODEL_CALL_SECONDS": "9", "TALLY_MODEL_NAME": "tiny"})
    assert (settings.call_seconds, settings.name, settings.turn_calls) == (9, "tiny", 16)


@pytest.mark.parametrize(
    "environment",
    [
        {"TALLY_MODEL_TURN_CALLS": "many"},
        {"TALLY_MODEL_TURN_CALLS": "0"},
        {"TALLY_MODEL_ROLE": "leader"},
        {"TALLY_MODEL_EXAM_SECONDS": "two"},
        {"OPENAI_BASE_URL": "file:///etc/passwd"},
        {"OPENAI_BASE_URL": "localhost:8080"},
        {"OPENAI_BASE_URL": "http://"},
        {"OPENAI_BASE_URL": "http://me:sk-1@host/v1"},
    ],
)
def test_what_cannot_be_used_is_named(environment: dict[str, str]) -> None:
    with pytest.raises(SettingError) as caught:
        ModelSettings.from_environment(environment)
    assert "sk-1" not in str(caught.value)


def test_a_dotenv_file_is_below_the_environment(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# mine\nexport OPENAI_API_KEY=\"sk 1\" # note\nTALLY_MODEL_NAME=a#b\nnonsense\nX='y'\n")
    assert dotenv_values(file.read_text()) == {"OPENAI_API_KEY": "sk 1", "TALLY_MODEL_NAME": "a#b", "X": "y"}
    assert environment_with(file, {"X": "z"}) == {"OPENAI_API_KEY": "sk 1", "TALLY_MODEL_NAME": "a#b", "X": "z"}
    assert environment_with(tmp_path / "none", {"X": "z"}) == {"X": "z"}


def test_every_setting_is_told_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
    assert not [name for field in fields(ModelSettings) if (name := f"`{model_variable(field.name)}`") not in page]


def test_secrets_compare_by_their_text() -> None:
    assert Secret(" a ") == Secret("a")
    assert not Secret()
