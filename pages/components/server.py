"""The server below the pages: headers that hold a browser to this server, and no look-ups of its own address."""

import base64
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.middleware import Middleware
from streamlit import net_util

from pages.components.browser_cookie import BrowserCookie
from pages.components.return_address import ReturnAddress
from pages.components.style import SCRIPTS

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Message, Receive, Send], Awaitable[None]]

_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@cache
def security_headers() -> tuple[tuple[bytes, bytes], ...]:
    """The headers of every reply. Pages load from this server alone, stand in no foreign frame, and tell no other site
    where they were. Styles are written in place; the few scripts in place are let through by their hashes.
    """
    policy = {
        "default-src": "'self'",
        "script-src": f"'self' {' '.join(_script_hashes())}",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'self'",
    }
    return (
        (b"content-security-policy", "; ".join(f"{name} {value}" for name, value in policy.items()).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
    )


def _script_hashes() -> tuple[str, ...]:
    """The scripts that stand in Streamlit's own first page, and ours, by their hashes."""
    page = files("streamlit").joinpath("static", "index.html").read_bytes()
    scripts = (*_INLINE_SCRIPT.findall(page), *(script.encode() for script in SCRIPTS))
    digests = (hashlib.sha256(script).digest() for script in scripts)
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


class SecurityHeaders:
    """Adds the headers to each reply that does not bring its own."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                added = [header for header in security_headers() if header[0] not in given]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self._app(scope, receive, with_headers)


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[dict[str, Any]]:
    """What holds while the server runs."""
    look_up_no_address()
    yield {}


def look_up_no_address() -> None:
    """Streamlit asks a server of the outside for this one's address when a page of a foreign site opens a connection.
    The answer would only let more origins in: such a connection is refused at once instead. Origins of a proxy are
    named by `server.corsAllowedOrigins` and `browser.serverAddress`.
    """
    net_util.get_external_ip = _unknown
    net_util.get_internal_ip = _unknown


def _unknown() -> None:
    return None


MIDDLEWARE = (Middleware(SecurityHeaders), Middleware(BrowserCookie), Middleware(ReturnAddress))
