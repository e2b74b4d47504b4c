"""Result columns as people read them at the head of a table: `Salary (base)_mean` as "average salary (base)"."""

import re
from collections.abc import Iterable

from agent.analysis.words import say, say_if_known
from agent.specs.measures import Aggregation
from agent.specs.result_words import measure_words
from agent.specs.transforms import DatePart

_QUANTILE = re.compile(r"p(\d+)(?:_(\d+))?")


def heading(name: str) -> str:
    """The words of a column that a measure made; a name without its own words is told with blanks: `lower_fence`."""
    if quantile := _QUANTILE.fullmatch(name):
        whole, part = quantile.groups()
        return say("heading_of.quantile", percent=f"{whole}{f'.{part}' if part else ''}")
    return say_if_known(f"heading.{name}", name.replace("_", " "))


def made_headings(names: Iterable[str]) -> dict[str, str]:
    """The words of several columns that were made, by name."""
    return {name: heading(name) for name in names}


def distinct(texts: Iterable[str]) -> list[str]:
    """The texts in order, a later one of an earlier one's words with a number: "rows", "rows (2)"."""
    told: list[str] = []
    for text in texts:
        words, number = text, 2
        while words in told:
            words, number = f"{text} ({number})", number + 1
        told.append(words)
    return told


def metric_heading(column: str, aggregation: Aggregation, *, bare: bool = False) -> str:
    """ "average salary (base)", "share of sales (%)"; of rows "rows"."""
    if column == "*" and aggregation == "count":
        return heading("rows")
    words = measure_words(column, aggregation, bare=bare)
    return say("heading_of.share", measure=words) if aggregation == "share" else words


def given_heading(name: str) -> str:
    """A column's name as the question gave it, with blanks: `north_sales` is "north sales"."""
    return name.replace("_", " ").strip() or name


def part_heading(column: str, part: DatePart) -> str:
    """ "date (month)"."""
    return say("heading_of.part", column=column, part=say(f"part.{part}"))
