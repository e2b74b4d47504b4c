"""A real PostgreSQL of our own: a temporary cluster on a port of this machine, run by a user without rights."""

import os
import pwd
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ATTEMPTS = 5  # ports tried
SECONDS = 60
OPTIONS = "-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=40"


class NoServerError(Exception):
    """PostgreSQL cannot be run here, and why."""


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of the server up to the database's name, such as `postgres://tally@127.0.0.1:40123/`.

    NoServerError when it cannot be started here.
    """
    programs, user = _programs(), _user()
    folder = Path(tempfile.mkdtemp(prefix="tally-postgres-"))
    data = folder / "data"
    try:
        if user:
            shutil.chown(folder, user)
        _run(
            user, [str(programs / "initdb"), "-D", str(data), "-U", "tally", "--auth=trust", "--no-sync", "-E", "UTF8"]
        )
        control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-t", str(SECONDS)]
        port = _started(user, control, folder / "log")
        try:
            yield f"postgres://tally@127.0.0.1:{port}/"
        finally:
            _run(user, [*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder)


def _started(user: str, control: Sequence[str], log: Path) -> int:
    """Starts the server on a port that is free; which ones are is found by trying, for tests open no sockets."""
    said = ""
    for _ in range(ATTEMPTS):
        port = random.randint(20_000, 60_000)
        try:
            _run(user, [*control, "-l", str(log), "-o", f"{OPTIONS} -p {port}", "start"])
        except NoServerError as failed:
            said = str(failed)
            continue
        return port
    raise NoServerError(said)


def _programs() -> Path:
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise NoServerError("PostgreSQL is not installed (Debian: apt-get install postgresql)")


def _user() -> str:
    """Who runs the server: "" is whoever runs the tests. PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return ""
    if not shutil.which("setpriv"):
        raise NoServerError("PostgreSQL refuses root, and there is no setpriv to become another user")
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run(user: str, command: Sequence[str]) -> None:
    become = ["setpriv", "--reuid", user, "--regid", str(pwd.getpwnam(user).pw_gid), "--clear-groups"] if user else []
    done = subprocess.run(
        [*become, *command], cwd="/", capture_output=True, text=True, timeout=2 * SECONDS, check=False,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    if done.returncode:
        raise NoServerError(f"{Path(command[0]).name} failed: {(done.stderr or done.stdout).strip()[-300:]}")
