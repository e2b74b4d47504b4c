"""Recovery links open one person's conversations in another browser, once they are handed over, until revoked."""

from typing import cast

from agent.persistence.links import Link
from agent.service import AnalystService
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import file_of
from tests.agent.persistence.test_restart import MEAN, begun
from tests.agent.scripted import act


def asked(service: AnalystService, owner: str = "ann", question: str = "Mean?") -> str:
    conversation = service.start_conversation(owner)
    service.ask(conversation, question)
    return conversation


def test_a_recovery_link_opens_the_conversations_in_another_browser(place: str, serve: Serve) -> None:
    before = serve(place, act(MEAN))
    conversation, of_new_browser = asked(before), asked(before, "new browser")
    secret = before.people.make_recovery_link("ann")
    assert before.people.recover(secret, "new browser")
    assert before.people.owner_of("new browser") == "ann" == before.people.owner_of("ann")
    assert before.owns(of_new_browser, "ann"), "what the new browser began goes with it"
    before.close()
    after = serve(place, act(MEAN))
    assert after.owns(conversation, after.people.owner_of("new browser"))
    assert after.owns(of_new_browser, after.people.owner_of("new browser"))
    assert not after.owns(conversation, after.people.owner_of("another"))


def test_a_link_that_was_replaced_or_revoked_or_made_up_opens_nothing(place: str, serve: Serve) -> None:
    service = serve(place, act(MEAN))
    first, second = service.people.make_recovery_link("ann"), service.people.make_recovery_link("ann")
    assert not service.people.recover(first, "b1")
    assert service.people.recover(second, "b1"), "it works until it is revoked"
    service.people.revoke(cast(Link, service.people.recovery_link("ann")))
    assert service.people.recovery_link("ann") is None
    assert not service.people.recover(second, "b2")
    assert not service.people.recover("made up \ud800", "b2")
    assert service.people.owner_of("b2") == "b2"


def test_the_store_holds_no_secret(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, act(MEAN))
    secret = service.people.make_recovery_link("ann")
    service.close()
    assert secret.encode() not in file_of(sqlite).read_bytes()


def test_earlier_conversations_are_listed_by_their_first_question(place: str, serve: Serve) -> None:
    service = serve(place, act(MEAN))
    first, second = asked(service), asked(service, question="What about the mean?")
    service.ask(first, "and again?")
    service.start_conversation("ann")  # nothing happened in it
    loaded = begun(service)
    asked(service, "bob")
    assert [(one.conversation_id, one.title) for one in service.people.earlier("ann")] == [
        (loaded, "staff.csv"),
        (first, "Mean?"),
        (second, "What about the mean?"),
    ]
    service.end(first)
    assert [one.conversation_id for one in service.people.earlier("ann")] == [loaded, second]


def test_a_conversation_keeps_the_name_it_was_given(place: str, serve: Serve) -> None:
    before = serve(place, act(MEAN))
    conversation = asked(before)
    before.people.rename(conversation, "  Salaries of\n2024 ")
    before.people.rename(conversation, "  ")
    before.ask(conversation, "and again?")
    before.close()
    after = serve(place, act(MEAN))
    assert [one.title for one in after.people.earlier("ann")] == ["Salaries of 2024"]
    assert after.owns(conversation, "ann")
    after.ask(conversation, "and again?")
    assert [one.title for one in after.people.earlier("ann")] == ["Salaries of 2024"]


def test_without_a_store_there_are_no_links() -> None:
    service = AnalystService()
    assert not service.people.kept
    assert not service.people.recover(service.people.make_recovery_link("ann"), "b")
    assert service.people.owner_of("b") == "b"
    assert service.people.earlier("ann") == ()


def test_without_a_store_open_conversations_are_listed() -> None:
    service = AnalystService()
    empty, conversation = service.start_conversation("ann"), begun(service)
    assert [one.title for one in service.people.earlier("ann")] == ["staff.csv"]
    service.people.rename(conversation, "Staff")
    assert [(one.conversation_id, one.title) for one in service.people.earlier("ann")] == [(conversation, "Staff")]
    service.end(conversation)
    assert service.people.earlier("ann") == () and service.owns(empty, "ann")
