"""A first question that nobody waits for."""

from agent.reasoning.rules.reasoner import RuleReasoner, nobody_reads
from agent.service import AnalystService


def rehearse() -> None:
    """Answers a question about a table of its own, in a service of its own that keeps nothing and asks no model and no
    reader.

    What a process reads and compiles only once (the words of answers, the schemas of the steps: about a second) is
    there then before people who come at once would wait for it together.
    """
    service = AnalystService(reasoner=RuleReasoner(nobody_reads))
    conversation = service.start_conversation("rehearsal")
    service.datasets.add(conversation, "rehearsal.csv", b"group,amount\na,1\nb,2\n")
    service.edit(
        conversation, "", {"specs": [{"op": "groupby_agg", "group_cols": ["group"], "metrics": {"amount": ["mean"]}}]}
    )
    service.close()
