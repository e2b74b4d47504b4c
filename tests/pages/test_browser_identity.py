"""A browser is known again by its cookie, however the cookie is masked, and never by another one's."""

from binascii import hexlify

import pytest
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from pages.components.connection.browser import token_of

TOKEN = bytes(range(16))


def cookie(token: bytes, mask: bytes) -> str:
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(token))
    return f"2|{hexlify(mask).decode()}|{hexlify(masked).decode()}|1700000000"


def test_the_mask_changes_with_every_load_and_the_token_does_not() -> None:
    assert token_of(cookie(TOKEN, b"\x01\x02\x03\x04")) == token_of(cookie(TOKEN, b"\xff\xee\xdd\xcc")) == TOKEN


def test_streamlits_own_cookie_is_read_the_same_way() -> None:
    assert token_of(generate_xsrf_token_string(TOKEN)) == TOKEN


@pytest.mark.parametrize(
    "broken", ["", "2|zz|00|1", "1|00000000|00|1", "2|00000000|00|1", "hello", "2|00|" + "00" * 16 + "|1"]
)
def test_what_is_no_such_cookie_identifies_nobody(broken: str) -> None:
    assert token_of(broken) == b""
