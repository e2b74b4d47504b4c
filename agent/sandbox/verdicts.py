"""From what came out of a run to its result: the zygote's verdict first, then the answer as its reader gives it."""

import contextlib
from collections.abc import Sequence

from agent.sandbox.child_output import ChildOutput
from agent.sandbox.protocol import SETUP_FAILED, Verdict
from agent.sandbox.read_answer import ANSWER_BYTES, TAKEN_OUT, ReadAnswer, Reading, unpack_reading
from agent.sandbox.results import CodeError, CodeLimits, CodeResult, CodeUsage
from agent.sandbox.sentences import crash_error, error_of, no_result_error, say, stopped_error, timeout_error

_MEGABYTE = 1_048_576


def answer_to_read(output: ChildOutput) -> bytes:
    """The answer where the run ended well enough for one to count, else b""."""
    ended_well = output.verdict is not None and not (output.stopped or output.verdict.timed_out)
    return bytes(output.answer.content) if ended_well and not output.answer.cut else b""


def reading_of(output: ChildOutput) -> Reading:
    """What a reader handed over. Its process is ours, but what it read was not: one that fails gave nothing."""
    verdict = output.verdict
    if verdict is not None and verdict.exit_code == 0 and not verdict.timed_out and not output.answer.cut:
        with contextlib.suppress(ValueError):  # told below
            return unpack_reading(bytes(output.answer.content))
    return Reading(bad=say("unchecked"))


def result_of(
    output: ChildOutput, reading: Reading, limits: CodeLimits, datasets: Sequence[str], rows: int, waited: float
) -> CodeResult:
    """The result of one run over data sets of so many rows in all."""
    usage = _usage(output.verdict, waited)
    error = _end(output, limits)
    answer = reading.answer
    if error is None and answer is None:
        error = CodeError("bad_answer", reading.bad)
    if error is None and answer is not None:
        error = _complaint(answer, limits, datasets, printed=bool(reading.prints.strip()))
    if answer is None or error is not None:
        return CodeResult(False, error, reading.prints, output.prints.cut, usage=usage)
    rows_used, doubts = _rows_claimed(answer.rows_used, rows)
    return CodeResult(
        ok=True,
        prints=reading.prints,
        prints_cut=output.prints.cut,
        results=answer.results,
        figures=answer.figures,
        rows_used=rows_used,
        notes=tuple(dict.fromkeys((*answer.notes, *doubts, *((TAKEN_OUT,) if reading.prints_changed else ())))),
        usage=usage,
    )


def _rows_claimed(claimed: int | None, rows: int) -> tuple[int | None, tuple[str, ...]]:
    """The rows that a program says it used, as far as there are so many; with a note when there are not."""
    if claimed is None or claimed <= rows:
        return claimed, ()
    return None, (say("rows_claimed", claimed=claimed, rows=rows),)


def _end(output: ChildOutput, limits: CodeLimits) -> CodeError | None:
    """What the end of the process says; None when it ended by itself and sent something."""
    verdict = output.verdict
    if output.stopped:
        return stopped_error()
    if verdict is None:
        return CodeError("crashed", say("interrupted"))
    if verdict.timed_out:
        return timeout_error(limits)
    if verdict.exit_code == SETUP_FAILED:
        return CodeError("crashed", say("not_locked"))
    if verdict.signal:
        return crash_error(verdict.signal)
    if output.answer.cut:
        return CodeError("too_large", say("answer_too_large", megabytes=ANSWER_BYTES // _MEGABYTE))
    if not output.answer.content:
        return CodeError("no_result", say("sent_nothing"))
    return None


def _complaint(answer: ReadAnswer, limits: CodeLimits, datasets: Sequence[str], *, printed: bool) -> CodeError | None:
    if answer.raised is not None:
        return error_of(answer.raised, limits, datasets)
    if not (answer.results or answer.figures or printed):
        return no_result_error()
    return None


def _usage(verdict: Verdict | None, waited: float) -> CodeUsage:
    if verdict is None:
        return CodeUsage(waited_seconds=waited)
    return CodeUsage(verdict.seconds, verdict.cpu_seconds, verdict.peak_bytes / _MEGABYTE, waited)
