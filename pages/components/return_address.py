"""After signing in a person is where they were: the address of the page is kept through the way to the provider.

Streamlit comes back from the provider to the first page. The page that sent the browser to sign in is in that request's
Referer (RFC 9110, section 10.1.3); it is kept in a cookie for a few minutes.
"""

import re
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import streamlit as st

from pages.components.browser_cookie import AsgiApp, Message, Receive, Send

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
        if scope["type"] == "http" and path == _below_base(_LEAVES):
            await self._app(scope, receive, _with_headers(send, (b"set-cookie", _cookie(page_that_asked(scope)))))
        elif scope["type"] == "http" and path == _below_base(_COMES_BACK) and (address := kept_address(scope)):
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
    return f"{COOKIE}={value}; Max-Age={seconds}; Path={_below_base('/')}; HttpOnly; SameSite=Lax".encode("ascii")


def _with_headers(send: Send, *headers: tuple[bytes, bytes]) -> Send:
    """Replies that lead elsewhere get these headers: a cookie beside others, anything else in the place of its like."""
    replaced = {name for name, _ in headers} - {b"set-cookie"}

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and 300 <= message["status"] < 400:
            kept: list[Any] = [one for one in message.get("headers", ()) if one[0].lower() not in replaced]
            message["headers"] = [*kept, *headers]
        await send(message)

    return sending


def _below_base(path: str) -> str:
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}{path}" if base else path


def _header(scope: Message, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
