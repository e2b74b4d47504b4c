"""A restart: a new service on the same store goes on where the old one ended."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from agent.errors import StaleAnswerError
from agent.persistence.uploads import UploadFolder
from agent.reasoning.prompts import NarrateAnswer, ReadQuestion
from agent.service import (
    AnalystService,
    MissingDataset,
    PickedOption,
    ReportChoice,
    TurnChoices,
    UnfinishedQuestion,
    UnknownWorkflowError,
)
from agent.sessions.conversations import UnknownConversationError
from agent.sessions.missing_data import NOT_KEPT, DataMissingError
from agent.settings import Settings
from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, WrongFileError
from registry.keeping import fingerprint_of
from tests.agent.persistence.conftest import Serve
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary

MEAN = reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean")
MEDIAN = reading("median", salary("median"), headline="{S1.salary_median}", label="the median")
CHART = reading("chart", {"kind": "bar", "x": "department", "y": "salary", "agg": "mean"})
BOTH = act(MEAN, MEDIAN, assumptions=["Per month."])
OTHER = b"name,bonus\nAnn,10\nBob,20\n"


def begun(service: AnalystService, content: bytes = STAFF) -> str:
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", content)
    return conversation


def asked(service: AnalystService, conversation: str) -> PickedOption:
    service.ask(conversation, "What is the typical salary?")
    return PickedOption(cast(Any, service.pending(conversation))["checkpoint_id"], "median")


def test_a_pending_question_is_answered_after_a_restart(place: str, serve: Serve, tmp_path: Path) -> None:
    folder = {"data_folder": str(tmp_path / "uploads")}
    before = serve(place, act(reading("r", by_department())), BOTH, **folder)
    conversation = begun(before)
    before.ask(conversation, "Mean by department?")
    picked = asked(before, conversation)
    turns, artifacts, pending = before.turns(conversation), before.artifacts(conversation), before.pending(conversation)
    before.close()

    mind = Script([BOTH], narration=["It is {S1.salary_median}."])
    after = serve(place, script=mind, **folder)
    assert after.owns(conversation, "ann")
    assert after.turns(conversation) == turns
    assert after.artifacts(conversation) == artifacts
    assert list(after.artifacts(conversation)) == list(artifacts)
    assert after.pending(conversation) == pending
    assert not after.missing_datasets(conversation)
    turn = after.answer(conversation, picked)
    assert (turn["status"], turn["answer"]["text"], turn["turn_id"]) == ("answered", "It is 4,000.", "T3")
    assert turn["assumptions"] == ["Per month."]
    assert not mind.asked(ReadQuestion), "the picked reading is executed as it was read before the restart"
    assert mind.asked(NarrateAnswer)[0].question == "What is the typical salary? (the median)"
    with pytest.raises(StaleAnswerError):
        after.answer(conversation, picked)
    after.ask(conversation, "and by level?")
    assert mind.asked(ReadQuestion)[0].history[-1].specs == tuple(MEDIAN.specs)
    assert after.report_html(conversation)
    after.choose_report(conversation, ReportChoice(title="Salaries"))
    after.close()
    again = serve(place, **folder)
    assert again.report_choice(conversation).title == "Salaries"
    assert str(again.report_markdown(conversation)).startswith("# Salaries\n")


def killed(program: str, place: str, folder: str) -> str:
    """What a process wrote that ended as a kill ends it, in the middle of a turn."""
    ended = subprocess.run([sys.executable, "-c", program, place, folder], capture_output=True, text=True, check=False)
    assert ended.returncode == 9, ended.stderr
    return ended.stdout


BROKEN_OFF = """
import os, sys
from tests.agent.persistence.test_restart import begun
from tests.agent.scripted import Script
from agent.service import AnalystService, TurnChoices
from agent.settings import Settings

settings = Settings(checkpointer=sys.argv[1], data_folder=sys.argv[2])
service = AnalystService(settings, reasoner=Script([lambda prompt: os._exit(9)]))
conversation = begun(service)
print(conversation, flush=True)
service.ask(conversation, "Mean of every salary?", choices=TurnChoices(double_check=False))
"""


def test_a_question_that_a_crash_broke_off_is_kept_and_can_be_asked_again(
    place: str, serve: Serve, tmp_path: Path
) -> None:
    folder = str(tmp_path / "uploads")
    conversation = killed(BROKEN_OFF, place, folder).strip()
    for _ in range(2):  # looking at it changes nothing
        after = serve(place, act(MEAN), data_folder=folder)
        (turn,) = after.turns(conversation)
        assert (turn["question"], turn["status"], turn["seconds"]) == ("Mean of every salary?", "stopped", 0.0)
        assert turn["answer"]["text"].startswith("Not finished: the server ended")
        unfinished = cast(UnfinishedQuestion, after.unfinished(conversation))
        after.close()
    assert unfinished.choices == TurnChoices(double_check=False) and unfinished.picked is None
    last = serve(place, act(MEAN), data_folder=folder)
    last.ask(conversation, unfinished.question, workflow=unfinished.workflow, choices=unfinished.choices)
    assert last.unfinished(conversation) is None
    last.close()
    told = serve(place, act(MEAN), data_folder=folder).turns(conversation)
    assert [(turn["turn_id"], turn["status"]) for turn in told] == [("T1", "stopped"), ("T2", "answered")]


def test_a_finished_or_refused_question_is_not_told_as_unfinished(place: str, serve: Serve) -> None:
    before = serve(place, act(MEAN))
    answered, refused = before.start_conversation("ann"), before.start_conversation("ann")
    before.ask(answered, "Mean?")
    with pytest.raises(UnknownWorkflowError):
        before.ask(refused, "Mean?", workflow="none")
    before.close()
    after = serve(place, act(MEAN))
    assert after.unfinished(answered) is None and len(after.turns(answered)) == 1
    assert after.unfinished(refused) is None and after.turns(refused) == []


KILLED = """
import os, sys
from tests.agent.persistence.test_restart import BOTH, asked, begun
from tests.agent.scripted import Script
from agent.service import AnalystService
from agent.settings import Settings

settings = Settings(checkpointer=sys.argv[1], data_folder=sys.argv[2])
service = AnalystService(settings, reasoner=Script([BOTH, lambda prompt: os._exit(9)]))
conversation = begun(service)
picked = asked(service, conversation)
print(conversation, picked.checkpoint_id, flush=True)
service.ask(conversation, "the median")
"""


def test_a_turn_that_a_crash_broke_off_leaves_the_open_question_open(place: str, serve: Serve, tmp_path: Path) -> None:
    folder = str(tmp_path / "uploads")
    conversation, checkpoint_id = killed(KILLED, place, folder).split()
    after = serve(place, BOTH, data_folder=folder)
    assert [turn["status"] for turn in after.turns(conversation)] == ["asked", "stopped"]
    unfinished = cast(UnfinishedQuestion, after.unfinished(conversation))
    assert unfinished.picked is None, "it was typed, not picked"
    assert after.answer(conversation, PickedOption(checkpoint_id, "median"))["status"] == "answered"
    assert [turn["turn_id"] for turn in after.turns(conversation)] == ["T1", "T2", "T3"]


def test_results_go_on_counting_and_are_whole(place: str, serve: Serve, tmp_path: Path) -> None:
    rows = b"name,salary\n" + b"".join(b"k%d,%d\n" % (row, row) for row in range(300))
    each = act(reading("each", {"op": "groupby_agg", "group_cols": ["name"], "metrics": {"salary": ["sum"]}}))
    before = serve(place, each, act(reading("c", {"kind": "hist", "x": "salary"})), data_folder=str(tmp_path / "f"))
    conversation = begun(before, rows)
    ids = [key for question in "ab" for key in before.ask(conversation, question)["artifact_ids"]]
    table, png = before.artifact(conversation, ids[0]), before.figure_png(conversation, ids[1])
    before.close()
    after = serve(place, each, data_folder=str(tmp_path / "f"))
    assert after.artifact(conversation, ids[0]) == table
    assert len(cast(Any, table["payload"])["rows"]) == 300
    assert after.figure_png(conversation, ids[1]) == png
    known = set(after.artifacts(conversation))
    assert not known & set(after.ask(conversation, "c")["artifact_ids"])


def test_only_the_owner_opens_a_stored_conversation(place: str, serve: Serve) -> None:
    before = serve(place, act(MEAN))
    conversation = begun(before)
    before.ask(conversation, "Mean?")
    before.close()
    after = serve(place, act(MEAN))
    assert not after.owns(conversation, "bob")
    assert not after.owns("another", "ann")
    assert not after.owns("an\x00other\ud800", "ann")
    assert after.owns(conversation, "ann")
    with pytest.raises(UnknownConversationError):
        after.turns("another")


def test_an_ended_conversation_leaves_nothing(place: str, serve: Serve, tmp_path: Path) -> None:
    before = serve(place, act(MEAN), data_folder=str(tmp_path / "uploads"))
    kept, ended = begun(before), begun(before)
    same_file = tmp_path / "uploads" / fingerprint_of(STAFF)
    before.ask(ended, "Mean?")
    before.end(ended)
    assert same_file.exists(), "another conversation has the same file"
    before.close()
    after = serve(place, act(MEAN), data_folder=str(tmp_path / "uploads"))
    assert not after.owns(ended, "ann")
    after.end(kept)  # never opened since the restart
    after.end(kept)
    assert not after.owns(kept, "ann")
    assert not list((tmp_path / "uploads").iterdir())
    database = cast(Any, after)._storage.archive._database
    for table in ("tally_conversations", "tally_datasets", "tally_artifacts", "checkpoints"):
        assert database.rows(f"SELECT count(*) FROM {table}") == [(0,)]


def test_a_conversation_ended_during_a_turn_is_not_opened_again(place: str, serve: Serve) -> None:
    entered, go_on = threading.Event(), threading.Event()

    def held(prompt: ReadQuestion) -> Any:
        entered.set()
        assert go_on.wait(120)
        return act(MEAN)

    service = serve(place, script=Script([act(MEAN), held]))
    conversation = begun(service)
    service.ask(conversation, "First?")
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(service.ask, conversation, "Second?")
        assert entered.wait(120)
        service.end(conversation)
        assert not service.owns(conversation, "ann")
        go_on.set()
        assert future.result(120)["status"] == "stopped"
    assert not service.owns(conversation, "ann")
    database = cast(Any, service)._storage.archive._database
    for table in ("tally_conversations", "tally_datasets", "tally_artifacts", "checkpoints"):
        assert database.rows(f"SELECT count(*) FROM {table}") == [(0,)]


# ---------------------------------------------------------------- data sets


def test_without_a_folder_the_same_file_is_asked_for_and_checked(place: str, serve: Serve) -> None:
    before = serve(place, act(MEAN), BOTH)
    conversation = begun(before)
    before.ask(conversation, "Mean?")
    dataset = before.datasets.datasets(conversation)[0]
    chosen = before.datasets.reread(conversation, dataset.dataset_id, ReadingChoices(keep_text=("level",)))
    picked = asked(before, conversation)
    turns = before.turns(conversation)
    before.close()

    after = serve(place, BOTH)
    assert after.missing_datasets(conversation) == (MissingDataset("staff.csv", dataset.fingerprint, NOT_KEPT),)
    assert after.turns(conversation) == turns and after.artifacts(conversation)
    assert "staff.csv" in (after.report_markdown(conversation) or "")
    with pytest.raises(DataMissingError, match=r"staff\.csv"):
        after.answer(conversation, picked)
    with pytest.raises(WrongFileError, match="contents differ"):
        after.restore_dataset(conversation, "staff.csv", STAFF + b"Zoe,Sales,Junior,1\n")
    assert after.missing_datasets(conversation)
    restored = after.restore_dataset(conversation, "my copy.csv", STAFF)
    assert restored == chosen
    assert not after.missing_datasets(conversation)
    assert after.answer(conversation, picked)["status"] == "answered"
    with pytest.raises(WrongFileError, match="no file"):
        after.restore_dataset(conversation, "staff.csv", STAFF)


def test_data_sets_keep_their_order_whatever_is_restored_first(sqlite: str, serve: Serve) -> None:
    before = serve(sqlite, act(MEAN))
    conversation = begun(before)
    before.datasets.add(conversation, "bonus.csv", OTHER)
    before.datasets.add(conversation, "again.csv", STAFF)
    before.close()
    after = serve(sqlite, act(MEAN))
    assert [gap.name for gap in after.missing_datasets(conversation)] == ["staff.csv", "bonus.csv", "again.csv"]
    after.datasets.add(conversation, "new.csv", b"a\n1\n")
    after.restore_dataset(conversation, "x.csv", OTHER)
    after.restore_dataset(conversation, "x.csv", STAFF)  # serves both
    names = [dataset.name for dataset in after.datasets.datasets(conversation)]
    assert names == ["staff.csv", "bonus.csv", "again.csv", "new.csv"]


def test_a_data_set_may_be_given_up(sqlite: str, serve: Serve) -> None:
    before = serve(sqlite, act(MEAN))
    conversation = begun(before)
    before.datasets.add(conversation, "bonus.csv", OTHER)
    before.close()
    after = serve(sqlite, act(MEAN))
    after.restore_dataset(conversation, "staff.csv", STAFF)
    with pytest.raises(DataMissingError, match=r"bonus\.csv"):
        after.ask(conversation, "Mean?")
    after.give_up_dataset(conversation, fingerprint_of(OTHER))
    assert after.ask(conversation, "Mean?")["status"] == "answered"
    after.close()
    again = serve(sqlite, act(MEAN))
    assert [gap.name for gap in again.missing_datasets(conversation)] == ["staff.csv"]


def test_a_removed_data_set_is_not_missed(place: str, serve: Serve, tmp_path: Path) -> None:
    before = serve(place, act(MEAN), data_folder=str(tmp_path / "uploads"))
    conversation = begun(before)
    removed = before.datasets.add(conversation, "bonus.csv", OTHER)
    before.datasets.remove(conversation, removed.dataset_id)
    assert [path.name for path in (tmp_path / "uploads").iterdir()] == [fingerprint_of(STAFF)]
    before.close()
    after = serve(place, act(MEAN), data_folder=str(tmp_path / "uploads"))
    assert not after.missing_datasets(conversation)
    assert [dataset.name for dataset in after.datasets.datasets(conversation)] == ["staff.csv"]


def test_a_kept_file_that_was_changed_is_asked_for_again(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    before = serve(sqlite, act(MEAN), data_folder=str(folder))
    conversation = begun(before)
    before.close()
    (folder / fingerprint_of(STAFF)).write_bytes(STAFF.replace(b"6000", b"9000"))
    after = serve(sqlite, act(MEAN), data_folder=str(folder))
    assert [gap.name for gap in after.missing_datasets(conversation)] == ["staff.csv"]
    after.restore_dataset(conversation, "staff.csv", STAFF)
    assert (folder / fingerprint_of(STAFF)).read_bytes() == STAFF


def test_a_file_that_no_longer_fits_is_told_with_the_reason(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    before = serve(sqlite, act(MEAN), data_folder=str(tmp_path / "uploads"))
    conversation = begun(before, STAFF * 20_000)
    before.close()
    after = serve(sqlite, act(MEAN), data_folder=str(tmp_path / "uploads"), max_conversation_megabytes=1)
    (gap,) = after.missing_datasets(conversation)
    assert "memory" in gap.why
    with pytest.raises(FileTooLargeError):
        AnalystService(Settings(max_file_megabytes=1)).datasets.add("c", "big.csv", STAFF * 20_000)


def test_uploads_are_for_their_owner_only(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    service = serve(sqlite, act(MEAN), data_folder=str(tmp_path / "uploads"))
    begun(service)
    service.ask(begun(service), "Mean?")
    (upload,) = (tmp_path / "uploads").iterdir()
    assert upload.read_bytes() == STAFF
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes.pop("uploads") == 0o700
    assert set(modes.values()) == {0o600} and len(modes) >= 4  # the file, its log, its index, its lock
    assert upload.stat().st_mode & 0o777 == 0o600


def test_half_written_uploads_of_a_crash_are_deleted(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("f.part-1", "f.part-2", "notes.txt"))
    for path in (old, new, other):
        path.write_bytes(b"x")
        os.utime(path, (0, 0) if path is not new else None)
    UploadFolder(str(tmp_path))
    assert not old.exists() and new.exists() and other.exists()


def test_a_sample_comes_back_by_itself(place: str, serve: Serve) -> None:
    before = serve(place, BOTH)
    conversation = before.start_conversation("ann")
    dataset = before.datasets.add_sample(conversation, "tea_shop")
    before.close()
    after = serve(place, BOTH)
    assert after.owns(conversation, "ann")
    assert not after.missing_datasets(conversation)
    (again,) = after.datasets.datasets(conversation)
    assert (again.dataset_id, again.fingerprint) == (dataset.dataset_id, dataset.fingerprint)
