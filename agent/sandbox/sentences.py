"""Plain sentences for what went wrong in a run."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from signal import Signals

from agent.sandbox.read_answer import Raised
from agent.sandbox.results import CodeError, CodeLimits, ErrorKind
from languages.catalogue import Catalogue, in_language

say = Catalogue(Path(__file__).parent / "phrases").say
"""What went wrong, in the language that is told."""
_SHOWN = 300


def error_of(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> CodeError:
    """The error for an exception of the program."""
    kind: ErrorKind = _KINDS.get(raised.type, "exception")
    sentence = _SENTENCES.get(raised.type, _any_exception)(raised, limits, datasets)
    told = say("at_line", said=sentence, line=str(raised.line)) if raised.line else say("said", said=sentence)
    return CodeError(kind, told, raised.line, raised.type, raised.text)


def timeout_error(limits: CodeLimits) -> CodeError:
    """The error for a run that was ended by its deadline."""
    return CodeError("timeout", say("timeout", seconds=in_language(f"{limits.seconds:g}")))


def crash_error(signal: int) -> CodeError:
    """The error for a run that ended without saying why."""
    if signal == Signals.SIGKILL:
        return CodeError("memory", say("killed"))
    if not signal:
        return CodeError("crashed", say("ended_early"))
    name = Signals(signal).name if signal in set(Signals) else say("signal", number=str(signal))
    return CodeError("crashed", say("crashed", name=name))


def stopped_error() -> CodeError:
    """The error for a run that the person stopped."""
    return CodeError("stopped", say("stopped"))


def no_result_error() -> CodeError:
    """The error for a program that left nothing."""
    return CodeError("no_result", say("no_result"))


def _one_line(text: str) -> str:
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."


def _any_exception(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    said = _one_line(raised.text).rstrip(".")
    return say("exception_saying", type=raised.type, said=said) if said else say("exception", type=raised.type)


def _memory(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del raised, datasets
    return say("memory", megabytes=limits.megabytes)


def _not_allowed(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del raised, limits
    return say("not_allowed", datasets=_name_of(datasets))


def _no_module(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return say("no_module", said=_one_line(raised.text), libraries=say("libraries"))


def _no_key(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits
    return say("no_key", said=_one_line(raised.text), datasets=_name_of(datasets))


def _syntax(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return say("syntax", said=_one_line(raised.text))


def _too_large(raised: Raised, limits: CodeLimits, datasets: Sequence[str]) -> str:
    del limits, datasets
    return say("too_large", said=_one_line(raised.text))


def _name_of(datasets: Sequence[str]) -> str:
    listed = ", ".join(f'datasets["{name}"]' for name in datasets)
    return listed or say("no_data")


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
