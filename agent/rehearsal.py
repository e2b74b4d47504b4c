"""A first question that nobody waits for."""

from agent.service import AnalystService


def rehearse() -> None:
    """Answers a question about a table of its own, in a service of its own that keeps nothing and calls no model.

    What a process reads and compiles only once (lexicons, weights, the schemas of the steps: about a second) is there
    then before people who come at once would wait for it together.
    """
    service = AnalystService()
    conversation = service.start_conversation("rehearsal")
    service.datasets.add(conversation, "rehearsal.csv", b"group,amount\na,1\nb,2\n")
    service.ask(conversation, "average amount by group")
    service.close()
