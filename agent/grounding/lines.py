"""Single lines under the number lock: caveats, assumptions, interpretations, titles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.errors import CitationError
from agent.grounding.citations import bind, locked, resolve, violations
from agent.state import Artifact, ResolvedText


@dataclass(frozen=True)
class Line:
    """A line as the person reads it, unverified figures named at its end, and why it should be written again."""

    text: str
    violations: tuple[str, ...]


@dataclass(frozen=True)
class Lock:
    """What the texts of one turn may say: its results, the names that lead to them, its question, known facts."""

    artifacts: Mapping[str, Artifact]
    names: Mapping[str, str]
    question: str
    facts: tuple[str, ...]

    def resolved(self, template: str) -> ResolvedText:
        """The template with numbers. CitationError when a reference leads nowhere."""
        return resolve(bind(template, self.names), self.artifacts, question=self.question, facts=self.facts)

    def line(self, text: str) -> Line:
        """The line with its references filled in; text whose references cannot be followed is kept as it stands."""
        trouble: Sequence[str] = ()
        try:
            resolved = self.resolved(text)
        except CitationError as error:
            trouble = (str(error),)
            resolved = locked(text, self.artifacts, question=self.question, facts=self.facts)
        unknown = [citation["display"] for citation in resolved["citations"] if not citation["verified"]]
        marked = resolved["text"] + (f" (unverified: {', '.join(unknown)})" if unknown else "")
        return Line(marked, (*trouble, *violations(resolved)))
