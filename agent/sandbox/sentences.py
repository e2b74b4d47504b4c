"""Plain sentences for what went wrong in a run."""

import re
from collections.abc import Callable, Mapping, Sequence
from signal import Signals

from agent.sandbox.read_answer import Raised
from agent.sandbox.results import CodeError, CodeLimits, ErrorKind

_AVAILABLE = "pandas, numpy, scipy, scikit-learn, statsmodels, plotly, matplotlib and seaborn"
_SHOWN = 300


def error_of(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> CodeError:
    """The error for an exception of the program."""
    kind: ErrorKind = _KINDS.get(raised.type, "exception")
    sentence = _SENTENCES.get(raised.type, _any_exception)(raised, limits, datasets)
    where = f" (line {raised.line})" if raised.line else ""
    return CodeError(kind, f"{sentence}{where}.", raised.line, raised.type, raised.text)


def timeout_error(limits: CodeLimits) -> CodeError:
    """The error for a run that was ended by its deadline."""
    return CodeError(
        "timeout",
        f"The program was stopped after {limits.seconds:g} seconds. Use fewer rows, groups or repetitions.",
    )


def crash_error(signal: int) -> CodeError:
    """The error for a run that ended without saying why."""
    if signal == Signals.SIGKILL:
        return CodeError(
            "memory",
            "The program was ended by the system, most likely for its memory or computing time. Use less data.",
        )
    name = Signals(signal).name if signal in set(Signals) else f"signal {signal}"
    ended = f"was ended by {name}" if signal else "ended early without an answer"
    return CodeError("crashed", f"The program {ended}. Nothing else was affected; try another way to compute it.")


def stopped_error() -> CodeError:
    """The error for a run that the person stopped."""
    return CodeError("stopped", "The program was stopped.")


def no_result_error() -> CodeError:
    """The error for a program that left nothing."""
    return CodeError(
        "no_result", "The program ran, but left nothing in `result` or `fig`. Assign the answer to `result`."
    )


def _one_line(text: str) -> str:
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."


def _any_exception(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    said = _one_line(raised.text).rstrip(".")
    return f"The program stopped with {raised.type}: {said}" if said else f"The program stopped with {raised.type}"


def _memory(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del raised, datasets
    return f"The program needed more than {limits.megabytes:,} MB of memory; use fewer rows, columns or groups"


def _not_allowed(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del raised, limits
    return (
        "The program tried to use a file, the network or another process, which generated code may not do; "
        f"the data are in {_name_of(datasets)}"
    )


def _no_module(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return f"A library is not available here ({_one_line(raised.text)}); there are {_AVAILABLE}"


def _no_key(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits
    return f'There is no column or key "{_one_line(raised.text)}" in what the program read from {_name_of(datasets)}'


def _syntax(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return f"The program cannot be read as Python: {_one_line(raised.text)}"


def _too_large(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return f"What came out is too large ({_one_line(raised.text)}); aggregate it, or show the first rows"


def _name_of(datasets: Sequence[str]) -> str:
    listed = ", ".join(f'datasets["{name}"]' for name in datasets)
    return listed or "no data set"


_Sentence = Callable[[Raised, CodeLimits, Sequence[str]], str]
_SENTENCES: Mapping[str, _Sentence] = {
    "MemoryError": _memory,
    "_ArrayMemoryError": _memory,
    "ArrowMemoryError": _memory,
    "PermissionError": _not_allowed,
    "FileNotFoundError": _not_allowed,  # what a program cannot see is not there for it
    "ModuleNotFoundError": _no_module,
    "KeyError": _no_key,
    "SyntaxError": _syntax,
    "IndentationError": _syntax,
    "TabError": _syntax,
    "AnswerTooLargeError": _too_large,
}
_KINDS: Mapping[str, ErrorKind] = {
    "MemoryError": "memory",
    "_ArrayMemoryError": "memory",
    "ArrowMemoryError": "memory",
    "SyntaxError": "syntax",
    "IndentationError": "syntax",
    "TabError": "syntax",
    "AnswerTooLargeError": "too_large",
}
