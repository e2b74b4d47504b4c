"""What leaves: every request is in the ledger, and what was withheld is in no request."""

import csv
import io
import json
import logging
import pickle
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.model_settings import ModelSettings, Secret
from agent.reasoning.egress import Cargo, EgressEntry, EgressLedger, price_usd
from agent.reasoning.sharing import Sharing, Withheld
from agent.report.departures import departures_csv
from agent.service import AnalystService, PickedOption
from agent.sessions.turn_parts import departures_of
from agent.settings import Settings
from tests.agent.reasoning.chat.conftest import KEY
from tests.agent.reasoning.chat.replies import MEAN_BY_DEPARTMENT, QUESTION, TOLD, act, leading, mean
from tests.protocol_server import PROMPT_TOKENS, REPLY_TOKENS, ProtocolServer, scripted

PEOPLE = b"""name,email,department,salary,bonus
Anna Zabrowski,anna@corp.test,Engineering,61234.5,1001
Bert Quillon,bert@corp.test,Sales,40987.25,1002
Cora Vexley,cora@corp.test,Sales,51777.75,1003
Dora Wympole,dora@corp.test,Legal,70111.5,1004
"""
NAMES = ("Zabrowski", "Quillon", "Vexley", "Wympole", "corp.test")
SALARIES = ("61234.5", "40987.25", "51777.75", "70111.5", "61234", "70111", "61,234", "46382", "46,382")
CELLS = (*NAMES, *SALARIES, "Engineering", "Legal", "1001")
QUESTIONS = (
    QUESTION,
    "what does Anna Zabrowski earn?",
    "and by name?",
    "who has the highest salary?",
    "show the distribution of salary",
    "overview",
    "predict the salary of Bert Quillon",
    "what is a median?",
    "what was the height of Cora Vexley?",
)


@pytest.fixture
def people(settings: ModelSettings) -> Iterator[tuple[AnalystService, str, str]]:
    service = AnalystService(model=settings)
    conversation = service.start_conversation("owner")
    dataset = service.datasets.add(conversation, "people.csv", PEOPLE)
    yield service, conversation, dataset.dataset_id
    service.end(conversation)


def ask_all(service: AnalystService, conversation: str) -> None:
    """Asks everything, and picks the first option whenever something is asked back."""
    for question in QUESTIONS:
        turn = service.ask(conversation, question)
        assert turn["status"] != "error", turn["answer"]["text"]
        if (pending := turn["pending"]) and pending["options"]:
            service.answer(conversation, PickedOption(pending["checkpoint_id"], pending["options"][0]["option_id"]))


def leaked(server: ProtocolServer, cells: tuple[str, ...], *, said: tuple[str, ...] = ()) -> list[str]:
    """The cells that stand in any request; `said` may, for the person typed them and they are not withheld."""
    sent = "\n".join(json.dumps(request.body, ensure_ascii=False) for request in server.received)
    return [cell for cell in cells if cell in sent and cell not in said]


def test_every_request_is_recorded_and_nothing_else(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    service, conversation, _ = people
    service.ask(conversation, QUESTION)
    entries = service.models.egress(conversation)
    assert [entry.purpose for entry in entries] == [request.purpose for request in server.received]
    assert [entry.purpose for entry in entries] == ["read_question", "narrate_answer"]
    read, told = entries
    assert (read.prompt_tokens, read.reply_tokens, read.tokens_estimated) == (PROMPT_TOKENS, REPLY_TOKENS, False)
    assert read.cargo.columns == ("name", "email", "department", "salary", "bonus")
    assert dict(read.cargo.samples)["department"] == 3
    assert read.cargo.figures == ("salary", "bonus"), "their means and ranges"
    assert dict(told.cargo.samples) == {"department": 3, "salary_mean": 3}, "every column whose cells went out"
    assert told.cargo.figures == ("salary_mean",)
    assert read.host == server.url.removeprefix("http://").removesuffix("/v1")
    assert read.outcome == told.outcome == "answered"
    assert read.price_usd is None


def test_without_usage_tokens_are_estimated_and_marked(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    server.usage = False
    service, conversation, _ = people
    service.ask(conversation, QUESTION)
    assert all(
        entry.tokens_estimated and entry.prompt_tokens > 500 for entry in service.models.egress(conversation)[:1]
    )


def test_a_failed_request_is_recorded_with_its_sentence(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    server.misbehave(always="unauthorized")
    service, conversation, _ = people
    service.ask(conversation, QUESTION)
    assert [entry.outcome for entry in service.models.egress(conversation)] == [
        "The language model's endpoint refused the key."
    ]


def test_the_key_is_in_the_header_and_nowhere_else(
    server: ProtocolServer, people: tuple[AnalystService, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    service, conversation, _ = people
    service.ask(conversation, QUESTION)
    server.misbehave(always="unauthorized")
    turn = service.ask(conversation, QUESTION)
    assert {request.authorization for request in server.received} == {f"Bearer {KEY}"}
    assert all(KEY not in request.raw for request in server.received)
    state = service._graph.get_state({"configurable": {"thread_id": conversation}})
    history = list(service._graph.get_state_history({"configurable": {"thread_id": conversation}}))
    seen = [turn, state, history, service.models.egress(conversation), service.models.settings(conversation)]
    exports = [service.report_markdown(conversation), service.report_html(conversation), caplog.text]
    assert KEY not in repr(seen)
    assert KEY not in repr(exports)
    assert KEY.encode() not in (service.report_zip(conversation) or b"")


def test_the_key_is_in_no_file_of_a_kept_conversation(
    server: ProtocolServer, settings: ModelSettings, tmp_path: Path
) -> None:
    server.brain = scripted({"read_question": MEAN_BY_DEPARTMENT, "narrate_answer": TOLD})
    kept = AnalystService(Settings(checkpointer=f"sqlite:{tmp_path / 'talks.db'}", data_folder=str(tmp_path / "data")))
    conversation = kept.start_conversation("owner")
    kept.datasets.add(conversation, "people.csv", PEOPLE)
    kept.models.connect(conversation, settings)
    kept.ask(conversation, QUESTION)
    kept.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert server.received and files
    assert [path.name for path in files if KEY.encode() in path.read_bytes()] == []


def test_the_price_is_told_where_it_is_known() -> None:
    known = ModelSettings(api_key=Secret(KEY), name="gpt-4.1-mini")
    elsewhere = ModelSettings(api_key=Secret(KEY), name="gpt-4.1-mini", base_url="http://127.0.0.1:1/v1")
    assert price_usd(known, 1_000_000, 500_000) == pytest.approx(0.4 + 0.8)
    assert price_usd(elsewhere, 1, 1) is None
    assert price_usd(ModelSettings(api_key=Secret(KEY), name="of nobody"), 1, 1) is None


def test_a_secret_shows_nowhere() -> None:
    secret = Secret(KEY)
    settings = ModelSettings(api_key=secret)
    assert KEY not in f"{secret} {secret!r} {settings} {settings!r}"
    with pytest.raises(TypeError, match="never"):
        pickle.dumps(settings)


@pytest.mark.parametrize("how", ["name_and_type", "alias"])
def test_withheld_columns_send_no_value_in_any_request(
    server: ProtocolServer, people: tuple[AnalystService, str, str], how: Withheld
) -> None:
    service, conversation, dataset = people
    keys = [(dataset, column) for column in ("name", "email", "salary")]
    service.models.share(conversation, Sharing(dict.fromkeys(keys, how)))
    by_name = act(mean("salary", "name"), label="by name")
    column = "column_4" if how == "alias" else "salary"
    replies = [MEAN_BY_DEPARTMENT.replace("salary", column), by_name.replace("salary", column), by_name]
    server.brain = scripted({"read_question": replies, "narrate_answer": "First is {S1[#1].department}."})
    ask_all(service, conversation)
    assert len(server.asked("read_question")) >= 4
    assert len(server.asked("narrate_answer")) >= 1
    assert leaked(server, (*NAMES, *SALARIES)) == []
    assert ("salary" in server.asked("read_question")[0].body["messages"][1]["content"]) == (how == "name_and_type")
    assert all(
        set(entry.cargo.withheld) <= {"name", "email", "salary"} for entry in service.models.egress(conversation)
    )
    assert all("salary" not in dict(entry.cargo.samples) for entry in service.models.egress(conversation))


def test_no_samples_sends_no_cell_at_all(server: ProtocolServer, people: tuple[AnalystService, str, str]) -> None:
    service, conversation, _ = people
    service.models.share(conversation, Sharing(no_samples=True))
    server.brain = scripted({"read_question": MEAN_BY_DEPARTMENT, "narrate_answer": "Most in {S1[#1].department}."})
    ask_all(service, conversation)
    typed = tuple(name for name in NAMES if any(name in question for question in QUESTIONS))
    assert leaked(server, CELLS, said=typed) == []
    assert all(not entry.cargo.samples for entry in service.models.egress(conversation))


def test_values_go_out_where_nothing_is_withheld(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    service, conversation, _ = people
    ask_all(service, conversation)
    assert {"Zabrowski", "Engineering"} <= set(leaked(server, CELLS)), "otherwise the tests above could not fail"


def test_an_alias_is_translated_back_in_specs_filters_and_words(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    service, conversation, dataset = people
    leading(service, conversation)
    service.models.share(conversation, Sharing({(dataset, "salary"): "alias", (dataset, "name"): "alias"}))
    spec = {
        "op": "groupby_agg",
        "group_cols": ["department"],
        "metrics": {"column_4": ["mean"]},
        "filters": [{"col": "column_1", "op": "==", "value": "value_1"}],
        "sort": {"by": "column_4_mean"},
    }
    server.brain = scripted(
        {
            "read_question": act(spec, label="mean column_4 of value_1"),
            "narrate_answer": "In {S1[#1].department} column_4 is {S1[#1].column_4_mean}.",
        }
    )
    turn = service.ask(conversation, "zorp blick salary for Anna Zabrowski by department")
    assert turn["answer"]["text"].startswith("In Engineering salary is 61,234.5")
    assert turn["interpretation"] == "Mean salary of Anna Zabrowski."
    assert leaked(server, ("Zabrowski", "Quillon", *SALARIES)) == []
    assert "value_1" in server.asked("read_question")[0].body["messages"][1]["content"]


def test_a_filter_value_from_the_words_is_spelled_as_in_the_data(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    service, conversation, _ = people
    service.ask(conversation, "average salary for engineering")
    assert '"engineering" is in "department": "Engineering"' in server.received[0].body["messages"][1]["content"]


def test_a_conversation_that_ends_leaves_no_key_and_no_ledger(
    server: ProtocolServer, people: tuple[AnalystService, str, str], settings: ModelSettings
) -> None:
    service, conversation, _ = people
    service.models.connect(conversation, settings)
    service.ask(conversation, QUESTION)
    service.end(conversation)
    assert service.models.egress(conversation) == ()
    assert conversation not in service.models._connected


def test_what_left_is_in_every_export_without_the_key_and_with_formulas_neutralised(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    service = AnalystService(model=settings)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", b"department,salary,=1+1\nSales,10,x\nEngineering,40,y\n")
    assert service.report_zip(conversation) is None
    service.ask(conversation, QUESTION)
    service.ask(conversation, "average =1+1")
    packed = zipfile.ZipFile(io.BytesIO(service.report_zip(conversation) or b""))
    listed = packed.read("egress.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(listed)))
    assert [row["purpose"] for row in rows][:2] == ["read question", "narrate answer"]
    assert "salary_mean: 2" in rows[1]["values sent"] and rows[1]["figures of"] == "salary_mean"
    assert "department, salary, =1+1" in rows[0]["columns"]
    markdown, page = service.report_markdown(conversation) or "", (service.report_html(conversation) or b"").decode()
    for text in (markdown, page, packed.read("report.md").decode(), listed):
        assert "narrate answer" in text and KEY not in text
    assert "## What left this machine" in markdown and "What left this machine" in page
    assert "(egress.csv)" in packed.read("report.md").decode()


def test_exports_of_a_conversation_without_requests_tell_of_none() -> None:
    service = AnalystService()
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "people.csv", PEOPLE)
    service.ask(conversation, QUESTION)
    packed = zipfile.ZipFile(io.BytesIO(service.report_zip(conversation) or b""))
    assert "egress.csv" not in packed.namelist()
    assert "What left" not in (service.report_markdown(conversation) or "")


def test_requests_that_are_no_longer_listed_are_counted_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.reasoning.egress.LONGEST_LEDGER", 2)
    ledger = EgressLedger()
    entry = EgressEntry(0.0, "read_question", "small", "=here", Cargo(("=x",)), 10, 5, True, 1.0, None, "answered")
    for _ in range(5):
        ledger.record("c", entry)
    departures = departures_of(ledger.entries("c"), ledger.dropped("c"))
    assert (len(departures.requests), departures.dropped) == (2, 3)
    assert "5 requests" in departures.sentences[0] and "3 are no longer listed" in departures.sentences[-1]
    told = departures_csv(departures).decode("utf-8-sig")
    assert "3 older requests are no longer listed" in told
    assert '"\'=x"' in told and '"\'=here"' in told


def test_suggestions_and_reports_for_pages_send_nothing(
    server: ProtocolServer, people: tuple[AnalystService, str, str]
) -> None:
    service, conversation, _ = people
    server.brain = scripted({"read_question": MEAN_BY_DEPARTMENT, "narrate_answer": TOLD})
    service.ask(conversation, QUESTION)
    before = len(server.received)
    assert before == 2, "the usual question costs one decision and one narration"
    assert service.suggestions(conversation)
    assert service.report_markdown(conversation)
    assert len(server.received) == before
