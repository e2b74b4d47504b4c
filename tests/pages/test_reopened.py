"""A conversation that was opened again without its data, and a store that fails: a sentence and one way on."""

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import MissingDataset
from pages.components.data import missing_data
from registry.dataset import Dataset
from registry.keeping import fingerprint_of
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.scripted_turns import HOSTILE
from tests.pages.test_cards import press
from tests.pages.test_chat import ask, with_sample
from tests.pages.test_other_pages import at

CONTENT = b"plant,height\nfern,10\nmoss,2\n"
FAILS = f"The disk is full. {HOSTILE}"


@pytest.fixture
def reopened(app: AppTest, service: ScriptedService) -> AppTest:
    """A page whose conversation misses one file."""
    service.missing = [MissingDataset(f"plants {HOSTILE}.csv", fingerprint_of(CONTENT))]
    return app.run()


def without_links(app: AppTest) -> bool:
    labels = [*(button.label for button in app.button), *(box.label for box in app.expander)]
    return not any("](http" in shown or "http://" in shown for shown in [texts(app), *labels])


@pytest.mark.parametrize("page", ["chat", "data"])
def test_the_missing_file_is_named_with_the_reason_and_nothing_else_is_offered(reopened: AppTest, page: str) -> None:
    at(reopened, page)
    shown = texts(reopened)
    assert "once more" in shown and "plants" in shown
    assert "Its file is not kept on the server" in shown
    assert len(reopened.get("file_uploader")) == 1
    assert not [button for button in reopened.button if button.label == "Use this sample"]
    assert without_links(reopened)


def test_no_question_can_be_asked_before(reopened: AppTest) -> None:
    assert reopened.chat_input[0].disabled
    assert reopened.chat_input[0].placeholder == "Choose the file above first"


def test_the_same_file_is_taken_and_another_is_refused_with_a_sentence(
    reopened: AppTest, service: ScriptedService
) -> None:
    reopened.file_uploader[0].upload("other.csv", b"a,b\n1,2\n", "text/csv").run()
    assert "is not a file that this conversation misses" in reopened.error[0].value
    assert service.missing
    reopened.file_uploader[0].upload("plants.csv", CONTENT, "text/csv").run()
    assert not reopened.error and not service.missing
    assert not reopened.chat_input[0].disabled


def test_going_on_without_it_takes_a_second_word(reopened: AppTest, service: ScriptedService) -> None:
    assert "cannot be taken back" in texts(reopened)
    press(reopened, "Yes, go on without it")
    assert not service.missing
    assert reopened.title[0].value == "Tally"


def test_an_open_question_waits_for_the_file(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    service.missing = [MissingDataset("plants.csv", fingerprint_of(CONTENT))]
    app.run()
    assert "What waited for a yes" in [box.label for box in app.expander]
    assert not [button for button in app.button if button.label == "Run it"]
    app.file_uploader[0].upload("plants.csv", CONTENT, "text/csv").run()
    assert [button for button in app.button if button.label == "Run it"]


# ---------------------------------------------------------------- data that lie on disk


def on_disk(service: ScriptedService, why: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A conversation that misses a file on disk; what is read again is noted, and stays missing if it has a reason."""
    service.missing = [MissingDataset("plants.csv", "f1", why, lies_on_disk=True)]
    read: list[str] = []

    def read_again(conversation_id: str, fingerprint: str) -> Dataset:
        read.append(fingerprint)
        service.missing = []
        return service.datasets.add(conversation_id, "plants.csv", CONTENT)

    monkeypatch.setattr(service, "read_dataset_again", read_again, raising=False)
    monkeypatch.setattr(missing_data, "reads_paths", lambda _: True)
    return read


def test_a_file_that_lies_there_as_it_was_is_read_again_without_a_word(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = on_disk(service, "", monkeypatch)
    app.run()
    assert not app.exception
    assert read == ["f1"] and not service.missing
    assert not app.chat_input[0].disabled


def test_elsewhere_than_at_this_machine_it_is_not_read(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = on_disk(service, "", monkeypatch)
    monkeypatch.setattr(missing_data, "reads_paths", lambda _: False)
    app.run()
    assert not read
    assert "computer that Tally runs on" in texts(app)
    assert app.chat_input[0].disabled


def test_a_file_that_was_changed_on_disk_is_told_and_looked_for_again_when_asked(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = on_disk(service, f"It was changed on disk. {HOSTILE}", monkeypatch)
    app.run()
    assert "changed on disk" in texts(app) and without_links(app)
    assert not app.get("file_uploader") and not read
    press(app, "Look for plants.csv again")
    assert read == ["f1"]


# ---------------------------------------------------------------- a store that fails


def test_a_store_that_cannot_be_read_is_a_sentence_on_every_page(app: AppTest, service: ScriptedService) -> None:
    for page in ("chat", "data", "report", "activity", "settings"):
        service.broken = FAILS
        at(app, page)
        assert not app.exception, page
        assert app.title[0].value == "This conversation cannot be opened"
        assert "The disk is full" in app.error[0].value
        assert without_links(app)
        service.broken = ""
        press(app, "Try again")
        assert not app.error, page


def test_a_new_conversation_that_cannot_be_stored_is_refused_and_the_old_one_stays(
    app: AppTest, service: ScriptedService
) -> None:
    before = app.query_params["c"]
    service.broken = FAILS
    next(button for button in app.button if button.label == "New conversation").click().run()
    assert "The disk is full" in app.toast[0].value
    service.broken = ""
    press(app, "Try again")
    assert app.query_params["c"] == before


def test_a_press_that_the_store_refuses_is_told_on_the_page(
    reopened: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "owns", lambda *_: True)
    service.broken = FAILS
    press(reopened, "Yes, go on without it")
    assert not reopened.exception
    assert "The disk is full" in reopened.toast[0].value and "](http" not in reopened.toast[0].value
    assert service.missing


def test_a_failure_in_the_middle_of_a_page_is_told_below_what_is_drawn(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "owns", lambda *_: True)
    monkeypatch.setattr(service, "previews", lambda _: service._check_store())
    service.broken = FAILS
    app.run()
    assert not app.exception
    assert "The disk is full" in app.error[0].value
