"""Who is looking? Without sign-in a conversation belongs to a browser."""

import hashlib
import secrets
from binascii import Error as HexError
from binascii import unhexlify

import streamlit as st

_COOKIE = "_streamlit_xsrf"
_FALLBACK = "tally_browser"


def browser_identity() -> str:
    """A value that stays the same for this browser over reloads and tabs and differs from any other browser's.

    It is a hash of the random token that Streamlit gives every browser as a cookie against forged requests; whoever
    knows the hash cannot make the cookie. Without the cookie it lasts as long as this tab does.
    """
    token = token_of(st.context.cookies.get(_COOKIE, ""))
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
