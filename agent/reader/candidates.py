"""What the model's line says: specs to carry out, readings to choose from, or why neither can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.reader.form import read_line
from agent.reader.form_parser import UnreadableError
from agent.specs.parse import Spec
from registry.profile import DatasetProfile


@dataclass(frozen=True)
class Act:
    """The question means these specs."""

    specs: tuple[Spec, ...]
    kind: Literal["act"] = "act"


@dataclass(frozen=True)
class Ask:
    """The question may mean several things: the specs of each, none where the model does not say which."""

    readings: tuple[tuple[Spec, ...], ...] = ()
    kind: Literal["ask"] = "ask"


@dataclass(frozen=True)
class Missing:
    """The tables do not hold what the question asks for, in these words of it."""

    words: tuple[str, ...] = ()
    kind: Literal["missing"] = "missing"


@dataclass(frozen=True)
class Aside:
    """Nothing to compute: a question that no table answers, one about an answer or a term, or a command."""

    kind: Literal["out_of_scope", "explain", "command"]


Outcome = Act | Ask | Missing | Aside


def parse_line(text: str, datasets: Sequence[DatasetProfile]) -> Outcome:
    """What a line of the model says, over these tables in the order of its prompt.

    UnreadableError where it is not of the form, or says a spec that is none: it is no reading then. Whether the specs
    fit the tables is not looked at here.
    """
    line = text.strip()
    match line.partition(" "):
        case ["out_of_scope" | "explain" | "command" as kind, "", ""]:
            return Aside(kind)
        case ["missing", _, words]:
            return Missing(tuple(word for each in words.split(",") if (word := each.strip())))
        case ["ask", _, choices]:
            return Ask(tuple(tuple(specs) for specs in read_line(choices, datasets)) if choices else ())
    readings = read_line(line, datasets)
    if len(readings) != 1:
        raise UnreadableError("The line says several readings and does not ask.", "Read the question again.")
    return Act(tuple(readings[0]))
