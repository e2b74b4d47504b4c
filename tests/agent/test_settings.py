"""Settings from the environment: numbers, switches, choices and places, read whole or refused with a sentence."""

import pytest

from agent.settings import SettingError, Settings, variable_name


def test_numbers_and_places_are_read_and_the_rest_is_the_default() -> None:
    given = {
        "TALLY_MAX_ACTS": " 3 ",
        "CHECKPOINTER": " sqlite:a.db ",
        "DATA_FOLDER": "up",
        "RUN_LOG": "on",
        "PATH": "x",
    }
    assert Settings.from_environment(given) == Settings(
        max_acts=3, checkpointer="sqlite:a.db", data_folder="up", run_log="on"
    )
    assert Settings.from_environment({}) == Settings()


def test_an_empty_place_is_none_given() -> None:
    assert Settings.from_environment({"CHECKPOINTER": "", "DATA_FOLDER": " ", "RUN_LOG": ""}) == Settings()


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", ""])
def test_what_is_no_whole_number_above_0_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match="TALLY_MAX_ACTS"):
        Settings.from_environment({"TALLY_MAX_ACTS": text})


def test_variables_are_named_after_their_settings() -> None:
    assert variable_name("max_acts") == "TALLY_MAX_ACTS"
    assert variable_name("checkpointer") == "CHECKPOINTER"


@pytest.mark.parametrize("policy", ["always", "code", "never", " Always "])
def test_the_approval_policy_is_one_of_three(policy: str) -> None:
    assert Settings.from_environment({"TALLY_APPROVAL_POLICY": policy}).approval_policy == policy.strip().lower()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("TALLY_APPROVAL_POLICY", "sometimes", "always, code, never"),
        ("TALLY_MAX_ITERATIONS", "0", "whole number above 0"),
        ("TALLY_SAMPLE_ROWS", "many", "whole number above 0"),
    ],
)
def test_what_is_no_value_of_a_setting_is_refused(name: str, text: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        Settings.from_environment({name: text})


def test_the_defaults_of_reviewed() -> None:
    settings = Settings.from_environment({})
    assert (settings.approval_policy, settings.max_iterations, settings.sample_rows) == ("code", 3, 10_000)


def test_a_process_of_one_person_leaves_no_room_for_others() -> None:
    settings = Settings(turn_workers=3, code_runs=2, max_total_megabytes=900, checkpointer="sqlite:x").of_one_call()
    assert (settings.person_turns, settings.person_code_runs, settings.person_megabytes) == (3, 2, 900)
    assert settings.person_uploads > 1_000_000
    assert settings.checkpointer == "memory"
