"""A result of a sample says so first (DESIGN section 4, law 2)."""

from typing import cast

from agent.analysis.sampling import SEED, sample_of
from agent.contract import NodeDelta
from agent.grounding.citations import locked
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.specs.references import literal
from agent.state import AgentState, Citation, ResolvedText


def with_sample_notice(told: NodeDelta, runtime: TurnRuntime, state: AgentState) -> NodeDelta:
    """The told answer, preceded by what it was computed from when that was not all rows."""
    answer = cast(ResolvedText | None, told.get("answer"))
    found = {
        sample
        for executed in executed_reading(state, runtime)[:1]
        for artifact in executed.results.values()
        if (sample := sample_of(artifact["ledger"]))
    }
    if not found or answer is None:
        return told
    size, whole = min(found)
    sentence = (
        f"This was computed from a random sample of {size:,} of {whole:,} rows (seed {SEED}), for all of them go "
        "beyond a limit of time or memory. The figures are estimates."
    )
    notice = locked(sentence, {}, facts=(sentence,))
    return {
        **told,
        "answer": _joined(notice, answer),
        "answer_template": f"{literal(sentence)}\n\n{told['answer_template']}",
        "caveats": [sentence, *cast(list[str], told.get("caveats", []))],
    }


def _joined(first: ResolvedText, second: ResolvedText) -> ResolvedText:
    by = len(first["text"]) + 2
    moved = [
        Citation(**{**citation, "start": citation["start"] + by, "end": citation["end"] + by})
        for citation in second["citations"]
    ]
    return ResolvedText(text=f"{first['text']}\n\n{second['text']}", citations=[*first["citations"], *moved])
