"""The command line: `python -m agent ask | report | batch | runs | reader`.

Exit codes: 0 everything was run; 1 a question ended in an error; 2 the call, a file or a setting is wrong.
"""

import argparse
import json
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from agent.analysis.frames.ledger import rows_beside
from agent.batch import OWNER, read_items, run_batch
from agent.errors import TallyError
from agent.logs import write_json_logs
from agent.model_settings import environment_with
from agent.persistence.log_lines import OFF
from agent.reader.weights_command import READER_ACTIONS
from agent.reasoning.factory import model_for, reasoner_for
from agent.results import APPROVING, asked_text, run_json, run_line, turn_result
from agent.service import AnalystService
from agent.settings import PERCENT, ReasonerName, Settings
from agent.state import TurnRecord
from agent.workflows.catalogue import DEFAULT, WORKFLOWS
from registry.dataset import Dataset
from registry.loading import check_all_found, load_tables

# ----------------------------------------------------------------
# The arguments of the command line.


ReaderAction = Literal["get", "status", "remove"]
REPORT_SUFFIXES = (".md", ".html", ".docx", ".zip")
SHOWN_RUNS = 20


@dataclass(frozen=True)
class Arguments:
    """What was asked for. `report` is where to write the report; batch alone uses `items`, `data` and `out`."""

    command: str
    files: tuple[Path, ...] = ()
    questions: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    by_path: tuple[Path, ...] = ()  # files and folders that are asked where they lie
    as_json: bool = False
    report: Path | None = None
    items: Path | None = None
    data: Path | None = None
    out: Path | None = None
    reasoner: ReasonerName = "local"
    workflow: str = DEFAULT
    threshold: int | None = None
    metrics: Path | None = None
    logs: bool = False
    approve_code: bool = False  # a yes to all generated code, given beforehand
    last: int = SHOWN_RUNS
    action: ReaderAction = "status"  # reader alone


def parse_arguments(arguments: Sequence[str]) -> Arguments:
    """The arguments. Ends the process with a usage line on stderr and code 2 when they are wrong."""
    parser = _parser()
    given = vars(parser.parse_args(arguments))
    if given["command"] in ("ask", "report") and not (given["files"] or given["by_path"]):
        parser.error("name a FILE, or a PATH with --data")
    given["files"] = tuple(given.get("files", ()))
    given["by_path"] = tuple(given.get("by_path", ()))
    given["tables"] = tuple(given.get("tables", ()))
    given["questions"] = tuple(given.get("questions", ()))
    return Arguments(**given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tally", description="Ask questions of tables: CSV, Excel, JSON, Parquet, SQLite, zip."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    ask = commands.add_parser("ask", help="answer questions, one after the other in one conversation")
    _add_conversation(ask)
    ask.add_argument("--json", dest="as_json", action="store_true", help="print the turns as JSON")
    ask.add_argument(
        "--report", type=_report_path, metavar="FILE", help="also write a report: .md, .html, .docx or .zip"
    )
    report = commands.add_parser("report", help="answer questions and write a report")
    _add_conversation(report)
    report.add_argument(
        "--out", dest="report", type=_report_path, metavar="FILE", required=True, help=".md, .html, .docx, .zip"
    )
    runs = commands.add_parser("runs", help="list the turns of the run log, the latest last")
    runs.add_argument("--last", type=_count, default=SHOWN_RUNS, metavar="N", help="how many turns (20)")
    runs.add_argument("--json", dest="as_json", action="store_true", help="print the turns as JSON lines, whole")
    batch = commands.add_parser("batch", help="answer the questions of a file of items")
    batch.add_argument("items", type=Path, metavar="ITEMS", help="JSON lines: id, files, turns with ask")
    batch.add_argument("--data", type=Path, metavar="DIR", required=True, help="where the files of the items are")
    batch.add_argument("--out", type=Path, metavar="RESULTS", required=True, help="where to write the results")
    reader = commands.add_parser("reader", help="the weights of the built-in reader: fetch, look at, delete")
    reader.add_argument("action", choices=get_args(ReaderAction), help="get them (1.1 GB), their status, remove them")
    for command in (ask, report, batch):
        command.add_argument(
            "--reasoner", choices=get_args(ReasonerName), default="local", help="who reads the questions"
        )
        command.add_argument(
            "--metrics", type=Path, metavar="FILE", help="where to write times and scores, as OpenMetrics text"
        )
        command.add_argument("--logs", action="store_true", help="write what happens as JSON lines on stderr")
        command.add_argument(
            "--approve-code", action="store_true", help="let generated code run in the sandbox without showing it first"
        )
        command.add_argument(
            "--threshold", type=_percent, metavar="PERCENT", help="how sure a reading is that is told without asking"
        )
        command.add_argument("--workflow", choices=tuple(WORKFLOWS), default=DEFAULT, help="how to answer")
    return parser


def _add_conversation(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file with a table")
    command.add_argument(
        "--data", dest="by_path", action="append", default=[], type=Path, metavar="PATH",
        help="a large CSV, TSV or Parquet file, or a folder of Parquet files, asked where it lies; may be repeated",
    )  # fmt: skip
    command.add_argument(
        "--table", dest="tables", action="append", default=[], metavar="NAME",
        help="the sheet or table to read of a file that holds several; may be repeated",
    )  # fmt: skip
    command.add_argument(
        "-q", "--question", dest="questions", action="append", required=True, metavar="QUESTION", help="may be repeated"
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} has to be a whole number above 0")
    return int(text)


def _percent(text: str) -> int:
    if not text.isdecimal() or int(text) > PERCENT:
        raise argparse.ArgumentTypeError(f"{text!r} has to be a whole number from 0 to {PERCENT}")
    return int(text)


def _report_path(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in REPORT_SUFFIXES:
        raise argparse.ArgumentTypeError(f"{text!r} has to end in {', '.join(REPORT_SUFFIXES)}")
    return path


DONE, FAILED, WRONG_CALL = 0, 1, 2
MEGABYTE = 1_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit code. What went wrong is told in a sentence on stderr."""
    given = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        environment = environment_with(Path(".env"))
        settings = Settings.from_environment(environment).of_one_call()
        if given.command == "reader":  # needs no service
            return DONE if READER_ACTIONS[given.action](settings) else FAILED
        if given.approve_code:
            settings = replace(settings, approval_policy="never")
        if given.threshold is not None:
            settings = replace(settings, reader_threshold=str(given.threshold))
        reasoner, model = reasoner_for(settings), model_for(given.reasoner, environment)
        with closing(AnalystService(settings, reasoner=reasoner, model=model)) as service:
            return _carried_out(service, given)
    except (TallyError, OSError) as error:
        print(error, file=sys.stderr)
        return WRONG_CALL


def _carried_out(service: AnalystService, given: Arguments) -> int:
    """The command, with its logs and metrics where they are wanted."""
    wanted = given.logs and service.settings.logs == OFF  # one line an event, wherever it was asked for
    handler = write_json_logs() if wanted else None
    try:
        code = _COMMANDS[given.command](service, given)
    finally:
        if handler:
            logging.getLogger("agent").removeHandler(handler)
    if given.metrics:
        given.metrics.write_text(service.metrics.openmetrics(), encoding="utf-8")
    return code


def _examine(service: AnalystService, given: Arguments) -> None:
    """Has the model examined before the first question, where its role follows from that, told line by line; and
    whether it calls tools, where it will plan some.
    """
    report = service.models.examine(lambda done, total: print(f"Test question {done}/{total}", file=sys.stderr))
    if report is not None:
        print(report.sentence, file=sys.stderr)
    if given.workflow == "tool_agent":
        service.models.try_tools()


def _batch(service: AnalystService, given: Arguments) -> int:
    assert given.items and given.data and given.out  # the parser requires them
    _examine(service, given)
    run_batch(service, read_items(given.items), given.data, given.out, given.workflow, sys.stderr)
    return DONE


def _ask(service: AnalystService, given: Arguments) -> int:
    conversation_id, turns = _converse(service, given)
    if given.as_json:
        results = [turn_result(service, conversation_id, turn) for turn in turns]
        print(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(_text_of(turn) for turn in turns))
    return _report_end(service, given, conversation_id, turns)


def _report(service: AnalystService, given: Arguments) -> int:
    conversation_id, turns = _converse(service, given)
    return _report_end(service, given, conversation_id, turns)


def _runs(service: AnalystService, given: Arguments) -> int:
    if not service.takes_feedback:
        print("No run log is kept. Set RUN_LOG to on, sqlite:PATH or postgres://...", file=sys.stderr)
        return WRONG_CALL
    entries = service.runs()[-given.last :]
    print("\n".join(run_json(entry) if given.as_json else run_line(entry) for entry in entries) or "No turn is logged.")
    return DONE


_COMMANDS: Mapping[str, Callable[[AnalystService, Arguments], int]] = {
    "ask": _ask, "report": _report, "batch": _batch, "runs": _runs,
}  # fmt: skip


def _converse(service: AnalystService, given: Arguments) -> tuple[str, list[TurnRecord]]:
    _examine(service, given)
    conversation_id = service.start_conversation(OWNER)
    loaded = [dataset for path in given.files for dataset in _loaded(service, conversation_id, path, given.tables)]
    loaded += [service.datasets.add_path(conversation_id, str(path.absolute())) for path in given.by_path]
    check_all_found(given.tables, loaded)
    return conversation_id, [
        service.ask(conversation_id, question, workflow=given.workflow) for question in given.questions
    ]


def _loaded(service: AnalystService, conversation_id: str, path: Path, tables: Sequence[str]) -> tuple[Dataset, ...]:
    """The tables of a file; one that is too large for memory, and a folder, are asked where they lie."""
    too_large = path.is_dir() or path.stat().st_size > service.settings.max_file_megabytes * MEGABYTE
    if too_large and service.settings.by_path:
        return (service.datasets.add_path(conversation_id, str(path.absolute())),)
    return load_tables(service.datasets, conversation_id, path.name, path.read_bytes(), tables)


def _report_end(service: AnalystService, given: Arguments, conversation_id: str, turns: Sequence[TurnRecord]) -> int:
    if given.report:
        _write_report(service, conversation_id, given.report)
    return FAILED if any(turn["status"] == "error" for turn in turns) else DONE


def _write_report(service: AnalystService, conversation_id: str, path: Path) -> None:
    content: bytes | None
    match path.suffix.lower():
        case ".html":
            content = service.report_html(conversation_id)
        case ".docx":
            content = service.report_word(conversation_id)
        case ".zip":
            content = service.report_zip(conversation_id)
        case _:
            markdown = service.report_markdown(conversation_id, figures="none")
            content = markdown.encode("utf-8") if markdown else None
    if content is None:
        print(f"Nothing was answered, so {path} was not written.", file=sys.stderr)
        return
    path.write_bytes(content)
    print(f"Report written to {path}.", file=sys.stderr)


def _waiting(turn: TurnRecord) -> str:
    """What waits for a yes that nobody can give here, whole, and how to give it."""
    code = turn.get("code", "")
    shown = ["", *(f"    {line}" for line in code.splitlines()), ""] if code else []
    return "\n".join([turn["answer"]["text"], *shown, APPROVING])


def _text_of(turn: TurnRecord) -> str:
    """A turn for a terminal."""
    pending = turn["pending"]
    if pending is None:
        answer = turn["answer"]["text"]
    else:
        answer = _waiting(turn) if pending["kind"] == "approve" else asked_text(pending)
    notes = [*turn["assumptions"], *turn["caveats"]]
    if turn["rows_used"] is not None:
        notes.append(f"{turn['rows_used']:,} of {turn['rows_total']:,} rows{rows_beside(turn)}.")
    return "\n".join([f"> {turn['question']}", answer, *(f"  {note}" for note in notes)])


if __name__ == "__main__":
    sys.exit(main())
