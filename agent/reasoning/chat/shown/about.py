"""A prompt about a question as a model may see it: what the prompts of the code workflows have in common."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from agent.reasoning.chat.shown.past import past_lines
from agent.reasoning.chat.shown.profile_text import Look, Written, profile_lines, tell_keys
from agent.reasoning.chat.shown.quoting import LEFT_OUT, block, quote, reads_like_instruction
from agent.reasoning.chat.shown.veil import FindValues, Veil, map_strings
from agent.reasoning.code_prompts import AboutQuestion
from agent.reasoning.sharing import Sharing

LONGEST_QUESTION = 2_000  # characters of the question that a prompt holds
LONGEST_NOTE = 3_000  # characters of one structured note
LONGEST_PROGRAM = 6_000
LONGEST_TEXT = 600


class About:
    """One prompt's view of its question, its data and what earlier steps noted, under the choices of the person."""

    def __init__(self, prompt: AboutQuestion[Any], sharing: Sharing, find: FindValues) -> None:
        self._prompt = prompt
        self._find = find
        self.veil = Veil(prompt.datasets, sharing, prompt.asked.value_matches)
        self.restricted = sharing.restricted

    @property
    def question(self) -> str:
        """The question, quoted."""
        hidden = self.veil.hide(self._prompt.question, self._prompt.asked.value_matches)
        return quote(hidden, LONGEST_QUESTION)

    @property
    def columns(self) -> frozenset[str]:
        """The names of all columns, as they stand in the data."""
        return frozenset(name for table in self._prompt.datasets for name in table.column_names)

    @property
    def past(self) -> str:
        """What the question may refer to; "" when there is nothing."""
        lines = past_lines(self._prompt.asked, self.veil)
        return block("past", lines) if lines else ""

    def data(self, detailed: frozenset[str] | None = None, *, dtypes: bool = False) -> Written:
        """The columns; `detailed` are told in detail, by default those that the question names; `dtypes`: as a
        program finds them.
        """
        sharing = self.veil.sharing
        real = None if detailed is None else frozenset(map(self.veil.text, detailed))
        written = profile_lines(
            self.veil.datasets, Look(self._prompt.question, self.veil.bare, not sharing.no_samples, real, dtypes)
        )
        tell_keys(self.veil.keys(self._prompt.asked.shared_keys), written, values=not sharing.no_samples)
        return written

    def hidden(self, text: str) -> str:
        """Text with placeholders for values that are held back, and aliases for names."""
        return self.veil.hide(text, self._find(text))

    def said(self, text: str, longest: int = LONGEST_TEXT) -> str:
        """The same, quoted."""
        return quote(self.hidden(text), longest)

    def found(self, text: str, longest: int = LONGEST_TEXT) -> str:
        """Text that may quote cells, as errors, findings and answers do: left out where it talks to a model."""
        return self.said(LEFT_OUT if reads_like_instruction(text) else text, longest)

    def note(self, label: str, value: Mapping[str, JsonValue] | Sequence[str] | str | None) -> list[str]:
        """A line of what an earlier step noted; none when it noted nothing."""
        if not value:
            return []
        if isinstance(value, str):
            return [f"{label}: {self.said(value)}"]
        plain = dict(value) if isinstance(value, Mapping) else list(value)
        told = json.dumps(map_strings(plain, self.hidden), ensure_ascii=False)  # type: ignore[arg-type]
        cut = told if len(told) <= LONGEST_NOTE else told[: LONGEST_NOTE - 1] + "…"
        return [f"{label}: " + cut.replace("<", "\\u003c").replace(">", "\\u003e")]

    def program(self, code: str) -> str:
        """A program between marks that it cannot end. It may name values, so that it stays here under restrictions."""
        if not code.strip() or self.restricted:
            return ""
        lines = self.veil.program(code)[:LONGEST_PROGRAM].replace("</", "< /").splitlines()
        return block("program", lines)

    def back(self, texts: Sequence[str]) -> list[str]:
        """What the model wrote, with real names; empty lines left out."""
        return [real for text in texts if (real := self.veil.back_text(text).strip())]


def notes_block(*notes: list[str]) -> str:
    """All notes between marks; "" when there is none."""
    lines = [line for note in notes for line in note]
    return block("notes", lines) if lines else ""


def lines_block(name: str, lines: Sequence[str]) -> str:
    """Lines between marks; "" when there is none."""
    return block(name, list(lines)) if lines else ""
