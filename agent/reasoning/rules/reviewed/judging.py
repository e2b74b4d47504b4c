"""What the rules make of an answer whose figures have been checked: is anything said, was everything read?"""

import re

from agent.reasoning.reviewed_prompts import CritiqueAnswer, Opinion

_UNREAD = "These words of the question were not used:"  # as the reading says it
_EACH_WORD, _MOST_WORDS = 0.05, 0.2
_NOTHING_TOLD = 0.6
NOTHING_FOUND = "The checks found nothing wrong. Whether it answers the question was judged by nobody."


def critique_answer(prompt: CritiqueAnswer) -> Opinion:
    """What can be found without judging: words that were left out, an answer that tells nothing of its result."""
    unread = [word for line in prompt.assumptions if line.startswith(_UNREAD) for word in line.split(",")]
    faults = []
    score = 1.0 - min(_EACH_WORD * len(unread), _MOST_WORDS)
    if unread:
        faults.append("Some words of the question were left out.")
    if prompt.artifacts and not re.search(r"\w", prompt.answer_text):
        score -= _NOTHING_TOLD
        faults.append("The answer tells nothing of its result.")
    found = " ".join(faults) or NOTHING_FOUND
    return Opinion(score=max(0.0, score), critique=found, judged=False)
