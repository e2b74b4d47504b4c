"""What a report is made of, whatever file it is written in. Texts are as people read them and not escaped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.report.choice import ReportPart
from agent.state import Artifact


@dataclass(frozen=True)
class Run:
    """A piece of a line. `note`: the number of the footnote that follows it, 0 for none; `place`: the part of the
    report that it leads to, "" for none."""

    text: str
    strong: bool = False
    struck: bool = False
    note: int = 0
    place: str = ""


Line = tuple[Run, ...]


def line_of(text: str) -> Line:
    """A line that is only text."""
    return (Run(text),)


@dataclass(frozen=True)
class Heading:
    """What heads a part; the report's own title is not one."""

    level: Literal[2, 3]
    text: str
    place: str = ""  # what leads here


@dataclass(frozen=True)
class Paragraph:
    """A line by itself. `soft`: beside what is told."""

    line: Line
    soft: bool = False


@dataclass(frozen=True)
class Bullets:
    """A list."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Picture:
    """A chart: an artifact that is a figure."""

    artifact: Artifact
    caption: str
    alternative: str


@dataclass(frozen=True)
class Grid:
    """A table. `rows` may be the first of a result that has more, `total`."""

    artifact: Artifact | None
    caption: str
    heads: tuple[str, ...]
    numeric: tuple[bool, ...]  # written flush right
    rows: tuple[tuple[str, ...], ...]
    total: int
    folded: bool = False  # where a format can


@dataclass(frozen=True)
class Program:
    """A program in Python."""

    code: str


BEST_PICTURE = "picture"
"""The place of a summary's picture."""


@dataclass(frozen=True)
class Summary:
    """The half page that is read first."""

    found: tuple["Element", ...]
    picture: Picture | None


@dataclass(frozen=True)
class Answer:
    """A question with its answer: what is said, then seen, then listed."""

    heading: Heading
    said: tuple["Element", ...]
    pictures: tuple[Picture, ...]
    listed: tuple["Element", ...]


@dataclass(frozen=True)
class Folded:
    """A part that is opened when it is wanted, and on paper."""

    heading: Heading
    parts: tuple["Element", ...]


Element = Heading | Paragraph | Bullets | Picture | Grid | Program | Summary | Answer | Folded


@dataclass(frozen=True)
class Offered:
    """What a person can decide about a report: the parts that it could have, and the pictures that could lead, each
    with the place of its answer."""

    parts: tuple[ReportPart, ...] = ()
    pictures: tuple[tuple[int, Artifact], ...] = ()


@dataclass(frozen=True)
class Report:
    """A whole report; the footnotes are numbered from 1."""

    title: str
    made_at: str  # ISO
    parts: tuple[Element, ...]
    notes: tuple[str, ...]
    offered: Offered = Offered()


def pictures_of(parts: Sequence[Element]) -> list[Picture]:
    """All pictures, in the order in which they stand."""
    found: list[Picture] = []
    for part in parts:
        if isinstance(part, Picture):
            found.append(part)
        elif isinstance(part, Summary):
            found += [*pictures_of(part.found), *([part.picture] if part.picture else [])]
        elif isinstance(part, Answer):
            found += part.pictures
        elif isinstance(part, Folded):
            found += pictures_of(part.parts)
    return found
