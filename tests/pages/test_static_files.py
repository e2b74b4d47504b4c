"""Streamlit's own files come from memory, as they are on disk; nothing else is ever read."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import streamlit

from pages.components import static_files
from pages.components.static_files import FilesFromMemory

FOLDER = Path(streamlit.__file__).parent / "static"
SCRIPT = next((FOLDER / "static" / "js").glob("index.*.js"))


def answers(path: str, method: str = "GET", **headers: str) -> list[Any]:
    """What is sent for a request; "streamlit" where it is left to the app below."""
    sent: list[Any] = []

    async def app(_: Any, __: Any, send: Any) -> None:
        await send("streamlit")

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {}

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": given}
    asyncio.run(FilesFromMemory(app)(scope, receive, send))
    return sent


def test_a_file_is_sent_whole_and_may_be_kept_for_ever() -> None:
    start, body = answers(f"/static/js/{SCRIPT.name}")
    headers = dict(start["headers"])
    assert start["status"] == 200
    assert b"/javascript" in headers[b"content-type"]
    assert headers[b"cache-control"] == b"public, immutable, max-age=31536000"
    assert body["body"] == SCRIPT.read_bytes()
    assert headers[b"content-length"] == str(len(body["body"])).encode()


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = answers(f"/static/js/{SCRIPT.name}")
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("read again"))
    assert answers(f"/static/js/{SCRIPT.name}") == before


@pytest.mark.parametrize("path", ["/", "/static/", "/static/js/nothing.js", "/static/../index.html", "/static/../../x",
    "/static//etc/passwd", "/x/static/js/" + SCRIPT.name, "/static/js", "/media/one.png"])  # fmt: skip
def test_anything_else_is_left_to_streamlit(path: str) -> None:
    assert answers(path) == ["streamlit"]


def test_parts_of_a_file_and_questions_about_it_are_left_to_streamlit() -> None:
    path = f"/static/js/{SCRIPT.name}"
    assert answers(path, method="HEAD") == ["streamlit"]
    assert answers(path, range="bytes=0-9") == ["streamlit"]
    assert answers(path, if_none_match='"x"') == ["streamlit"]


def test_below_a_path_the_files_are_below_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "below_base", lambda path: f"/tally{path}")
    assert answers(f"/tally/static/js/{SCRIPT.name}") != ["streamlit"]
    assert answers(f"/static/js/{SCRIPT.name}") == ["streamlit"]
