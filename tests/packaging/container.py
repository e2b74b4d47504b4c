"""Builds the container and uses it; where no engine answers, rehearses what it does.

The rehearsal runs the installed wheel as the container would: as user 10001 without capabilities and without a way to
new privileges, on a file system that cannot be written but for /tmp and /data. It needs root on Linux.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.packaging.smoke import ROOT, answers, expect, free_port, run, running

USER = "10001"
PYTHON_THERE = "/opt/tally/bin/python"
_CODE = """
import sys
import pandas as pd
from agent.sandbox.run import run_code
print(run_code("result = int(df.amount.sum())", {"sales": pd.read_csv(sys.argv[1])}))
"""
PROGRAM = ["-c", _CODE, "/data/sales.csv"]
"""A program in the sandbox: no question in words, for the weights of the reader are no part of the image."""
SALES = "region,amount\nNorth,10\nSouth,20\nNorth,30\n"
LIMITS = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]


def check_container(place: Path, tally: Path) -> None:
    """With the first engine that answers, else the rehearsal, with the installed command; says which."""
    engine = next((name for name in ("docker", "podman") if works(name)), None)
    if engine:
        in_a_container(engine)
    elif sys.platform == "linux" and os.geteuid() == 0:
        rehearsed(place, tally)
    else:
        print("The container was not checked: no engine answers, and a rehearsal needs root on Linux.")


def works(engine: str) -> bool:
    """Whether the engine is there and its service answers."""
    found = shutil.which(engine)
    return bool(found) and subprocess.run([engine, "info"], capture_output=True, check=False).returncode == 0


def in_a_container(engine: str) -> None:
    """The image, its health, and a program in its sandbox."""
    run([engine, "build", "-f", "Containerfile", "-t", "tally-check", "."], ROOT)
    port = free_port()
    serve = [engine, "run", "--rm", "-p", f"127.0.0.1:{port}:8501", *LIMITS, "tally-check"]
    with running(serve, ROOT):
        expect(answers(f"http://127.0.0.1:{port}/_stcore/health"), "The container's app did not start.")
    with tempfile.TemporaryDirectory() as folder:
        sales = Path(folder) / "sales.csv"
        sales.write_text(SALES, encoding="utf-8")
        mounted = ["-v", f"{sales}:/data/sales.csv:ro"]
        there = ["--entrypoint", PYTHON_THERE, *LIMITS, *mounted]
        check_program(run([engine, "run", "--rm", *there, "tally-check", *PROGRAM], ROOT))
    print(f"The container works ({engine}).")


def rehearsed(place: Path, tally: Path) -> None:
    """The same without an engine, in a mount namespace of its own."""
    place.chmod(0o755)
    (place / "data").mkdir()
    (place / "data" / "sales.csv").write_text(SALES, encoding="utf-8")
    check_program(run(confined(place, [str(tally.with_name("python")), *PROGRAM]), place))
    port = free_port()
    options = ["open", "--server.address=0.0.0.0", "--browser.serverAddress=localhost", f"--server.port={port}"]
    with running(confined(place, [str(tally), *options, "--server.headless=true"]), place):
        expect(answers(f"http://127.0.0.1:{port}/_stcore/health"), "The confined app did not start.")
    print("No container engine answers here; what the container does was rehearsed and works.")


def confined(place: Path, command: list[str]) -> list[str]:
    """The command as the container would run it. Python itself is shown at its own place, which may be a home."""
    python = Path(sys.base_prefix).resolve()
    view = place / "view"
    steps = [
        f"mkdir -p {view}",
        f"mount --rbind / {view}",
        f"mount -o remount,ro,bind {view}",
        f"mount -t tmpfs tmpfs {view}/root",
        f"mkdir -p {view}{python}",
        f"mount --bind {python} {view}{python}",
        f"mount -t tmpfs tmpfs {view}/tmp",
        f"mkdir -p {view}{place} && mount --bind {place} {view}{place}",
        f"mount -o remount,ro,bind {view}{place}",
        f"mkdir {view}/tmp/data && mount --bind {place}/data {view}/tmp/data",
        f"cd / && exec chroot {view} setpriv --reuid {USER} --regid {USER} --clear-groups --no-new-privs"
        " --bounding-set=-all --inh-caps=-all env HOME=/tmp MPLCONFIGDIR=/tmp/matplotlib PYTHONDONTWRITEBYTECODE=1"
        ' sh -c \'touch /written 2>/dev/null && echo "Files can be written." >&2 && exit 9; exec "$@"\' sh "$@"',
    ]
    given = [word.replace("/data/", "/tmp/data/") for word in command]
    return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(steps), "sh", *given]


def check_program(told: str) -> None:
    """Whether a program ran in the sandbox and gave the total."""
    expect("ok=True" in told and "60" in told, f"Generated code does not run there: {told}")
