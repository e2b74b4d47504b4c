"""The command line: `python -m agent ask | report | batch | runs | reader`.

Exit codes: 0 everything was run; 1 a question ended in an error; 2 the call, a file or a setting is wrong.
"""

import json
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from agent.arguments import Arguments, parse_arguments
from agent.batch import OWNER, read_items, run_batch
from agent.errors import TallyError
from agent.logs import write_json_logs
from agent.model_settings import environment_with
from agent.persistence.log_lines import OFF
from agent.reader.weights_command import READER_ACTIONS
from agent.reasoning.factory import model_for, reasoner_for
from agent.results import APPROVING, asked_text, run_json, run_line, turn_result
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import TurnRecord, rows_beside
from registry.loading import check_all_found, load_tables

DONE, FAILED, WRONG_CALL = 0, 1, 2


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
    loaded = [
        dataset
        for path in given.files
        for dataset in load_tables(service.datasets, conversation_id, path.name, path.read_bytes(), given.tables)
    ]
    check_all_found(given.tables, loaded)
    return conversation_id, [
        service.ask(conversation_id, question, workflow=given.workflow) for question in given.questions
    ]


def _report_end(service: AnalystService, given: Arguments, conversation_id: str, turns: Sequence[TurnRecord]) -> int:
    if given.report:
        _write_report(service, conversation_id, given.report)
    return FAILED if any(turn["status"] == "error" for turn in turns) else DONE


def _write_report(service: AnalystService, conversation_id: str, path: Path) -> None:
    content: bytes | None
    match path.suffix.lower():
        case ".html":
            content = service.report_html(conversation_id)
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
