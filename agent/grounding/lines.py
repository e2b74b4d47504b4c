"""Single lines under the number lock: caveats, assumptions, interpretations, titles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.errors import CitationError
from agent.grounding.citations import bind, resolve_under, violations
from agent.grounding.number_lock import Evidence
from agent.specs.references import literal
from agent.state import Artifact, ResolvedText


@dataclass(frozen=True)
class Line:
    """A line as the person reads it, unverified figures named at its end, and why it should be written again."""

    text: str
    violations: tuple[str, ...]


@dataclass(frozen=True)
class Lock:
    """What the texts of one turn may say. References may lead to every result of the conversation; figures by hand
    have to stand in the evidence: the turn's own results, its question, known facts.
    """

    artifacts: Mapping[str, Artifact]
    names: Mapping[str, str]  # S1 -> A5
    evidence: Evidence

    def resolved(self, template: str) -> ResolvedText:
        """The template with numbers. CitationError when a reference leads nowhere."""
        return resolve_under(bind(template, self.names), self.artifacts, self.evidence)

    def line(self, text: str) -> Line:
        """The line with its references filled in; text whose references cannot be followed is kept as it stands."""
        trouble: Sequence[str] = ()
        try:
            resolved = self.resolved(text)
        except CitationError as error:
            trouble = (str(error),)
            resolved = resolve_under(literal(text), self.artifacts, self.evidence)
        unknown = [citation["display"] for citation in resolved["citations"] if not citation["verified"]]
        marked = resolved["text"] + (f" (unverified: {', '.join(unknown)})" if unknown else "")
        return Line(marked, (*trouble, *violations(resolved)))
