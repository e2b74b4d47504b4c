"""People sign in at a real provider: conversations are theirs in any browser, roles hold, a report can be shared."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest

from tests.browser.conftest import Browsers
from tests.browser.pay import CONTENT
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, free_port, running
from tests.browser.test_code import choose_way
from tests.oidc_server import OidcServer

QUESTION = "What is the average salary by department?"
PEOPLE = {
    "Ann": {"sub": "1", "name": "Ann", "email": "ann@example.org", "email_verified": True, "groups": ["analysts"]},
    "Bob": {"sub": "2", "name": "Bob", "email": "bob@example.org", "email_verified": True, "groups": ["analysts"]},
    "Cid": {"sub": "3", "name": "Cid", "email": "boss@example.org", "email_verified": False, "groups": ["guests"]},
}


@dataclass(frozen=True)
class Signing:
    """The app with sign-in, and its provider."""

    app: str
    provider: OidcServer


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Signing]:
    folder, port = tmp_path_factory.mktemp("signing"), free_port()
    with OidcServer(PEOPLE) as provider:
        secrets = folder / "secrets.toml"
        secrets.write_text(provider.secrets_toml(f"http://127.0.0.1:{port}"))
        with running(
            ROOT / "app.py",
            port=port,
            STREAMLIT_SECRETS_FILES=str(secrets),
            CHECKPOINTER=f"sqlite:{folder / 'conversations.db'}",
            DATA_FOLDER=str(folder / "uploads"),
            TALLY_SIGN_IN="on",
            TALLY_PROGRAMS_FOR="bob@example.org",
            TALLY_MODELS_FOR="analysts, boss@example.org",
        ) as app:
            yield Signing(app, provider)


@pytest.fixture(scope="module")
def people(browsers: Browsers, signing: Signing) -> Iterator[Mapping[str, Reader]]:
    """Everybody, signed in."""
    here = {name: signed_in(Reader(browsers.latest(), signing.app), signing, name) for name in PEOPLE}
    yield here
    for person in here.values():
        person.close()


def signed_in(person: Reader, signing: Signing, name: str) -> Reader:
    person.known = (signing.provider.url,)
    person.page.goto(signing.app)
    person.press("Sign in")
    person.page.get_by_role("link", name=name).click()
    person.see(f"Signed in as {name}")
    person.settle()
    return person


def test_nothing_is_shown_before_somebody_signed_in(newcomer: Callable[..., Reader], signing: Signing) -> None:
    person = newcomer(signing.app)
    for path in ("/", "/data", "/settings", "/?c=anything", "/?shared=anything"):
        person.page.goto(f"{signing.app}{path}")
        person.see("Sign in to see your conversations.")
        assert person.page.get_by_test_id("stFileUploader").count() == 0


def test_conversations_belong_to_the_person_in_any_browser(
    newcomer: Callable[..., Reader], signing: Signing, people: Mapping[str, Reader]
) -> None:
    ann, bob = people["Ann"], people["Bob"]
    ann.start_anew_with("pay.csv", CONTENT)
    ann.ask(QUESTION)
    at = ann.page.url
    elsewhere = signed_in(newcomer(signing.app), signing, "Ann")
    elsewhere.page.goto(at)
    elsewhere.messages.nth(1).get_by_text("Sales").first.wait_for()
    bob.page.goto(at)
    bob.see("This conversation is not open here")


def test_who_signs_in_is_where_they_were(
    people: Mapping[str, Reader], newcomer: Callable[..., Reader], signing: Signing
) -> None:
    ann = people["Ann"]
    ann.start_anew_with("pay.csv", CONTENT)
    ann.ask(QUESTION)
    again = newcomer(signing.app)
    again.known = (signing.provider.url,)
    again.page.goto(ann.page.url)
    again.press("Sign in")
    again.page.get_by_role("link", name="Ann").click()
    again.messages.nth(1).get_by_text("Sales").first.wait_for()
    assert again.page.url == ann.page.url


def test_a_report_is_shared_with_a_group_to_read_until_it_is_taken_back(people: Mapping[str, Reader]) -> None:
    ann, bob, cid = people["Ann"], people["Bob"], people["Cid"]
    ann.start_anew_with("pay.csv", CONTENT)
    ann.ask(QUESTION)
    ann.go("Report")
    ann.see("Share to read").click()
    ann.press("Make a link")
    link = ann.page.locator("code").filter(has_text="?shared=").inner_text()
    bob.page.goto(link)
    bob.see("Shared with you to read.")
    bob.see("average salary by department")
    assert bob.page.get_by_test_id("stChatInputTextArea").count() == 0
    cid.page.goto(link)
    cid.see("This report is not open to you")
    ann.press("Stop sharing with analysts")
    ann.page.get_by_role("button", name="Stop sharing with analysts").wait_for(state="detached")
    bob.page.goto(link)
    bob.see("This report is not open to you")


def test_roles_say_who_may_run_programs_and_connect_a_model(people: Mapping[str, Reader]) -> None:
    ann, cid = people["Ann"], people["Cid"]
    ann.start_anew_with("pay.csv", CONTENT)
    choose_way(ann, "Code")
    ann.say(QUESTION)
    ann.see("Change it first")
    ann.press("Run it")
    ann.see("You may not run programs here")
    ann.go("Settings")
    ann.page.get_by_role("textbox", name="Address of the endpoint").wait_for()
    cid.go("Settings")
    cid.see("You may not connect a language model here.")  # an address that nobody verified is no role
    assert cid.page.get_by_role("textbox", name="Address of the endpoint").count() == 0
