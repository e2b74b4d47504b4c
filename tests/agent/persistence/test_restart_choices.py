"""What a person chose holds after a restart: what waits for a yes, what is checked twice, what a model may see."""

import sqlite3

import pytest

from agent.model_settings import ModelSettings, Secret
from agent.persistence.database import StoreError
from agent.reasoning.access import LOST_MODEL, OTHER_MODEL, RULES
from agent.service import AnalystService, PickedOption, Sharing, TurnChoices
from agent.settings import Settings
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import change, file_of
from tests.agent.scripted import STAFF, act, reading, salary
from tests.agent.scripted_review import WORKFLOW

QUESTION = "What's the average salary by department?"
ANSWER = act(reading("rows", salary("count")))
MINE = ModelSettings(base_url="http://127.0.0.1:1/v1", name="mine")


def opened(place: str) -> AnalystService:
    """A service with the rules, as a start of the server makes one."""
    return AnalystService(Settings(checkpointer=place))


def begun(service: AnalystService) -> str:
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return conversation


def test_what_waits_goes_on_under_the_same_choices(place: str) -> None:
    before = opened(place)
    conversation = begun(before)
    chosen = TurnChoices(approval_policy="always", double_check=False)
    turn = before.ask(conversation, QUESTION, workflow=WORKFLOW, choices=chosen)
    assert turn["pending"]
    before.close()
    after = opened(place)
    try:
        after.restore_dataset(conversation, "staff.csv", STAFF)
        again = after.answer(
            conversation, PickedOption(turn["pending"]["checkpoint_id"], "reject", "use median instead of mean")
        )
        assert again["status"] == "asked", "the other plan waits for a yes too, as chosen before the restart"
    finally:
        after.close()


def test_choices_that_cannot_be_read_are_told(sqlite: str, serve: Serve) -> None:
    before = serve(sqlite, ANSWER)
    conversation = begun(before)
    before.ask(conversation, "How many?", choices=TurnChoices(approval_policy="always"))
    before.close()
    with sqlite3.connect(file_of(sqlite)) as connection:
        for key, content in connection.execute("SELECT checkpoint_id, checkpoint FROM checkpoints").fetchall():
            changed = (bytes(content).replace(b"always", b"awlays"), key)
            connection.execute("UPDATE checkpoints SET checkpoint = ? WHERE checkpoint_id = ?", changed)
    connection.close()
    after = serve(sqlite, ANSWER)
    with pytest.raises(StoreError, match="damaged"):
        after.turns(conversation)


def test_a_model_of_ones_own_is_gone_and_the_turn_says_who_answered(place: str, serve: Serve) -> None:
    before = serve(place, ANSWER)
    conversation, other = begun(before), begun(before)
    before.models.connect(conversation, MINE)
    before.models.connect(other, MINE)
    before.models.connect(other, None)  # taken back
    before.close()
    after = serve(place, ANSWER)
    for one in (conversation, other):
        after.restore_dataset(one, "staff.csv", STAFF)
    first, second = (after.ask(conversation, "How many?") for _ in range(2))
    assert [caveat for caveat in first["caveats"] if RULES in caveat and caveat.startswith(LOST_MODEL)]
    assert not [caveat for caveat in second["caveats"] if caveat.startswith(LOST_MODEL)], "said once"
    assert not [caveat for caveat in after.ask(other, "How many?")["caveats"] if caveat.startswith(LOST_MODEL)]


def test_where_the_server_has_a_model_that_one_is_named(place: str) -> None:
    before = opened(place)
    conversation = before.start_conversation("ann")
    before.models.connect(conversation, MINE)
    before.close()
    after = AnalystService(Settings(checkpointer=place), model=MINE)
    assert OTHER_MODEL in after.models.lost(conversation)
    after.models.connect(conversation, MINE)
    assert after.models.lost(conversation) == ""
    after.close()


def test_what_was_held_back_from_models_stays_held_back(place: str, serve: Serve) -> None:
    before = serve(place, ANSWER)
    conversation, other = begun(before), begun(before)
    dataset = before.datasets.datasets(conversation)[0].dataset_id
    held = Sharing({(dataset, "salary"): "alias", (dataset, "name"): "name_and_type"}, no_samples=True)
    before.models.share(conversation, held)
    before.close()
    after = serve(place, ANSWER)
    assert after.models.sharing(conversation) == held
    assert after.models.sharing(other) == Sharing()
    after.end(conversation)
    assert after.models.sharing(conversation) == Sharing()


def test_what_cannot_be_read_of_it_lets_nothing_out(sqlite: str, serve: Serve) -> None:
    before = serve(sqlite, ANSWER)
    conversation = begun(before)
    before.models.share(conversation, Sharing({("d1", "salary"): "alias"}))
    before.close()
    change(sqlite, "UPDATE tally_notes SET content = '[[]]'")
    assert serve(sqlite, ANSWER).models.sharing(conversation).no_samples


def test_no_key_and_no_address_of_a_model_is_stored(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, ANSWER)
    conversation = begun(service)
    service.models.connect(conversation, ModelSettings(base_url="http://10.9.8.7/v1", api_key=Secret("sk-very-secret")))
    service.close()
    content = file_of(sqlite).read_bytes()
    assert b"sk-very-secret" not in content and b"10.9.8.7" not in content and b"model_connected" in content
