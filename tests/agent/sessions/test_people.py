"""Who may run programs and connect a model: everybody, until people sign in and a setting says otherwise."""

import pytest

from agent.model_settings import ModelSettings
from agent.service import AnalystService
from agent.sessions.people import NO_PROGRAMS, NotAllowedError, Rights
from agent.settings import Settings
from tests.agent.scripted import STAFF as TABLE

STAFF, GUESTS = frozenset({"Staff"}), frozenset({"guests"})


def test_without_sign_in_everybody_may() -> None:
    assert Rights(Settings(programs_for="nobody")).has("anybody", "run_programs")


def test_a_group_or_address_gives_the_right_and_nothing_else_does() -> None:
    rights = Rights(Settings(sign_in=True, programs_for="staff, ann@example.org"))
    rights.note("ann", frozenset({"Ann@example.org"}))
    rights.note("bob", STAFF)
    rights.note("cid", GUESTS)
    assert [rights.has(who, "run_programs") for who in ("ann", "bob", "cid")] == [True, True, False]
    assert rights.has("cid", "connect_models"), "that is for everyone"
    assert not rights.has("unknown", "connect_models"), "of whom nothing is known, nobody may"


def test_a_person_without_the_right_runs_no_program() -> None:
    def never(code: str, datasets: object, **_: object) -> None:
        raise AssertionError("a program ran")

    settings = Settings(sign_in=True, programs_for="staff", approval_policy="never")
    service = AnalystService(settings, code_runner=never)  # type: ignore[arg-type]
    service.rights.note("cid", GUESTS)
    conversation = service.start_conversation("cid")
    service.datasets.add(conversation, "staff.csv", TABLE)
    turn = service.ask(conversation, "mean salary by department", workflow="plan_code_explain")
    assert NO_PROGRAMS in str(turn)


def test_a_person_without_the_right_connects_and_tests_no_model() -> None:
    service = AnalystService(Settings(sign_in=True, models_for="staff"))
    service.rights.note("cid", GUESTS)
    conversation = service.start_conversation("cid")
    model = ModelSettings(base_url="http://127.0.0.1:9/v1")
    with pytest.raises(NotAllowedError, match="TALLY_MODELS_FOR"):
        service.models.connect(conversation, model)
    with pytest.raises(NotAllowedError):
        service.models.test(conversation, model)
    service.models.connect(conversation, None)
    assert service.models.settings(conversation) is None
