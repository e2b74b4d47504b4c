"""Settings and what left: a key is never shown, columns are held back, the ledger tells every request."""

import threading
import time
from collections.abc import Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from agent.model_settings import OPENAI, ModelSettings, Secret, limits_of
from agent.reasoning.access import ModelAccess
from agent.reasoning.chat.connection.local_servers import KnownServer
from agent.reasoning.sharing import Sharing
from pages.components.catalogue import say
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_other_pages import at, uploaded
from tests.protocol_server import Body, ProtocolServer, scripted

KEY = "sk-nobody-may-see-this"
PEOPLE = b"name,email,pay\nAnn Lee,ann@example.org,10\nBob Ray,bob@example.org,20\nCy Dee,cy@example.org,30\n"


@pytest.fixture
def model() -> Iterator[ProtocolServer]:
    with ProtocolServer(scripted({"other": '{"capital": "Rome"}'})) as serving:
        yield serving


def fill(app: AppTest, address: str, key: str, button: str) -> AppTest:
    app.text_input(key="model_address").set_value(address)
    app.text_input(key="model_key").set_value(key)
    app.text_input(key="model_name").set_value("small")
    next(one for one in app.button if one.label == button).click().run()
    return app


def told(app: AppTest) -> str:
    """What the page says, without its escapes."""
    return texts(app).replace("\\", "").replace("\u2060", "")


def shown_result(app: AppTest, seconds: float = 120) -> AppTest:
    """The page when its connection test is over."""
    until = time.monotonic() + seconds
    while not app.success and not app.error:
        assert time.monotonic() < until, "the connection test goes on"
        time.sleep(0.1)
        app.run()
    return app


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_test_of_a_silent_server_leaves_the_page_alive_and_can_be_stopped(
    app: AppTest, model: ProtocolServer
) -> None:
    model.misbehave(always="silent")
    fill(at(app, "settings"), model.url, KEY, "Test connection")
    assert "ends after 120 seconds at the latest" in texts(app)
    app.text_input(key="model_name").set_value("other").run()
    app.button(key="model_test_stop").click().run()
    assert "Stopped." in shown_result(app).error[0].value


def test_nothing_is_connected_at_first(app: AppTest) -> None:
    at(app, "settings")
    assert "built-in reasoner" in texts(app)
    assert "nothing is sent" in texts(app)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_model_is_used_and_left_again_and_its_key_is_never_shown(
    app: AppTest, service: ScriptedService, model: ProtocolServer
) -> None:
    fill(at(app, "settings"), f"{model.url}/", KEY, "Use this model")
    conversation = app.query_params["c"]
    used = service.models.settings(conversation)
    assert used == ModelSettings(api_key=Secret(KEY), base_url=model.url, name="small")
    assert app.text_input(key="model_key").value == ""
    assert KEY not in texts(app)
    assert any(caption.value.startswith("Model: small at 127.0.0.1") for caption in app.sidebar.caption)
    next(one for one in app.button if one.label.startswith("Use the built-in")).click().run()
    assert service.models.settings(conversation) is None


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_that_test_questions_are_being_asked_is_said_until_they_are_over(app: AppTest) -> None:
    goes_on = threading.Event()

    def waiting(_: Body) -> str:
        goes_on.wait(60)
        return "Nothing to say."

    with ProtocolServer(waiting) as model:
        fill(at(app, "settings"), model.url, KEY, "Use this model")
        assert say("model.examined_now") in texts(app)
        goes_on.set()
        until = time.monotonic() + 60
        while say("model.examined_now") in texts(app):
            assert time.monotonic() < until, "the test questions go on"
            app.run()
        assert "It words answers" in told(app)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_role_is_set_by_hand_and_then_no_question_is_asked(
    app: AppTest, service: ScriptedService, model: ProtocolServer
) -> None:
    at(app, "settings").selectbox(key="model_role").set_value("words")
    fill(app, model.url, KEY, "Use this model")
    assert service.models.role(app.query_params["c"]) == "words"
    assert "words the answers in this conversation" in told(app)
    fill(app, model.url, "", "Test connection")
    assert "The model answers." in shown_result(app).success[0].value
    assert [request.purpose for request in model.received] == ["list_models", "other", "other"]


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_an_address_where_no_model_answers_is_refused_when_it_is_entered(
    app: AppTest, service: ScriptedService, model: ProtocolServer
) -> None:
    model.misbehave("html", "unauthorized", "")
    for sentence in ("not as a language model", "refused the key"):
        fill(at(app, "settings"), model.url, KEY, "Use this model")
        assert sentence in app.error[0].value
        assert service.models.settings(app.query_params["c"]) is None
    fill(app, "http://127.0.0.1:1/v1", KEY, "Use this model")
    assert "cannot be reached" in app.error[0].value
    model.models = ("qwen3", "llama4")
    fill(app, model.url, KEY, "Use this model")
    assert "It has: qwen3, llama4" in told(app)
    assert service.models.settings(app.query_params["c"]) is None


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_server_of_this_machine_is_found_and_used_with_one_click(
    app: AppTest, service: ScriptedService, model: ProtocolServer
) -> None:
    model.models = ("qwen3", "llama4")
    service.models.known_servers = (KnownServer("Ollama", int(model.url.removesuffix("/v1").rpartition(":")[2])),)
    st.cache_data.clear()
    app.run()
    offered = [one for one in app.button if one.label.endswith("(Ollama)")]
    assert [one.label for one in offered] == ["Use qwen3 (Ollama)", "Use llama4 (Ollama)"]
    offered[1].click().run()
    used = service.models.settings(app.query_params["c"])
    assert used is not None and (used.base_url, used.name, used.role) == (model.url, "llama4", "auto")
    assert "llama4 of Ollama is connected" in app.success[0].value
    assert not [one for one in app.button if one.label.endswith("(Ollama)")]


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_kept_key_goes_to_no_other_address(app: AppTest, service: ScriptedService, model: ProtocolServer) -> None:
    fill(at(app, "settings"), model.url, KEY, "Use this model")
    fill(app, model.url, "", "Use this model")
    used = service.models.settings(app.query_params["c"])
    assert used is not None and used.api_key == Secret(KEY)
    with ProtocolServer(scripted({})) as another:
        fill(app, another.url, "", "Use this model")
        assert another.received[0].authorization == ""
        other = service.models.settings(app.query_params["c"])
        assert other is not None and other.base_url == another.url and not other.api_key


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_every_limit_is_set_for_the_conversation(app: AppTest, service: ScriptedService, model: ProtocolServer) -> None:
    at(app, "settings")
    for place, limit in enumerate(limits_of(ModelSettings()), 7):
        app.number_input(key=f"model_limit_{limit.name}").set_value(place)
    fill(app, model.url, KEY, "Use this model")
    used = service.models.settings(app.query_params["c"])
    assert used is not None
    assert [limit.value for limit in limits_of(used)] == list(range(7, 7 + len(limits_of(used))))


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_what_the_environment_allows_holds_for_a_model_that_is_connected_on_the_page(
    app: AppTest, service: ScriptedService, model: ProtocolServer
) -> None:
    service.models = ModelAccess(ModelSettings.from_environment({"TALLY_MODEL_CALL_SECONDS": "600"}), known_servers=())
    fill(at(app, "settings"), model.url, KEY, "Use this model")
    used = service.models.settings(app.query_params["c"])
    assert used is not None and used.call_seconds == 600


@pytest.mark.parametrize(("address", "sentence"), [("ftp://x", "no web address"), (OPENAI, say("model.needs_key"))])
def test_what_cannot_be_used_is_told(app: AppTest, service: ScriptedService, address: str, sentence: str) -> None:
    fill(at(app, "settings"), address, "", "Use this model")
    assert sentence in app.error[0].value
    assert service.models.settings(app.query_params["c"]) is None


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_connection_is_tested_in_words_and_told_in_the_ledger(app: AppTest, model: ProtocolServer) -> None:
    fill(at(app, "settings"), model.url, KEY, "Test connection")
    assert "The model answers." in shown_result(app).success[0].value
    assert "Read 0 of 13 test questions right. It words answers" in told(app)
    assert "Key accepted: yes" in told(app) and "Answers as JSON: by JSON schema" in told(app)
    at(app, "activity")
    ledger = next(frame.value for frame in app.dataframe if "Purpose" in frame.value.columns)
    assert set(ledger["Purpose"]) == {"Test questions to the model"}
    assert set(ledger["Columns"]) == {"none"}
    assert f"{len(model.received)} requests went from this conversation to 127.0.0.1" in app.warning[0].value.replace(
        "\\", ""
    )
    assert not app.info


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_refused_key_is_told(app: AppTest, model: ProtocolServer) -> None:
    model.misbehave(always="unauthorized")
    fill(at(app, "settings"), model.url, KEY, "Test connection")
    assert "key" in shown_result(app).error[0].value
    assert "Key accepted: no" in told(app)
    assert KEY not in app.error[0].value


def test_columns_are_held_back_with_or_without_their_names(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "people.csv", PEOPLE)
    at(app, "settings")
    conversation = app.query_params["c"]
    dataset = service.datasets.datasets(conversation)[0].dataset_id
    app.multiselect(key=f"held_{dataset}").set_value(["pay"]).run()
    app.multiselect(key=f"hidden_{dataset}").set_value(["email"]).run()
    withheld = service.models.sharing(conversation).withheld
    assert dict(withheld) == {(dataset, "pay"): "name_and_type", (dataset, "email"): "alias"}
    assert app.multiselect(key=f"held_{dataset}").value == ["email", "pay"]
    app.multiselect(key=f"held_{dataset}").set_value(["pay"]).run()
    assert dict(service.models.sharing(conversation).withheld) == {(dataset, "pay"): "name_and_type"}


def test_likely_personal_data_are_proposed_once(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "people.csv", PEOPLE)
    assert not any("personal data" in warning.value for warning in app.warning)  # nothing is sent: nothing to propose
    service.models.connect(app.query_params["c"], ModelSettings(base_url="http://127.0.0.1:1/v1"))
    app.run()
    assert "may hold personal data" in app.warning[-1].value
    next(one for one in app.button if one.label.startswith("Never send the values of")).click().run()
    columns = {column for _, column in service.models.sharing(app.query_params["c"]).withheld}
    assert "email" in columns and "pay" not in columns
    assert not any("personal data" in warning.value for warning in app.warning)


def test_a_new_conversation_keeps_the_model_and_the_switch_that_sends_no_values(
    app: AppTest, service: ScriptedService
) -> None:
    at(app, "settings")
    app.toggle(key="share_no_samples").set_value(True).run()
    first = app.query_params["c"]
    service.models.connect(first, ModelSettings(base_url="http://127.0.0.1:1/v1"))
    next(button for button in app.button if button.label == "New conversation").click().run()
    second = app.query_params["c"]
    assert second != first
    assert service.models.sharing(second) == Sharing(no_samples=True)
    assert service.models.settings(second) == service.models.settings(first)


def test_a_connected_model_that_was_not_asked_has_sent_nothing(app: AppTest, service: ScriptedService) -> None:
    service.models.connect(app.query_params["c"], ModelSettings(base_url="http://127.0.0.1:1/v1", name="small"))
    at(app, "activity")
    assert "Nothing has left this machine" in app.info[0].value
    assert "has not been asked yet" in app.info[0].value


def test_the_activity_page_says_how_code_is_held(app: AppTest, service: ScriptedService) -> None:
    at(app, "activity")
    assert any(caption.value.startswith("Generated code") for caption in app.caption)
