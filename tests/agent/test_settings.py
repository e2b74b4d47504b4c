"""Settings are read from the environment, whole or not at all."""

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
