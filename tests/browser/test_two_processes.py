"""Two real servers on one PostgreSQL: a conversation opens on either, and killing one loses none."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.nginx import NGINX, OPENSSL, proxy
from tests.browser.pay import CONTENT, tells
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, free_port, running
from tests.postgres_server import NoServerError, running_postgres

pytestmark = pytest.mark.timeout(600)
QUESTION, NEXT = "What is the average salary by department?", "What is the highest salary by department?"

PATIENT = {f"TALLY_{limit}_SECONDS": "600" for limit in ("READING", "ACTION")}  # a busy machine is slow

Serving = Callable[..., AbstractContextManager[str]]


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    try:
        with running_postgres() as address:
            yield f"{address}postgres"
    except NoServerError as why:
        pytest.skip(str(why))


@pytest.fixture
def serving(postgres: str, tmp_path: Path) -> Serving:
    """A server on the one store, at the root or at the path that the proxy gives it."""

    def serve(port: int, *, killed: bool = False, path: str = "") -> AbstractContextManager[str]:
        places = {"CHECKPOINTER": postgres, "DATA_FOLDER": str(tmp_path / "uploads"), **PATIENT}
        below = {"STREAMLIT_SERVER_BASE_URL_PATH": path.strip("/")} if path else {}
        return running(ROOT / "app.py", port=port, killed=killed, path=path, **places, **below)

    return serve


def patient(person: Reader) -> Reader:
    """Two servers, a store, a proxy and a browser share the machine: each first question may take its time."""
    person.context.set_default_timeout(240_000)
    return person


def test_a_conversation_opens_on_either_server(newcomer: Callable[..., Reader], serving: Serving) -> None:
    with serving(free_port(), killed=True) as one, serving(free_port()) as other:
        person = patient(newcomer(one))
        person.known = (other,)
        person.start_with("pay.csv", CONTENT)
        person.ask(QUESTION)
        assert tells(person, "salary", "mean")
        link = person.page.url.removeprefix(one)
        person.page.goto(f"{other}{link}")
        person.reply(2)
        assert tells(person, "salary", "mean")
        person.ask(NEXT)
        assert tells(person, "salary", "max")
        person.page.goto(f"{one}{link}")
        person.reply(4)
        assert tells(person, "salary", "max")


@pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed")
def test_behind_a_proxy_people_go_on_when_one_server_is_killed(
    browser: Browser, serving: Serving, tmp_path: Path
) -> None:
    ports = free_port(), free_port()
    with (
        serving(ports[0], path="/tally"),
        ExitStack() as doomed,
        proxy(tmp_path, *ports) as address,
    ):
        doomed.enter_context(serving(ports[1], path="/tally", killed=True))
        people = [patient(Reader(browser, address, trusts_any=True)) for _ in range(4)]  # over both by their cookies
        for person in people:
            person.start_with("pay.csv", CONTENT)
            person.ask(QUESTION)
            assert tells(person, "salary", "mean")
        doomed.close()
        for person in people:
            person.page.reload()
            person.reply(2)
            assert tells(person, "salary", "mean")
            person.ask(NEXT)
            assert tells(person, "salary", "max")
            person.close()
