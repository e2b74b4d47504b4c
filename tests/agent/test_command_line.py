"""The command line: ask, report and batch; sentences on stderr, exit codes, results as JSON."""

import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agent.__main__ import main
from agent.batch import read_items, run_batch
from agent.reasoning.prompts import Decision
from agent.results import run_line, turn_result
from agent.service import AnalystService, RunEntry
from agent.settings import Settings
from tests.agent.persistence.outside import change
from tests.agent.reasoning.exam.minds import brain_of
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary
from tests.protocol_server import ProtocolServer
from tests.registry.formats.workbooks import xlsx

MEAN = reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean")
MEDIAN = reading("median", salary("median"), headline="{S1.salary_median}", label="the median")
CHART = reading("chart", {"kind": "bar", "x": "department", "y": "salary", "agg": "mean"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "staff.csv").write_bytes(STAFF)
    (tmp_path / "empty.csv").write_bytes(b"")
    return tmp_path


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Script:
    script = Script([act(MEAN)], narration=["The mean is {S1.salary_mean}."])

    def chosen(settings: object) -> Script:
        return script

    monkeypatch.setattr("agent.__main__.reasoner_for", chosen)
    return script


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def item(folder: Path, *items: dict[str, object]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in items) + "\n\n", encoding="utf-8")
    return path


# ---------------------------------------------------------------- ask


SHOP = xlsx({"Notes": [["about", "this"], ["a", "b"]], "Staff": [["name", "salary"], ["A", 3000], ["B", 4000]]})


def test_a_sheet_is_asked_by_its_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shop.xlsx").write_bytes(SHOP)
    assert main(["ask", str(folder / "shop.xlsx"), "--table", "Staff", "-q", "average salary"]) == 0
    assert "3,500" in capsys.readouterr().out
    assert main(["ask", str(folder / "shop.xlsx"), "--table", "Stuff", "-q", "average salary"]) == 2
    assert "“Notes”, “Staff”" in capsys.readouterr().err


def test_batch_reads_the_sheets_that_an_item_names(folder: Path) -> None:
    (folder / "shop.xlsx").write_bytes(SHOP)
    asked: dict[str, object] = {
        "id": "one",
        "files": ["shop.xlsx"],
        "tables": ["Notes", "Staff"],
        "turns": [{"ask": "average salary"}],
    }
    with closing(AnalystService(Settings())) as service:
        run_batch(service, read_items(item(folder, asked)), folder, folder / "out.jsonl", "react", io.StringIO())
    assert "3,500" in json.dumps(lines_of(folder / "out.jsonl"))


def test_ask_prints_the_answer_and_its_rows(folder: Path, scripted: Script, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean salary?", "-q", "Again?"]) == 0
    out = capsys.readouterr().out
    assert "> Mean salary?\nThe mean is 4,240.\n  5 of 5 rows." in out
    assert "> Again?" in out


def test_ask_prints_json_with_artifacts(folder: Path, scripted: Script, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean salary?", "--json"]) == 0
    (turn,) = json.loads(capsys.readouterr().out)
    assert (turn["status"], turn["answer"], turn["rows_used"]) == ("answered", "The mean is 4,240.", 5)
    assert turn["artifacts"][0]["payload"]["rows"] == [[4240.0]]


def test_times_are_written_as_openmetrics_and_events_logged_as_json_lines(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = folder / "metrics.txt"
    given = ["ask", str(folder / "staff.csv"), "-q", "average salary by level", "--workflow", "tool_agent"]
    assert main([*given, "--metrics", str(written), "--logs"]) == 0
    text = written.read_text(encoding="utf-8")
    assert 'tally_tool_seconds_count{outcome="done",tool="aggregate_data"} 1' in text and text.endswith("# EOF\n")
    events = [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()]
    assert events == ["tool_ran", "critic_scored", "turn_ended"]


def test_an_open_question_is_shown_with_its_options(
    folder: Path, scripted: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted.steps = [act(MEAN, MEDIAN)]
    assert main(["ask", str(folder / "staff.csv"), "-q", "Typical salary?"]) == 0
    assert "- the mean: 4,240\n- the median: 4,000\nWhich do you mean?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("suffix", "start"), [(".md", b"# Findings"), (".html", b"<!"), (".docx", b"PK"), (".zip", b"PK")]
)
def test_reports_are_written_where_asked(folder: Path, scripted: Script, suffix: str, start: bytes) -> None:
    path = folder / f"report{suffix}"
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean?", "--report", str(path)]) == 0
    assert path.read_bytes().lower().startswith(start.lower())
    path.unlink()
    assert main(["report", str(folder / "staff.csv"), "-q", "Mean?", "--out", str(path)]) == 0
    assert path.exists()


def test_a_report_of_nothing_is_not_written(folder: Path, scripted: Script, capsys: pytest.CaptureFixture[str]) -> None:
    scripted.steps = [Decision(next_action="ask", rationale="?", clarifying_questions=["Which?"])]
    assert main(["report", str(folder / "staff.csv"), "-q", "Mean?", "--out", str(folder / "r.md")]) == 0
    assert "not written" in capsys.readouterr().err
    assert not (folder / "r.md").exists()


def test_an_error_of_a_turn_gives_exit_code_1(folder: Path, scripted: Script) -> None:
    scripted.steps = [ValueError("x")]
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean?"]) == 1


@pytest.mark.parametrize("name", ["empty.csv", "missing.csv"])
def test_a_file_that_cannot_be_read_gives_a_sentence_and_code_2(
    folder: Path, scripted: Script, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", str(folder / name), "-q", "Mean?"]) == 2
    err = capsys.readouterr().err
    assert name in err and "Traceback" not in err


def test_the_model_reasoner_is_refused_with_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean?", "--reasoner", "model"]) == 2
    assert "language model" in capsys.readouterr().err


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_model_is_examined_before_the_first_question_unless_its_role_is_set(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asking = ["ask", str(folder / "staff.csv"), "-q", "Mean salary?", "--reasoner", "model"]
    with ProtocolServer(brain_of(())) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert main(asking) == 0
        told = capsys.readouterr().err
        assert "Test question 13/24" in told and "It words answers" in told
        server.received.clear()
        monkeypatch.setenv("TALLY_MODEL_ROLE", "off")
        assert main(asking) == 0
        assert server.received == [] and "Test question" not in capsys.readouterr().err


def test_a_setting_that_is_no_number_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALLY_MAX_ACTS", "many")
    assert main(["ask", str(folder / "staff.csv"), "-q", "Mean?"]) == 2
    assert "TALLY_MAX_ACTS" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["ask"], ["ask", "a.csv"], ["report", "a.csv", "-q", "x", "--out", "r.pdf"], ["batch", "i"], ["sing"]]
)
def test_a_wrong_call_shows_its_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


# ---------------------------------------------------------------- batch


def test_batch_says_all_turns_of_an_item_in_one_conversation(folder: Path, scripted: Script) -> None:
    scripted.steps = [act(MEAN, MEDIAN), act(MEAN), act(CHART)]
    turns: list[dict[str, object]] = [{"ask": text, "expect": {}} for text in ("Typical?", "the mean", "As a chart?")]
    items = item(folder, {"id": "x-1", "files": ["staff.csv"], "turns": turns, "tags": ["mean"]})
    out = folder / "out.jsonl"
    assert main(["batch", str(items), "--data", str(folder), "--out", str(out)]) == 0
    (line,) = lines_of(out)
    assert line["id"] == "x-1"
    asked, answered, drawn = line["turns"]
    assert asked["status"] == "asked"
    assert asked["questions"][0].splitlines()[-3:] == ["- the mean: 4,240", "- the median: 4,000", "Which do you mean?"]
    assert "4,240" in asked["answer"]
    assert (answered["status"], answered["answer"], answered["questions"]) == ("answered", "The mean is 4,240.", [])
    assert [artifact["kind"] for artifact in drawn["artifacts"]] == ["figure", "table"]
    assert drawn["artifacts"][0]["payload"]["data"][0]["type"] == "bar"
    assert isinstance(drawn["seconds"], float)


def test_what_breaks_is_that_turn_s_error_and_the_run_goes_on(folder: Path, scripted: Script) -> None:
    scripted.steps = [ValueError("x"), act(MEAN)]
    two = [{"ask": "One?"}, {"ask": "Two?"}]
    items = item(
        folder,
        {"id": "a", "files": ["staff.csv"], "turns": two},
        {"id": "b", "files": ["missing.csv"], "turns": two},
        {"id": "c", "files": ["staff.csv"], "turns": [{"ask": ""}]},
        {"id": "d", "files": ["staff.csv"], "turns": two},
    )
    service = AnalystService(Settings(), reasoner=scripted)
    progress = io.StringIO()
    run_batch(service, read_items(items), folder, folder / "out.jsonl", "react", progress)
    statuses = [[turn["status"] for turn in line["turns"]] for line in lines_of(folder / "out.jsonl")]
    assert statuses == [["error", "answered"], ["error", "error"], ["error"], ["answered", "answered"]]
    assert progress.getvalue().splitlines()[3].startswith("4/4 d: answered, answered (")
    assert service.datasets.usage().total == 0


@pytest.mark.parametrize("name", ["missing.csv", "empty.csv", "folder.csv"])
def test_an_item_whose_file_cannot_be_read_fails_with_a_sentence_and_the_run_goes_on(
    folder: Path, scripted: Script, name: str
) -> None:
    (folder / "folder.csv").mkdir()
    one = [{"ask": "One?"}]
    items = item(
        folder,
        {"id": "a", "files": ["staff.csv", name], "turns": one},
        {"id": "b", "files": ["staff.csv"], "turns": one},
    )
    out = folder / "out.jsonl"
    assert main(["batch", str(items), "--data", str(folder), "--out", str(out)]) == 0
    failed, answered = (line["turns"][0] for line in lines_of(out))
    assert failed["status"] == "error"
    assert name in failed["answer"] and failed["answer"].endswith(".") and "Errno" not in failed["answer"]
    assert answered["status"] == "answered"


def test_a_line_that_is_no_item_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = item(folder, {"id": "a", "files": [], "turns": []}, {"id": "b"})
    assert main(["batch", str(items), "--data", str(folder), "--out", str(folder / "out.jsonl")]) == 2
    assert "Line 2" in capsys.readouterr().err


def test_tables_are_cut_to_a_hundred_rows_and_the_rest_is_counted(folder: Path) -> None:
    rows = b"n,v\n" + b"".join(b"k%d,%d\n" % (row, row) for row in range(250))
    each = reading("each", {"op": "groupby_agg", "group_cols": ["n"], "metrics": {"v": ["sum"]}})
    service = AnalystService(Settings(), reasoner=Script([act(each)]))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "many.csv", rows)
    result: Any = turn_result(service, conversation, service.ask(conversation, "Each?"))
    (artifact,) = result["artifacts"]
    assert len(artifact["payload"]["rows"]) == 100
    assert artifact["payload"]["total_rows"] == 250
    assert json.loads(json.dumps(result)) == result


def test_a_stopped_turn_counts_as_an_error(folder: Path) -> None:
    service = AnalystService(Settings(), reasoner=Script([act(reading("d", by_department()))]))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = {**service.ask(conversation, "Mean?"), "status": "stopped"}
    assert turn_result(service, conversation, turn)["status"] == "error"  # type: ignore[arg-type]


def test_code_that_waits_for_a_yes_is_shown_with_the_way_to_give_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["ask", str(folder / "staff.csv"), "-q", "average salary", "--workflow", "plan_code_explain"]
    assert main(call) == 0
    said = capsys.readouterr().out
    assert "rows['salary'].mean()" in said and "--approve-code" in said
    assert main([*call, "--approve-code"]) == 0
    assert "4,240" in capsys.readouterr().out


def test_batch_says_that_code_waited_and_keeps_it(folder: Path) -> None:
    path = item(folder, {"id": "one", "files": ["staff.csv"], "turns": [{"ask": "average salary"}]})
    out = folder / "out.jsonl"
    call = ["batch", str(path), "--data", str(folder), "--out", str(out), "--workflow", "scientist"]
    assert main(call) == 0
    (turn,) = lines_of(out)[0]["turns"]
    assert turn["status"] == "asked" and "--approve-code" in turn["questions"][0] and "mean()" in turn["code"]
    assert main([*call, "--approve-code"]) == 0
    assert lines_of(out)[0]["turns"][0]["status"] == "answered"


# ---------------------------------------------------------------- the run log


def test_runs_lists_what_was_asked_and_what_became_of_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RUN_LOG", f"sqlite:{folder / 'log.db'}")
    assert main(["runs"]) == 0
    assert capsys.readouterr().out == "No turn is logged.\n"
    asked = ["-q", "average salary by department", "-q", "how many\trows?"]
    assert main(["ask", "staff.csv", *asked, "--workflow", "tool_agent"]) == 0
    capsys.readouterr()
    assert main(["runs"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "tool_agent" in first and "answered" in first and "1.00" not in first, "nobody judged it"
    assert first.endswith("average salary by department")
    assert second.endswith("how many rows?")
    assert main(["runs", "--last", "1", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    entry = json.loads(line)
    assert (entry["status"], entry["feedback"], entry["turn_id"]) == ("answered", None, "T2")
    assert entry["specs"] and entry["nodes"] and entry["seconds"] > 0


def test_no_control_character_of_a_question_reaches_the_terminal() -> None:
    hostile = "red\x1b[31m\r\nand\u202e more"
    entry = RunEntry("c", "T1", 0.0, "react", hostile, "asked", 1.5, None, (), (), (), (), None, None)
    line = run_line(entry)
    assert line.isprintable() and line.endswith("red [31m and more") and "1.50 s" in line


def test_runs_without_a_log_says_what_to_set(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("RUN_LOG", raising=False)
    assert main(["runs"]) == 2
    assert "RUN_LOG" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["runs", "--last", "0"])


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE tally_run_log SET content = 'x'", "damaged"),
        ("UPDATE tally_meta SET version = 99", "newer Tally"),
        ("ALTER TABLE tally_meta RENAME TO other", "another program"),
    ],
)
def test_a_log_that_cannot_be_read_is_told_in_a_sentence(
    damage: str, told: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RUN_LOG", f"sqlite:{folder / 'log.db'}")
    main(["ask", "staff.csv", "-q", "how many rows?"])
    change(f"sqlite:{folder / 'log.db'}", damage)
    capsys.readouterr()
    assert main(["runs"]) == 2
    assert told in capsys.readouterr().err


# ---------------------------------------------------------------- by path


def test_a_file_named_by_its_path_is_asked_where_it_lies(
    folder: Path, scripted: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALLY_BY_PATH_FOLDER", str(folder / "home"))
    assert main(["ask", str(folder / "staff.csv"), "-q", "mean salary"]) == 0
    in_memory = capsys.readouterr().out
    assert main(["ask", "--data", str(folder / "staff.csv"), "-q", "mean salary"]) == 0
    assert capsys.readouterr().out == in_memory


def test_a_file_that_is_too_large_for_memory_is_asked_where_it_lies(
    folder: Path, scripted: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALLY_BY_PATH_FOLDER", str(folder / "home"))
    monkeypatch.setenv("TALLY_MAX_FILE_MEGABYTES", "1")
    rows = "".join(f"A,{number}\n" for number in range(150_000))
    (folder / "large.csv").write_text("department,salary\n" + rows)
    assert main(["ask", str(folder / "large.csv"), "-q", "mean salary"]) == 0
    assert "150,000 of 150,000 rows" in capsys.readouterr().out


def test_without_a_file_the_call_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["ask", "-q", "mean salary"])
    assert "--data" in capsys.readouterr().err
