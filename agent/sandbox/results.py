"""What a run of generated code gives back: plain data, checked and cleaned."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import Base64Bytes, JsonValue

from agent.artifacts import Cell

ErrorKind = Literal[
    "off",  # there is no sandbox here
    "refused",  # the early check found what cannot work
    "syntax",
    "exception",
    "memory",
    "timeout",
    "crashed",
    "stopped",  # the person stopped it
    "no_result",
    "bad_answer",  # something came back that is no answer
    "too_large",
]


@dataclass(frozen=True)
class CodeLimits:
    """Limits of one run."""

    seconds: float = 30.0  # wall clock
    megabytes: int = 1024  # beyond the libraries and the data


@dataclass(frozen=True)
class CodeError:
    """Why there is no result. `message` is a sentence for people, `exception` and `detail` are for the next attempt."""

    kind: ErrorKind
    message: str
    line: int | None = None
    exception: str = ""  # "KeyError"
    detail: str = ""  # the exception's own text


@dataclass(frozen=True)
class ResultTable:
    """The first rows of a table that the code made. The first `key_columns` columns were its index."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total_rows: int
    key_columns: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ResultValue:
    """A number, truth value or date, or a list or dict of such."""

    name: str
    value: JsonValue


@dataclass(frozen=True)
class ResultText:
    """A text. Show it as plain text only."""

    name: str
    text: str


Result = ResultTable | ResultValue | ResultText


@dataclass(frozen=True)
class PlotlyFigure:
    """`data`, `layout` and perhaps `frames`, without any address, markup or link."""

    figure: dict[str, JsonValue] = field(hash=False)


@dataclass(frozen=True)
class PngFigure:
    """A picture, decoded and written anew: a PNG file of at most 2,000 pixels a side that holds pixels only."""

    png: Base64Bytes = field(repr=False)
    width: int
    height: int
    title: str = ""  # the titles in it, as the program wrote them
    was_larger: bool = False


Figure = PlotlyFigure | PngFigure


@dataclass(frozen=True)
class CodeUsage:
    """What a run took, as the zygote measured it."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_megabytes: float = 0.0  # beyond the libraries
    waited_seconds: float = 0.0  # for a free place


@dataclass(frozen=True)
class CodeResult:
    """One run. `error` is None exactly when `ok`; prints are kept in both cases."""

    ok: bool
    error: CodeError | None = None
    prints: str = ""
    prints_cut: bool = False
    results: tuple[Result, ...] = ()
    figures: tuple[Figure, ...] = ()
    rows_used: int | None = None  # where the code tells, in `rows_used`
    notes: tuple[str, ...] = ()
    usage: CodeUsage = CodeUsage()

    @property
    def tables(self) -> tuple[ResultTable, ...]:
        """The results that are tables."""
        return tuple(result for result in self.results if isinstance(result, ResultTable))

    @property
    def values(self) -> tuple[ResultValue, ...]:
        """The results that are plain values."""
        return tuple(result for result in self.results if isinstance(result, ResultValue))

    @property
    def texts(self) -> tuple[ResultText, ...]:
        """The results that are texts."""
        return tuple(result for result in self.results if isinstance(result, ResultText))
