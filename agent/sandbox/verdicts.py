"""From what came out of a run to its result: the zygote's verdict first, then the answer, read as hostile data."""

from collections.abc import Sequence

from agent.sandbox.answer import TAKEN_OUT, BadAnswerError, ReadAnswer, read_answer
from agent.sandbox.caps import ANSWER_BYTES
from agent.sandbox.child_output import ChildOutput
from agent.sandbox.clean_text import plain_text
from agent.sandbox.protocol import SETUP_FAILED, Verdict
from agent.sandbox.results import CodeError, CodeLimits, CodeResult, CodeUsage
from agent.sandbox.sentences import crash_error, error_of, no_result_error, stopped_error, timeout_error

_MEGABYTE = 1_048_576


def result_of(output: ChildOutput, limits: CodeLimits, datasets: Sequence[str], waited: float) -> CodeResult:
    """The result of one run."""
    printed = bytes(output.prints.content).decode("utf-8", "replace")
    prints = plain_text(printed)
    usage = _usage(output.verdict, waited)
    error = _end(output, limits)
    answer: ReadAnswer | None = None
    if error is None:
        try:
            answer = read_answer(bytes(output.answer.content))
        except BadAnswerError as bad:
            error = CodeError("bad_answer", f"{bad} Nothing of it is shown.")
    if answer is not None:
        error = _complaint(answer, limits, datasets, printed=bool(prints.strip()))
    if answer is None or error is not None:
        return CodeResult(False, error, prints, output.prints.cut, usage=usage)
    return CodeResult(
        ok=True,
        prints=prints,
        prints_cut=output.prints.cut,
        results=answer.results,
        figures=answer.figures,
        rows_used=answer.rows_used,
        notes=answer.notes if prints == printed else tuple(dict.fromkeys((*answer.notes, TAKEN_OUT))),
        usage=usage,
    )


def _end(output: ChildOutput, limits: CodeLimits) -> CodeError | None:
    """What the end of the process says; None when it ended by itself and sent something."""
    verdict = output.verdict
    if output.stopped:
        return stopped_error()
    if verdict is None:
        return CodeError("crashed", "The sandbox was interrupted while the program ran. Run it again.")
    if verdict.timed_out:
        return timeout_error(limits)
    if verdict.exit_code == SETUP_FAILED:
        return CodeError("crashed", "The program could not be locked in, and so it was not run.")
    if verdict.signal:
        return crash_error(verdict.signal)
    if output.answer.cut:
        return CodeError("too_large", f"What came out is larger than {ANSWER_BYTES // _MEGABYTE} MB. Aggregate it.")
    if not output.answer.content:
        return CodeError("no_result", "The program ended early and sent no result. Assign the answer to `result`.")
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
