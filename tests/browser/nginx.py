"""A real nginx on this machine, with the configuration that docs/deployment.md gives."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.servers import ROOT, free_port

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
OPENSSL = shutil.which("openssl")
DOCUMENTED = ROOT / "docs" / "nginx.conf"
SEVERAL = ROOT / "docs" / "nginx-several.conf"
START_SECONDS = 20


@contextmanager
def proxy(folder: Path, *app_ports: int) -> Iterator[str]:
    """The address under which the app of this port, or of these two, is reached through nginx: TLS, and under the path
    /tally."""
    assert NGINX and OPENSSL
    port = free_port()
    _sign(folder)
    (folder / "nginx.conf").write_text(_configuration(app_ports, port, folder), encoding="utf-8")
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    with subprocess.Popen([*command, "-g", "daemon off;"]) as process:
        try:
            _wait_for(folder / "nginx.pid", process)
            yield f"https://127.0.0.1:{port}/tally"
        finally:
            process.terminate()
            process.wait(20)


def _configuration(app_ports: tuple[int, ...], port: int, folder: Path) -> str:
    """The documented server in a file of its own: other ports and certificate, and nothing outside of the folder."""
    server = DOCUMENTED.read_text(encoding="utf-8")
    for documented, here in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server_name tally.example.org": "server_name 127.0.0.1",
        "/etc/ssl/tally/": f"{folder}/",
        "http://127.0.0.1:8501": "http://tally_processes" if len(app_ports) > 1 else f"http://127.0.0.1:{app_ports[0]}",
    }.items():
        assert documented in server, documented
        server = server.replace(documented, here)
    if len(app_ports) > 1:
        server += _processes(app_ports)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""  # else nginx's own user cannot keep large replies in the folder
    return f"{user}pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{server}}}\n"


def _processes(app_ports: tuple[int, ...]) -> str:
    several = SEVERAL.read_text(encoding="utf-8")
    for documented, here in zip(("127.0.0.1:8501", "127.0.0.1:8502"), app_ports, strict=True):
        assert documented in several, documented
        several = several.replace(documented, f"127.0.0.1:{here}")
    return several


def _sign(folder: Path) -> None:
    assert OPENSSL
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*command, *files], check=True, capture_output=True)


def _wait_for(pid_file: Path, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START_SECONDS
    while not pid_file.exists():
        assert process.poll() is None, "nginx ended by itself"
        assert time.monotonic() < end, "nginx did not start"
        time.sleep(0.05)
