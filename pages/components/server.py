"""The server below the pages: headers that hold a browser to this server, replies that leave at once, no look-ups of
its own address."""

import asyncio
import base64
import hashlib
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from starlette.middleware import Middleware
from streamlit import net_util

from pages.components import streamlit_words, style
from pages.components.connection.browser import AsgiApp, BrowserCookie, Message, Receive, Send, below_base
from pages.components.starting import begin_loading
from pages.components.static_files import FilesFromMemory

# ----------------------------------------------------------------
# After signing in a person is where they were: the address of the page is kept through the way to the provider.
# Streamlit comes back from the provider to the first page. The page that sent the browser to sign in is in that
# request's Referer (RFC 9110, section 10.1.3); it is kept in a cookie for a few minutes.


COOKIE = "tally_return"
SECONDS = 600  # for signing in
_LEAVES, _COMES_BACK = "/auth/login", "/oauth2callback"
_LONGEST = 2000
_OWN_ADDRESS = re.compile(r"/(?![/\\])[!-~]*")
"""A path of this server, with its query: nothing that a browser could take for another host."""


class ReturnAddress:
    """ASGI middleware around the whole app."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Keeps the address of the page that leaves to sign in, and leads there who comes back."""
        path = str(scope.get("path", ""))
        if scope["type"] == "http" and path == below_base(_LEAVES):
            await self._app(scope, receive, _with_headers(send, (b"set-cookie", _cookie(page_that_asked(scope)))))
        elif scope["type"] == "http" and path == below_base(_COMES_BACK) and (address := kept_address(scope)):
            ended = (b"set-cookie", _cookie(""))
            await self._app(scope, receive, _with_headers(send, (b"location", address.encode("ascii")), ended))
        else:
            await self._app(scope, receive, send)


def page_that_asked(scope: Message) -> str:
    """The path and query of the page of this server that the request came from; "" when it tells none."""
    page = urlsplit(_header(scope, b"referer"))
    address = f"{page.path}?{page.query}" if page.query else page.path
    return address if page.netloc == _header(scope, b"host") and _is_own(address) else ""


def kept_address(scope: Message) -> str:
    """The address in the browser's cookie; "" when there is none of this server."""
    try:
        morsel = SimpleCookie(_header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    address = unquote(morsel.value) if morsel else ""
    return address if _is_own(address) else ""


def _is_own(address: str) -> bool:
    return len(address) <= _LONGEST and _OWN_ADDRESS.fullmatch(address) is not None


def _cookie(address: str) -> bytes:
    """Sets the cookie; without an address it is deleted."""
    seconds = SECONDS if address else 0
    value = quote(address, safe="")
    return f"{COOKIE}={value}; Max-Age={seconds}; Path={below_base('/')}; HttpOnly; SameSite=Lax".encode("ascii")


def _with_headers(send: Send, *headers: tuple[bytes, bytes]) -> Send:
    """Replies that lead elsewhere get these headers: a cookie beside others, anything else in the place of its like."""
    replaced = {name for name, _ in headers} - {b"set-cookie"}

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and 300 <= message["status"] < 400:
            kept: list[Any] = [one for one in message.get("headers", ()) if one[0].lower() not in replaced]
            message["headers"] = [*kept, *headers]
        await send(message)

    return sending


def _header(scope: Message, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


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
    scripts = (*_INLINE_SCRIPT.findall(page), *(script.encode() for script in (*style.SCRIPTS, streamlit_words.SCRIPT)))
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
    reply_at_once()
    begin_loading()
    yield {}


def look_up_no_address() -> None:
    """Streamlit asks a server of the outside for this one's address when a page of a foreign site opens a connection.
    The answer would only let more origins in: such a connection is refused at once instead. Origins of a proxy are
    named by `server.corsAllowedOrigins` and `browser.serverAddress`.
    """
    net_util.get_external_ip = _unknown
    net_util.get_internal_ip = _unknown


def reply_at_once() -> None:
    """Has the servers of the running loop send all that they have. Streamlit makes its socket without naming TCP, so
    that asyncio leaves Nagle's algorithm on (RFC 896): of each file and each change of a page a part waited, up to
    40 ms, for the browser to have acknowledged the part before.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.BaseEventLoop):
        return  # uvloop, where it is installed, waits for nothing
    create = loop.create_server

    async def create_at_once(*given: Any, sock: socket.socket | None = None, **named: Any) -> asyncio.Server:
        if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # what it accepts has the same
        return await create(*given, sock=sock, **named)

    loop.create_server = create_at_once  # type: ignore[method-assign]  # uvicorn asks the loop, and nobody else


def _unknown() -> None:
    return None


MIDDLEWARE = tuple(Middleware(each) for each in (SecurityHeaders, FilesFromMemory, BrowserCookie, ReturnAddress))
