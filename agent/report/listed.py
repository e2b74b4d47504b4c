"""What an answer's words say again of the tables that are shown with them is left to the tables."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import cast

from agent.analysis.words import missing_key
from agent.state import MISSING_KEY, Artifact, Citation, ResolvedText, TablePayload

_ITEM = "- "
_WORD = re.compile(r"\w+")
_LEADS = (":", "：")
"""How a line ends that only announces a list."""


def without_listed(text: ResolvedText, tables: Mapping[str, Artifact]) -> ResolvedText:
    """The answer without list lines that only name a row of one of the tables that are shown with it and what stands
    there, and without the line that announced them. An answer that would have no words left stays as it is."""
    kept = _keep(text, tables)
    if not "".join(text["text"][start:end] for start, end in kept).strip():
        return text
    words, citations = "", list[Citation]()
    for start, end in kept:
        shift = len(words) - start
        words += text["text"][start:end]
        inside = [one for one in text["citations"] if start <= one["start"] < end]
        citations += [{**one, "start": one["start"] + shift, "end": one["end"] + shift} for one in inside]
    return ResolvedText(text=words.rstrip("\n"), citations=citations)


def says_whole(text: ResolvedText, table: Artifact) -> bool:
    """Whether the text tells every value of a table of one row: then the table would only say it again."""
    payload = cast(TablePayload, table["payload"])
    if payload["total_rows"] != 1 or len(payload["rows"]) != 1:
        return False
    cited = {cell["column"] for one in text["citations"] for cell in one["cells"]
             if cell["artifact_id"] == table["artifact_id"]}  # fmt: skip
    cells = dict(zip(payload["columns"], payload["rows"][0], strict=True))
    told = [str(cell) in text["text"] for name, cell in cells.items() if name not in cited and isinstance(cell, str)]
    return all(told) and all(name in cited or isinstance(cell, str) for name, cell in cells.items())


def _keep(text: ResolvedText, tables: Mapping[str, Artifact]) -> list[tuple[int, int]]:
    """The places of the lines that stay, each with its line break."""
    places = list[tuple[int, int]]()
    for is_list, lines in groupby(_lines(text["text"]), lambda line: text["text"].startswith(_ITEM, line[0])):
        block = list(lines)
        labels = _labels(text, block) if is_list else set[str]()
        for start, end in block:
            if is_list and _is_in_tables(text, start, end, tables, labels):
                _drop_announcement(text, places)
            else:
                places.append((start, end))
    return places


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _labels(text: ResolvedText, block: Sequence[tuple[int, int]]) -> set[str]:
    """The words that every line of a list has beside its numbers: what they are called, no finding of one of them."""
    said = [_words(_between(text, start, end)) for start, end in block]
    return set.intersection(*said) if len(said) > 1 else set()


def _drop_announcement(text: ResolvedText, places: list[tuple[int, int]]) -> None:
    """Takes away the line above a list, if it only announces it, with the empty lines between."""
    above = len(places)
    while above and not text["text"][slice(*places[above - 1])].strip():
        above -= 1
    if above and text["text"][slice(*places[above - 1])].rstrip().endswith(_LEADS):
        del places[above - 1 :]


def _is_in_tables(text: ResolvedText, start: int, end: int, tables: Mapping[str, Artifact], labels: set[str]) -> bool:
    """Whether the line cites something, all of it stands in the tables, and no word stands in between but names of
    their rows and columns, and `labels`: a line that says more than the table is a finding."""
    cited = [one for one in text["citations"] if start <= one["start"] < end]
    cells = [cell for one in cited for cell in one["cells"]]
    if not all(one["verified"] and one["cells"] for one in cited) or not cells:
        return False
    if any(cell["artifact_id"] not in tables for cell in cells):
        return False
    known = {word for cell in cells for word in _words(cell["row"])}
    for name in {cell["artifact_id"] for cell in cells}:
        known |= _names_of(tables[name])
    return _words(_between(text, start, end)) <= known | labels


def _between(text: ResolvedText, start: int, end: int) -> str:
    """What a line says beside what it cites."""
    between, place = "", start
    cited = [one for one in text["citations"] if start <= one["start"] < end]
    for one in sorted(cited, key=lambda one: one["start"]):
        between += text["text"][place : one["start"]] + " "
        place = one["end"]
    return between + text["text"][place:end]


def _names_of(table: Artifact) -> set[str]:
    """The words of a table: the names of its columns, its keys and its texts."""
    payload = cast(TablePayload, table["payload"])
    keys = [place for place, column in enumerate(payload["columns"]) if column in payload["key_columns"]]
    labels = [MISSING_KEY, missing_key(), *(str(row[place]) for row in payload["rows"] for place in keys)]
    labels += [cell for row in payload["rows"] for cell in row if isinstance(cell, str)]
    names = [*payload["columns"], *payload.get("headings", {}).values(), *labels]
    return {word for name in names for word in _words(name)}


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
