"""A whole turn with a language model, spoken to over the wire: streamed, stopped, and every request told."""

from collections.abc import Callable, Iterator

import pytest

from tests.agent.reasoning.chat.replies import act, mean
from tests.browser.reader import Reader
from tests.browser.servers import LIMITS, ROOT, free_port, running
from tests.browser.test_turns import with_sample
from tests.protocol_server import ProtocolServer, scripted

CALLS_TOOLS = "other"  # a model whose role is set by hand is asked once whether it calls tools by itself
KEY = "sk-nobody-may-see-this"
TOLD = "Orders in the North hold {S1[North].quantity_mean} boxes of tea each, the answer written piece by piece."


@pytest.fixture(scope="module")
def model() -> Iterator[ProtocolServer]:
    brain = scripted(
        {"read_question": act(mean("quantity", "region"), label="mean quantity by region"), "narrate_answer": TOLD}
    )
    with ProtocolServer(brain, chunk_seconds=0.05) as serving:
        yield serving


@pytest.fixture(scope="module")
def app_with_model(model: ProtocolServer) -> Iterator[str]:
    with running(
        ROOT / "app.py",
        OPENAI_BASE_URL=model.url,
        OPENAI_API_KEY=KEY,
        TALLY_MODEL_NAME="small",
        TALLY_MODEL_ROLE="lead",
        TALLY_MODEL_CALL_SECONDS="900",  # a test holds the model as long as the page needs
        TALLY_MODEL_TURN_SECONDS="900",
    ) as found:
        yield found


@pytest.fixture(scope="module")
def app_with_short_exam() -> Iterator[str]:
    with running(ROOT / "tests" / "browser" / "local_app.py", TALLY_TEST_PORT=str(free_port())) as found:
        yield found


def test_an_answer_is_shown_as_it_is_written_and_what_left_is_told(
    newcomer: Callable[..., Reader], app_with_model: str, model: ProtocolServer
) -> None:
    person = with_sample(newcomer(app_with_model))
    person.see("Model: small at 127.0.0.1")
    with model.held():
        person.say("average quantity by region")
        person.see("Orders in the North")
        assert person.page.get_by_role("button", name="Stop").is_visible(), "the turn was over before it was shown"
    answer = person.reply(2)
    assert "boxes of tea each, the answer written piece by piece." in answer
    assert "From all 620 rows." in answer
    person.go("Activity")
    person.see("requests went from this conversation to 127.0.0.1")
    assert KEY not in person.page.content()
    of_the_turn = [request.purpose for request in model.received if request.purpose != CALLS_TOOLS]
    assert of_the_turn == ["read_question", "narrate_answer"]


def test_stop_works_while_the_model_writes_and_the_next_question_is_answered(
    newcomer: Callable[..., Reader], app_with_model: str, model: ProtocolServer
) -> None:
    person = with_sample(newcomer(app_with_model))
    with model.held():
        person.say("average quantity by region")
        person.see("Orders in the North")
        person.press("Stop")
        person.see("Stopped")
    assert "piece by piece" not in person.reply(2)
    assert "piece by piece" in person.ask("average quantity by region")


def test_a_model_is_connected_tested_and_left_on_the_settings_page(
    newcomer: Callable[..., Reader], app_with_short_exam: str, model: ProtocolServer
) -> None:
    person = newcomer(app_with_short_exam)
    person.open("/settings")
    person.see("Tally answers with its built-in reasoner.")
    person.page.get_by_role("textbox", name="Address of the endpoint").fill(model.url)
    person.page.get_by_label("Key", exact=True).fill(KEY)
    person.page.get_by_role("textbox", name="Name of the model").fill("small")
    before = len(model.received)
    model.misbehave("silent")
    person.press("Test connection")
    person.see(f"It ends after {LIMITS['TALLY_MODEL_EXAM_SECONDS']} seconds at the latest")
    model.wait_until_asked(before + 1)  # stopped before it is sent, the silence would meet the next test instead
    person.press("Stop the test")
    person.see("Stopped.")
    person.press("Test connection")
    person.see("The model answers.")
    person.see("Read 0 of 2 test questions right.")
    person.see("Key accepted: yes")
    person.press("Use this model")
    person.see("Model: small at 127.0.0.1")
    assert model.received[-1].authorization == f"Bearer {KEY}"
    assert person.page.get_by_label("Key", exact=True).input_value() == ""
    person.press("Use the built-in reasoner instead")
    person.see("Tally answers with its built-in reasoner.")
