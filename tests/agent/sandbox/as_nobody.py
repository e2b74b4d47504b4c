"""Runs pytest as an ordinary user: `python -m tests.agent.sandbox.as_nobody ARGUMENTS`, by root.

Where Python or this repository lies below a directory that only root may enter, the run gets a view of the file
system of its own in which it may; nothing outside that view changes.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[3]
NOBODY = 65534
CANNOT = 77
"""Exit code when this machine does not allow it."""


def run_as_nobody(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs `python arguments...` in the repository as an ordinary user. Exit code CANNOT: not possible here."""
    command = [sys.executable, "-m", "tests.agent.sandbox.as_nobody", *arguments]
    return subprocess.run(["unshare", "--mount", *command], cwd=ROOT, capture_output=True, text=True, check=False)


def needed() -> list[Path]:
    """Directories that Python reads from."""
    return [Path(sys.base_prefix), Path(sys.prefix), ROOT]


def barriers() -> list[Path]:
    """Directories above those that others may not enter."""
    above = {parent for path in needed() for parent in path.parents}
    return sorted(path for path in above if not path.stat().st_mode & 0o001)


def open_view() -> None:
    """In this process's own mount namespace, replaces each barrier by one that shows only what is needed."""
    for barrier in barriers():
        inside = [path for path in needed() if barrier in path.parents]
        held = [os.open(path, os.O_PATH) for path in inside]
        _mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", str(barrier))
        for path, descriptor in zip(inside, held, strict=True):
            path.mkdir(parents=True, exist_ok=True)
            _mount("--no-canonicalize", "--bind", f"/proc/{os.getpid()}/fd/{descriptor}", str(path))
            os.close(descriptor)


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def main(arguments: Sequence[str]) -> None:
    """Opens the view, gives up root for good and becomes Python with these arguments."""
    try:
        _mount("--make-rprivate", "/")
        open_view()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no view of its own: {error}")
        sys.exit(CANNOT)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    os.environ["HOME"] = "/nonexistent"
    os.execv(sys.executable, [sys.executable, *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
