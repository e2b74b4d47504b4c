"""A model that runs on this machine is found, used with one click, and shows in an exam what it may decide."""

from collections.abc import Callable, Iterator

import pytest

from tests.agent.reasoning.exam.minds import brain_of, first, short_exam
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running
from tests.protocol_server import ProtocolServer


@pytest.fixture(scope="module")
def ollama() -> Iterator[ProtocolServer]:
    with ProtocolServer(brain_of(first(len(short_exam().questions))), models=("qwen3",)) as serving:
        yield serving


@pytest.fixture(scope="module")
def address_with_ollama(ollama: ProtocolServer) -> Iterator[str]:
    port = ollama.url.removesuffix("/v1").rpartition(":")[2]
    with running(ROOT / "tests" / "browser" / "local_app.py", TALLY_TEST_PORT=port) as found:
        yield found


def test_a_server_of_this_machine_is_offered_on_the_first_page_and_leads_after_its_exam(
    newcomer: Callable[..., Reader], address_with_ollama: str, ollama: ProtocolServer
) -> None:
    person = newcomer(address_with_ollama)
    person.open()
    person.see("A language model runs on this machine.")
    person.press("Use qwen3 (Ollama)")
    person.see("qwen3 of Ollama is connected.")
    person.see("Model: qwen3 at 127.0.0.1")
    person.go("Settings")
    person.see("Read 2 of 2 test questions right. It leads.")
    assert {request.purpose for request in ollama.received} >= {"list_models", "read_question"}


def test_a_dead_address_is_refused_when_it_is_entered(
    newcomer: Callable[..., Reader], address_with_ollama: str
) -> None:
    person = newcomer(address_with_ollama)
    person.open("/settings")
    person.page.get_by_role("textbox", name="Address of the endpoint").fill("http://127.0.0.1:9/v1")
    person.press("Use this model")
    person.see("The language model cannot be reached.")
    person.see("Tally answers with its built-in reasoner.")
