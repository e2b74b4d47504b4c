"""The `tally` command: without a command of its own it opens the app, else it is the command line."""

import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
APP = ROOT / "app.py"
SERVER_SETTINGS = (ROOT / ".streamlit" / "config.toml", ROOT / "pages" / "streamlit.toml")
"""What the server is started with: of a checkout, or of an installed package."""
OPEN = "open"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `tally [open [SERVER OPTIONS]]` or a command of the command line, and gives its exit code."""
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    if given and given[0] != OPEN:
        from agent.__main__ import main as command_line  # noqa: PLC0415 - takes seconds, and the server starts without

        return command_line(given)
    try:
        return subprocess.call(server_command(given[1:]))  # noqa: S603 - the arguments are the person's own
    except KeyboardInterrupt:
        return 0  # the person ended the server, as the terminal tells them to


def server_command(options: Sequence[str]) -> list[str]:
    """The command that starts the app with a browser. `options` are Streamlit's own, and win over ours."""
    path = next(path for path in SERVER_SETTINGS if path.is_file())
    settings = tomllib.loads(path.read_text(encoding="utf-8"))
    settings["server"]["headless"] = False
    return [sys.executable, "-m", "streamlit", "run", str(APP), *_flags(settings), *options]


def _flags(settings: Mapping[str, Any], section: str = "") -> list[str]:
    """`--server.address=127.0.0.1` for each setting."""
    flags = []
    for name, value in settings.items():
        key = f"{section}.{name}" if section else name
        if isinstance(value, Mapping):
            flags += _flags(value, key)
        else:
            flags.append(f"--{key}={str(value).lower() if isinstance(value, bool) else value}")
    return flags
