"""`tally` opens the app; with a command it is the command line."""

import subprocess
from pathlib import Path

import pytest

from agent import command
from agent.command import APP, main, server_command


def test_the_app_is_opened_with_the_settings_of_the_checkout_and_a_browser() -> None:
    started = server_command([])
    assert started[1:5] == ["-m", "streamlit", "run", str(APP)]
    assert {"--server.address=127.0.0.1", "--server.headless=false", "--browser.gatherUsageStats=false"} <= {*started}
    assert "--server.showEmailPrompt=false" in started, "the first start would wait for an e-mail address"
    assert "--theme.light.primaryColor=#1f6f5c" in started


def test_options_of_the_person_win_over_ours() -> None:
    assert server_command(["--server.port=9000"])[-1] == "--server.port=9000"


@pytest.mark.parametrize("arguments", [[], ["open"], ["open", "--server.port=9000"]])
def test_without_a_command_the_app_opens(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def call(given: list[str]) -> int:
        called.append(given)
        return 3

    monkeypatch.setattr(subprocess, "call", call)
    assert main(arguments) == 3
    assert called == [server_command(arguments[1:])]


def test_a_command_is_one_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sales.csv").write_text("region,amount\nNorth,10\nSouth,20\n", encoding="utf-8")
    assert main(["ask", str(tmp_path / "sales.csv"), "-q", "total amount"]) == 0
    assert "30" in capsys.readouterr().out


def test_what_the_server_needs_is_packed_where_it_is_looked_for() -> None:
    packed = (command.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '".streamlit/config.toml" = "pages/streamlit.toml"' in packed
    assert command.SERVER_SETTINGS[1] == command.ROOT / "pages" / "streamlit.toml"
