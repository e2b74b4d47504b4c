"""What the reader hands to the app: an answer that is checked and cleaned, with what the program printed."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from agent.sandbox.results import Figure, Result

TAKEN_OUT = "Markup, links or control characters were taken out of what came back."


@dataclass(frozen=True)
class Raised:
    """An exception of the program, as data."""

    type: str
    text: str
    line: int | None


@dataclass(frozen=True)
class ReadAnswer:
    """A checked and cleaned answer."""

    results: tuple[Result, ...]
    figures: tuple[Figure, ...]
    rows_used: int | None
    notes: tuple[str, ...]
    raised: Raised | None


@dataclass(frozen=True)
class Reading:
    """What came back from one run. Without an answer, `bad` is a sentence that says why; "" when none was sent."""

    answer: ReadAnswer | None = None
    bad: str = ""
    prints: str = ""
    prints_changed: bool = False  # whether something was taken out of them


_READING = TypeAdapter(Reading)


def pack_reading(reading: Reading) -> bytes:
    """The reading as JSON in UTF-8."""
    return _READING.dump_json(reading)


def unpack_reading(content: bytes) -> Reading:
    """The reading in these bytes. ValueError when they hold none."""
    try:
        return _READING.validate_json(content)
    except ValidationError as error:
        raise ValueError(f"not a reading ({error.error_count()} faults)") from error


# ----------------------------------------------------------------
# How much of an answer is sent and taken: the child keeps to it, the reader checks it by itself.


PRINTED_BYTES = 64 * 1024
ANSWER_BYTES = 8 * 1024 * 1024
TABLE_ROWS = 10_000
TABLE_CELLS = 200_000
TABLE_COLUMNS = 500
TEXT_CHARACTERS = 64_000
CELL_CHARACTERS = 10_000
VALUE_ITEMS = 5_000
VALUE_DEPTH = 8
ITEMS = 20
"""Results, and figures, of one run."""
NAME_CHARACTERS = 1_000
NOTE_CHARACTERS = 300
MARK_CHARACTERS = 40
"""Room for what says that a text was cut, or numbers a name."""
PNG_PIXELS_PER_SIDE = 4_000
SHOWN_PIXELS_PER_SIDE = 2_000
"""A larger picture is made smaller, and said."""
READ_SECONDS = 15.0
"""How long checking and cleaning an answer may take: a full table of texts takes about one second."""
READ_BYTES = 1024 * 1024 * 1024
"""Memory for that, beyond the libraries."""
