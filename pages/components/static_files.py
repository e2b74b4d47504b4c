"""Streamlit's own scripts, styles and fonts, from memory.

Streamlit reads a file in several steps, each of which waits for a thread: the sixty files of a first page took a third
of the time that it took to be there. Their names change with what is in them, so that they stay as they are while a
server runs.
"""

import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pages.components.connection.browser import AsgiApp, Message, Receive, Send, below_base

FOLDER = "/static/"
_YEAR = 365 * 86_400  # seconds
_AS_EVER = frozenset({b"range", b"if-range", b"if-none-match", b"if-modified-since"})
"""What asks for less than the whole file is left to Streamlit."""


class FilesFromMemory:
    """ASGI middleware around the whole app. A file is read when it is asked for first, and kept."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers a request for one of these files; any other one is the app's."""
        found = _asked_for(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        headers, body = _read(found)
        await send({"type": "http.response.start", "status": 200, "headers": [*headers]})
        await send({"type": "http.response.body", "body": body})


def _asked_for(scope: Message) -> Path | None:
    if scope["type"] != "http" or scope["method"] != "GET" or any(name in _AS_EVER for name, _ in scope["headers"]):
        return None
    path, folder = str(scope["path"]), below_base(FOLDER)
    return _files().get(path.removeprefix(folder)) if path.startswith(folder) else None


@cache
def _files() -> dict[str, Path]:
    """The files by their paths below the folder. Nothing else is ever read, whatever a request names."""
    folder = Path(str(files("streamlit"))) / "static" / "static"
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@cache
def _read(path: Path) -> tuple[tuple[tuple[bytes, bytes], ...], bytes]:
    """The headers and the content."""
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers: dict[str, Any] = {
        "content-type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        "content-length": len(content),
        "cache-control": f"public, immutable, max-age={_YEAR}",
    }
    return tuple((name.encode(), str(value).encode()) for name, value in headers.items()), content
