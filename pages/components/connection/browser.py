"""Who is looking? Without sign-in a conversation belongs to a browser."""

import hashlib
import secrets
from binascii import Error as HexError
from binascii import unhexlify

import streamlit as st

from pages.components.connection.browser_cookie import COOKIE, is_token

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
