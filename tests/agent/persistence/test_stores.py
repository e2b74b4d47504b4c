"""A store that cannot be used is told in a sentence, and left as it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.persistence.database import StoreError
from agent.persistence.places import PostgresPlace, SqlitePlace, place_of
from agent.persistence.sqlite import OWN_MARK
from agent.persistence.storage import CONVERSATIONS, open_storage
from agent.service import AnalystService, PickedOption, Sharing
from agent.settings import SettingError, Settings
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import change, file_of, refused
from tests.agent.scripted import STAFF, Script, act, reading, salary

ANSWER = act(reading("rows", salary("count")))


# ---------------------------------------------------------------- addresses


def test_an_address_names_a_file_or_a_server() -> None:
    assert place_of("X", "sqlite:/data/tally.db") == SqlitePlace(Path("/data/tally.db"))
    assert place_of("X", "sqlite:tally.db") == SqlitePlace(Path.cwd() / "tally.db")
    assert place_of("X", "postgresql://h/d") == PostgresPlace("postgresql://h/d")


@pytest.mark.parametrize("text", ["disk", "sqlite:", "sqlite::memory:", "mysql://u:secret@h/d", "postgres:secret", ""])
def test_what_is_no_address_is_refused_without_repeating_it(text: str) -> None:
    sentence = refused(Settings(checkpointer=text))
    assert "CHECKPOINTER" in sentence and "sqlite:PATH" in sentence
    assert "secret" not in sentence


@example("sqlite", ":", "~nobody-of-this-name/x")
@example("sqlite", ":", "a\x00b")
@given(st.sampled_from(["sqlite", "postgres", "postgresql", "redis"]), st.sampled_from([":", "://", ""]), st.text())
def test_any_text_names_a_place_or_is_refused_with_a_sentence(scheme: str, between: str, rest: str) -> None:
    try:
        place = place_of("RUN_LOG", scheme + between + rest)
    except SettingError as refused:
        assert str(refused).startswith("RUN_LOG") and refused.remedy
    else:
        assert isinstance(place, PostgresPlace) or place.path.is_absolute()


def test_sentences_name_the_setting_and_the_log_has_the_path(
    sqlite: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file_of(sqlite).write_bytes(b"name,salary\nAnn,1\n" * 100)
    (tmp_path / "file").write_text("x")
    wrong = [
        (Settings(checkpointer=sqlite), "CHECKPOINTER"),
        (Settings(run_log=sqlite), "RUN_LOG"),
        (Settings(checkpointer=f"sqlite:{tmp_path / 'no' / 'tally.db'}"), "CHECKPOINTER"),
        (Settings(checkpointer=f"sqlite:{tmp_path / 'new.db'}", data_folder=str(tmp_path / "file")), "DATA_FOLDER"),
    ]
    for settings, setting in wrong:
        caplog.clear()
        sentence = refused(settings)
        assert setting in sentence and str(tmp_path) not in sentence
        assert str(tmp_path) in caplog.text


def test_a_password_is_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(checkpointer="postgres://ann:secret@127.0.0.1:1/tally", run_log="on")
    sentence = refused(settings)
    assert "CHECKPOINTER" in sentence and "127.0.0.1" not in sentence and "127.0.0.1/tally" in caplog.text
    assert "secret" not in sentence + repr(settings) + caplog.text + repr(place_of("X", settings.checkpointer))


def test_a_folder_or_log_without_a_store_is_refused(tmp_path: Path) -> None:
    assert "CHECKPOINTER" in refused(Settings(data_folder=str(tmp_path)))
    assert "CHECKPOINTER" in refused(Settings(run_log="on"))


def test_a_folder_that_cannot_be_used_is_refused(sqlite: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "DATA_FOLDER" in refused(Settings(checkpointer=sqlite, data_folder=str(tmp_path / "file")))
    assert "DATA_FOLDER" in refused(Settings(checkpointer=sqlite, data_folder=str(tmp_path / "no" / "folder")))
    assert "cannot be opened" in refused(Settings(checkpointer=f"sqlite:{tmp_path / 'no' / 'tally.db'}"))
    open_storage(Settings(checkpointer=sqlite)).close()  # refused before, nothing holds it


# ---------------------------------------------------------------- damaged, foreign, newer


def test_a_file_that_is_no_database_is_refused_and_left(sqlite: str) -> None:
    file_of(sqlite).write_bytes(b"name,salary\nAnn,1\n" * 100)
    assert "not a database" in refused(Settings(checkpointer=sqlite))
    assert file_of(sqlite).read_bytes() == b"name,salary\nAnn,1\n" * 100


def test_a_store_that_was_emptied_is_refused_and_left(sqlite: str) -> None:
    file_of(sqlite).touch()
    sentence = refused(Settings(checkpointer=sqlite))
    assert "0 bytes" in sentence and "backup" in sentence and "delete" in sentence
    assert file_of(sqlite).read_bytes() == b""
    file_of(sqlite).unlink()
    open_storage(Settings(checkpointer=sqlite)).close()


def test_a_damaged_file_is_refused_and_left(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, ANSWER)
    for _ in range(50):
        service.start_conversation("ann")
    service.close()
    damaged = bytearray(file_of(sqlite).read_bytes())
    damaged[4096:] = b"\xff" * (len(damaged) - 4096)
    file_of(sqlite).write_bytes(damaged)
    assert "damaged" in refused(Settings(checkpointer=sqlite))
    assert file_of(sqlite).read_bytes() == damaged


def test_another_programs_database_is_refused_and_left(sqlite: str) -> None:
    change(sqlite, "CREATE TABLE invoices (n)")
    before = file_of(sqlite).read_bytes()
    assert "another program" in refused(Settings(checkpointer=sqlite))
    assert file_of(sqlite).read_bytes() == before


def test_a_newer_store_is_refused_and_left(place: str, serve: Serve) -> None:
    serve(place, ANSWER).close()
    change(place, f"UPDATE {OWN_MARK} SET version = {CONVERSATIONS.version + 1}")
    assert "newer Tally" in refused(Settings(checkpointer=place))
    change(place, f"UPDATE {OWN_MARK} SET version = {CONVERSATIONS.version}")
    open_storage(Settings(checkpointer=place)).close()
    change(place, f"INSERT INTO {OWN_MARK} VALUES ('something new', 1)")
    assert "newer Tally" in refused(Settings(checkpointer=place))


def test_checkpoints_of_a_newer_langgraph_are_refused(postgres: str, serve: Serve) -> None:
    serve(postgres, ANSWER).close()
    change(postgres, "INSERT INTO checkpoint_migrations VALUES (1000)")
    assert "newer version" in refused(Settings(checkpointer=postgres))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tally_artifacts SET content = 'x'",
        "UPDATE tally_datasets SET choices = 'x'",
        "UPDATE checkpoints SET checkpoint = x'c1c1'",
    ],
)
def test_a_damaged_conversation_is_told_and_the_others_go_on(damage: str, sqlite: str, serve: Serve) -> None:
    before = serve(sqlite, ANSWER)
    damaged = before.start_conversation("ann")
    before.datasets.add(damaged, "staff.csv", STAFF)
    before.ask(damaged, "How many?")
    before.close()
    change(sqlite, damage)
    after = serve(sqlite, ANSWER)
    with pytest.raises(StoreError, match="damaged"):
        after.owns(damaged, "ann")
        after.artifacts(damaged)
    other = after.start_conversation("ann")
    after.datasets.add(other, "staff.csv", STAFF)
    assert after.ask(other, "How many?")["status"] == "answered"


def test_a_store_that_fails_later_is_told_and_what_was_there_stays(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, ANSWER)
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "How many?")
    change(sqlite, "ALTER TABLE checkpoints RENAME TO away")
    with pytest.raises(StoreError, match="cannot be used"):
        service.ask(conversation, "How many?")
    change(sqlite, "ALTER TABLE away RENAME TO checkpoints")
    assert [turn["status"] for turn in service.turns(conversation)] == ["answered"]
    assert service.ask(conversation, "How many?")["turn_id"] == "T2"


def test_an_end_that_failed_can_be_done_again(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, ANSWER)
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "How many?")
    change(sqlite, "ALTER TABLE writes RENAME TO away")
    with pytest.raises(StoreError):
        service.end(conversation)
    change(sqlite, "ALTER TABLE away RENAME TO writes")
    assert service.owns(conversation, "ann")
    service.end(conversation)
    assert not service.owns(conversation, "ann")


def test_a_data_set_that_cannot_be_kept_is_not_there(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    service = serve(sqlite, ANSWER, data_folder=str(folder))
    conversation = service.start_conversation("ann")
    folder.rename(tmp_path / "away")
    with pytest.raises(StoreError, match="cannot be kept"):
        service.datasets.add(conversation, "staff.csv", STAFF)
    assert not service.datasets.datasets(conversation)
    (tmp_path / "away").rename(folder)
    service.datasets.add(conversation, "staff.csv", STAFF)
    assert len(cast(Any, service)._storage.archive.datasets(conversation)) == 1


def test_text_that_postgres_cannot_store_is_kept_readable(postgres: str, serve: Serve) -> None:
    service = serve(postgres, script=Script([ANSWER], narration=["{S1.salary_count} rows\x00 of\ud800 it."]))
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "how\x00 many\ud800?")
    assert (turn["status"], turn["question"]) == ("answered", "how many??")
    service.close()
    (kept,) = serve(postgres, ANSWER).turns(conversation)
    assert kept["answer"]["text"].startswith("5 rows")


# ---------------------------------------------------------------- whoever calls gets a sentence

CALLS: dict[str, Callable[[AnalystService, str], object]] = {
    "owns": lambda service, key: service.owns(key, "ann"),
    "ask": lambda service, key: service.ask(key, "How many?"),
    "answer": lambda service, key: service.answer(key, PickedOption("x", "y")),
    "turns": lambda service, key: service.turns(key),
    "pending": lambda service, key: service.pending(key),
    "artifacts": lambda service, key: service.artifacts(key),
    "artifact": lambda service, key: service.artifact(key, "A1"),
    "missing_datasets": lambda service, key: service.missing_datasets(key),
    "restore_dataset": lambda service, key: service.restore_dataset(key, "staff.csv", STAFF),
    "give_up_dataset": lambda service, key: service.give_up_dataset(key, "x"),
    "feedback": lambda service, key: service.feedback(key, "T1", "up"),
    "report_markdown": lambda service, key: service.report_markdown(key),
    "table_csv": lambda service, key: service.table_csv(key, "A1"),
    "file": lambda service, key: service.file(key, "x"),
    "end": lambda service, key: service.end(key),
    "start_conversation": lambda service, key: service.start_conversation(key),
    "runs": lambda service, _: service.runs(),
    "share": lambda service, key: service.models.share(key, Sharing()),
    "sharing": lambda service, key: service.models.sharing(key),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_store_that_is_gone_is_told_in_a_sentence_by_every_call(call: str, place: str, serve: Serve) -> None:
    before = serve(place, ANSWER, run_log="on")
    conversation = before.start_conversation("ann")
    before.datasets.add(conversation, "staff.csv", STAFF)
    before.ask(conversation, "How many?")
    before.close()
    after = serve(place, ANSWER, run_log="on")
    for name in ("tally_conversations", "tally_datasets", "tally_artifacts", "tally_notes", "tally_run_log", "writes"):
        change(place, f"ALTER TABLE {name if name != 'writes' else _writes(place)} RENAME TO gone_{name}")
    change(place, "ALTER TABLE checkpoints RENAME TO gone_checkpoints")
    with pytest.raises(StoreError) as told:
        CALLS[call](after, conversation)
    assert told.value.actor == "person" and told.value.remedy and str(told.value).count("cannot be used") == 1
    after.sweep()


def _writes(place: str) -> str:
    return "writes" if place.startswith("sqlite:") else "checkpoint_writes"
