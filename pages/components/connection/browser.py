"""Who is looking? Without sign-in a conversation belongs to a browser."""

import hashlib
import re
import secrets
from binascii import Error as HexError
from binascii import unhexlify
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

import streamlit as st

_XSRF = "_streamlit_xsrf"
_FALLBACK = "tally_browser"


def browser_identity() -> str:
    """A value that stays the same for this browser over reloads and tabs and differs from any other browser's.

    It is a hash of the random cookie that the server sets with every page (`browser_cookie`), and lasts as long as that
    cookie does; whoever knows the hash cannot make the cookie. Where the app was started in a way that sets none, it is
    a hash of the token that Streamlit itself gives against forged requests, and lasts until the browser is closed;
    without any cookie it lasts as long as this tab does.
    """
    given = str(st.context.cookies.get(COOKIE, ""))
    if is_token(given):
        return hashlib.sha256(b"tally-browser-cookie:" + given.encode("ascii")).hexdigest()
    token = token_of(st.context.cookies.get(_XSRF, ""))
    if token:
        return hashlib.sha256(b"tally-browser:" + token).hexdigest()
    return str(st.session_state.setdefault(_FALLBACK, secrets.token_hex(32)))


def token_of(cookie: str) -> bytes:
    """The random token in a cookie `2|mask|masked token|time`, whose mask changes with every page load.

    b"" if the cookie is not of this form.
    """
    parts = cookie.strip("\"'").split("|")
    if len(parts) != 4 or parts[0] != "2":
        return b""
    try:
        mask, masked = unhexlify(parts[1]), unhexlify(parts[2])
    except HexError:
        return b""
    if len(mask) != 4 or len(masked) < 16:
        return b""
    return bytes(byte ^ mask[place % 4] for place, byte in enumerate(masked))


# ----------------------------------------------------------------
# The cookie by which a browser is known again, set by the server with every page that it hands out. It is random,
# lasts as long as browsers let cookies last from the last visit on, and no script of a page can read it.


COOKIE = "tally_browser"
SECONDS = 400 * 86_400  # browsers keep no cookie for longer (RFC 6265bis, section 5.5)
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Message, Receive, Send], Awaitable[None]]


def below_base(path: str) -> str:
    """The path below the one that the app stands under."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}{path}" if base else path


class BrowserCookie:
    """ASGI middleware around the whole app."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Sets the cookie where a browser opens a page; a browser that has one keeps it for longer."""
        if not _opens_page(scope):
            await self._app(scope, receive, send)
            return
        header = _cookie_header(scope)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"set-cookie", header)]
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def is_token(text: str) -> bool:
    """Whether the text is of the form that such a cookie has."""
    return _FORM.fullmatch(text) is not None


def _opens_page(scope: Message) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and "text/html" in _header(scope, b"accept")


def _cookie_header(scope: Message) -> bytes:
    token = _assemble(scope) or secrets.token_urlsafe(32)
    path = "/" + str(st.get_option("server.baseUrlPath") or "").strip("/")
    secure = "; Secure" if _is_encrypted(scope) else ""
    return f"{COOKIE}={token}; Max-Age={SECONDS}; Path={path}; HttpOnly; SameSite=Lax{secure}".encode("ascii")


def _assemble(scope: Message) -> str:
    """The cookie that the browser has; "" when it has none of this form."""
    try:
        morsel = SimpleCookie(_header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel and is_token(morsel.value) else ""


def _is_encrypted(scope: Message) -> bool:
    """Whether the browser came over TLS, here or at the proxy in front. A proxy that lies only makes it stricter."""
    return scope.get("scheme") == "https" or _header(scope, b"x-forwarded-proto").split(",")[0].strip() == "https"


def _header(scope: Message, name: bytes) -> str:
    return "; ".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)
