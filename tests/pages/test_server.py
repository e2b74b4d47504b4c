"""Who signs in comes back to the page where they were, and nobody can be led to another server by it; what is sent
leaves at once."""

import asyncio
import socket
from typing import Any

import pytest

from pages.components.server import COOKIE, ReturnAddress, kept_address, page_that_asked, reply_at_once

Headers = list[tuple[bytes, bytes]]


def request(path: str, **headers: str) -> dict[str, Any]:
    given = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"tally.example"), *given]}


def reply(scope: dict[str, Any], status: int = 302) -> Headers:
    """The headers of a reply that leads to the first page, after the middleware."""
    sent: list[Any] = []

    async def app(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [(b"location", b"/")]})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {}

    asyncio.run(ReturnAddress(app)(scope, receive, send))
    return list(sent[0]["headers"])


def test_who_leaves_to_sign_in_comes_back_to_the_same_conversation() -> None:
    leaving = reply(request("/auth/login", referer="https://tally.example/data?c=abc-_1&x=%20y"))
    cookie = dict(leaving)[b"set-cookie"].decode()
    assert dict(leaving)[b"location"] == b"/"
    assert "HttpOnly; SameSite=Lax" in cookie
    back = reply(request("/oauth2callback", cookie=cookie.split(";")[0]))
    assert dict(back)[b"location"] == b"/data?c=abc-_1&x=%20y"
    assert f"{COOKIE}=; Max-Age=0" in dict(back)[b"set-cookie"].decode()


@pytest.mark.parametrize("referer", ["", "https://evil.example/data?c=1", "https://tally.example//evil.example", "x"])
def test_a_page_of_another_server_is_not_kept(referer: str) -> None:
    assert page_that_asked(request("/auth/login", referer=referer)) == ""


@pytest.mark.parametrize(
    "value",
    ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example", "%2Fa%0D%0AX%3A%201", "%2Fa%20b", "",
     "%2F" + "a" * 3000],
)  # fmt: skip
def test_a_cookie_that_leads_elsewhere_leads_nowhere(value: str) -> None:
    scope = request("/oauth2callback", cookie=f"{COOKIE}={value}")
    assert kept_address(scope) == ""
    assert reply(scope) == [(b"location", b"/")]


def test_other_requests_and_failures_are_left_alone() -> None:
    cookie = f"{COOKIE}=%2Fdata"
    assert reply(request("/data", cookie=cookie)) == [(b"location", b"/")]
    assert reply(request("/oauth2callback", cookie=cookie), status=500) == [(b"location", b"/")]


@pytest.mark.enable_socket
@pytest.mark.parametrize("is_named", [True, False])
def test_what_is_sent_waits_for_nothing(is_named: bool) -> None:
    """`is_named`: whether the server is told to; asyncio does it alone where the socket names its protocol."""
    told: list[int] = []

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def visit() -> None:
        if is_named:
            reply_at_once()
        with socket.socket() as listening:  # as Streamlit makes it
            listening.bind(("127.0.0.1", 0))
            async with await asyncio.start_server(serve, sock=listening):
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                await reader.read()
                writer.close()

    asyncio.run(visit())
    assert bool(told[0]) is is_named
