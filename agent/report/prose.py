"""Answers as blocks of text and cited numbers, ready to be written in any format."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.state import Citation, ResolvedText

_UNSPACED_STOPS = ("。", "！", "？")
"""What ends a sentence that the next one follows without a blank."""


@dataclass(frozen=True)
class Span:
    """A piece of text; a number when it has a citation."""

    text: str
    citation: Citation | None = None


@dataclass(frozen=True)
class Block:
    """A paragraph, or an item of a list."""

    kind: Literal["paragraph", "item"]
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """What it says, without outer blanks."""
        return "".join(span.text for span in self.spans).strip()


def blocks(prose: ResolvedText) -> tuple[Block, ...]:
    """The paragraphs and list items of a text, in order. Each line is a block; empty lines part them."""
    found: list[Block] = []
    start = 0
    for line in _join_lines(prose).split("\n"):
        end = start + len(line)
        is_item = line.startswith(("- ", "* "))
        first = start + 2 if is_item else start
        spans = tuple(_spans(prose["citations"], line[first - start :], first))
        if any(span.text.strip() for span in spans):
            found.append(Block("item" if is_item else "paragraph", spans))
        start = end + 1
    return tuple(found)


def without_said(found: Iterable[Block], said: Collection[str]) -> tuple[Block, ...]:
    """The blocks without what stands elsewhere already: whole ones, and a sentence that a longer one begins with."""
    rest: list[Block] = []
    for block in found:
        begun = max((one for one in said if _begins(block.text, one)), key=len, default="")
        if not begun:
            rest.append(block)
        elif len(begun) < len(block.text):
            rest.append(Block(block.kind, _cut(block.spans, len(begun))))
    return tuple(rest)


def _begins(text: str, said: str) -> bool:
    if said.endswith(_UNSPACED_STOPS):
        return text.startswith(said)
    return bool(said) and (text == said or text.startswith(f"{said} "))


def _cut(spans: Sequence[Span], length: int) -> tuple[Span, ...]:
    """The spans without their first characters, and without blanks in front."""
    rest: list[Span] = []
    left = length + len(spans[0].text) - len(spans[0].text.lstrip())
    for span in spans:
        kept = span.text[left:]
        left = max(0, left - len(span.text))
        kept = kept if rest else kept.lstrip()
        if kept:
            rest.append(Span(kept, span.citation))
    return tuple(rest)


def _join_lines(prose: ResolvedText) -> str:
    """The text with blanks for line breaks inside cited cells: a cell never opens a paragraph or a list."""
    text = prose["text"]
    for one in prose["citations"]:
        cell = text[one["start"] : one["end"]].replace("\n", " ")
        text = f"{text[: one['start']]}{cell}{text[one['end'] :]}"
    return text


def _spans(citations: list[Citation], line: str, start: int) -> Iterator[Span]:
    """The pieces of a line that begins at offset `start` of the text."""
    at, end = start, start + len(line)
    for citation in sorted(citations, key=lambda one: one["start"]):
        first, last = max(citation["start"], at), min(citation["end"], end)
        if first >= last:
            continue
        if first > at:
            yield Span(line[at - start : first - start])
        yield Span(line[first - start : last - start], citation)
        at = last
    if at < end:
        yield Span(line[at - start :])
