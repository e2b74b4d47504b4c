"""Builds the wheel, installs it into a clean environment, and uses it there."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SALES = "region,amount\nNorth,10\nSouth,20\nNorth,30\n"
START_SECONDS = 120


def build(place: Path) -> Path:
    """The wheel of this checkout."""
    run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(place), str(ROOT)], ROOT)
    (wheel,) = place.glob("tally-*.whl")
    return wheel


def install(place: Path, wheel: Path) -> Path:
    """The `tally` command of a new environment that has the wheel and the locked dependencies. uv installs them in a
    sixth of the time; what is imported is compiled as it is first used."""
    venv.create(place / "env", with_pip=False)
    folder = place / "env" / ("Scripts" if os.name == "nt" else "bin")
    into = ["--python", str(folder / "python"), "--constraint", str(ROOT / "requirements.txt")]
    run([sys.executable, "-m", "uv", "pip", "install", "--quiet", *into, str(wheel)], place)
    return folder / ("tally.exe" if os.name == "nt" else "tally")


def ask(command: Path, place: Path) -> None:
    """A question and a report, where the weights of the reader are; without them the sentence that says so."""
    (place / "sales.csv").write_text(SALES, encoding="utf-8")
    question = ["ask", "sales.csv", "-q", "total amount by region", "--report", "report.html"]
    told = run([str(command), *question], place)
    if "tally reader get" in told:
        print("The weights of the reader are not here: the wheel was asked nothing.")
        return
    expect("40" in told and "20" in told, f"The totals are not in the answer: {told}")
    expect((place / "report.html").stat().st_size > 1000, "The report is not there.")


def open_app(command: Path, place: Path) -> None:
    """The app's server starts, answers, and runs its first page."""
    port = free_port()
    options = [f"--server.port={port}", "--server.headless=true"]
    with running([str(command), "open", *options], place):
        expect(answers(f"http://127.0.0.1:{port}/_stcore/health"), "The app did not start.")
        expect(answers(f"http://127.0.0.1:{port}/"), "The app has no first page.")


@contextmanager
def running(command: Sequence[str], place: Path) -> Iterator[None]:
    process = subprocess.Popen(command, cwd=place, start_new_session=os.name != "nt")
    try:
        yield
    finally:
        if os.name == "nt":
            process.terminate()
        else:
            os.killpg(process.pid, 15)
        process.wait(30)


def answers(address: str) -> bool:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=5) as reply:
                return bool(reply.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.3)  # it is still starting
    return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run(command: Sequence[str], place: Path) -> str:
    print(">", *command, flush=True)
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"It ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def expect(holds: bool, sentence: str) -> None:
    if not holds:
        sys.exit(sentence)
