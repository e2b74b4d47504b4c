"""The app as people start it: a Streamlit server on a free port of this machine."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 60


@contextmanager
def running(
    script: Path, *, port: int = 0, killed: bool = False, path: str = "", under: Sequence[str] = (), **settings: str
) -> Iterator[str]:
    """Starts `streamlit run script` and gives its address; ends it afterwards, or kills it as a crash would. `settings`
    go into its environment, `path` is the one that they put it under, `under` a command that watches it."""
    port = port or free_port()
    command = [*under, sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}{path}"
            _wait_for(f"{address}/_stcore/health", process)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGKILL if killed else signal.SIGTERM)  # and whatever watches or serves it
            process.wait(20)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended by itself"
        try:
            with urllib.request.urlopen(url, timeout=2) as reply:
                if reply.read() == b"ok":
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise AssertionError(f"{url} did not answer within {START_SECONDS} s")
