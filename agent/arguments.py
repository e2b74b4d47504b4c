"""The arguments of the command line."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from agent.settings import PERCENT, ReasonerName
from agent.workflows.catalogue import DEFAULT, WORKFLOWS

ReaderAction = Literal["get", "status", "remove"]
REPORT_SUFFIXES = (".md", ".html", ".zip")
SHOWN_RUNS = 20


@dataclass(frozen=True)
class Arguments:
    """What was asked for. `report` is where to write the report; batch alone uses `items`, `data` and `out`."""

    command: str
    files: tuple[Path, ...] = ()
    questions: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
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
    given = vars(_parser().parse_args(arguments))
    given["files"] = tuple(given.get("files", ()))
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
    ask.add_argument("--report", type=_report_path, metavar="FILE", help="also write a report: .md, .html or .zip")
    report = commands.add_parser("report", help="answer questions and write a report")
    _add_conversation(report)
    report.add_argument(
        "--out", dest="report", type=_report_path, metavar="FILE", required=True, help=".md, .html, .zip"
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
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file with a table")
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
