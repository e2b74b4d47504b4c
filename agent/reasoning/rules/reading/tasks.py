"""A written task read whole: its request, the same request said more exactly, and the further ones beside it.

`Is there a link between the crews' gas and load? Calculate the Pearson coefficient between "gas" and "load".` asks
once; `Calculate the mean of gas. Then check whether load is normal.` asks twice, and both are answered. What none of
the requests takes up is asked about.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.requests import Request, worded
from agent.reasoning.rules.reading.sentence_kinds import ASKS
from agent.reasoning.rules.reading.set_beyond import asked_to_keep, kinds_in, sentences_beyond
from agent.specs.measures import Measure
from agent.specs.reading import Reading

_RESTRICTS = frozenset({"for", "among", "with", "where", "within", "during", "only", "whose", "under", "above", "below",
                        "except", "without", "from", "who", "that", "which", "in"})  # fmt: skip
_REACH = 3  # words between such a word and what it restricts
_MOST_REQUESTS = 4
_NO_GROUPS = frozenset({"between the", "compare", "vs", "versus"})
_BY_WHOM = re.compile(r"\s+(?:\w+ed|hit|won|made|given|sold|taken|run) by (?:the|a|an|these) (\w+)(?=\s|[?.,]|$)", re.I)
_SPLITS = ("each", "share", "growth", "which", "high", "low", "apart")


def read_task(prompt: ReadQuestion, request: Request, read: Callable[[str], Decision], phrases: Phrases) -> Decision:
    """What to do with a task. `read` reads one request by itself."""
    texts = [request.text]
    decision = read(request.text)
    if decision.next_action != "act":
        exact = _said_more_exactly(prompt, request, read, phrases)
        if exact is None:
            return decision
        texts, decision = [exact[0]], exact[1]
        request = replace(request, set_beyond=(*request.set_beyond, request.text))
    left = sentences_beyond(request, prompt, texts)
    for sentence in left:
        further = _further(sentence, prompt, request, read) if sentence not in request.contradicts else None
        if further and len(decision.readings) == 1 and len(texts) < _MOST_REQUESTS:
            texts.append(further[0])
            decision = _joined(decision, further[1], phrases)
    return asked_to_keep(decision, sentences_beyond(request, prompt, texts), phrases)


def _said_more_exactly(
    prompt: ReadQuestion, request: Request, read: Callable[[str], Decision], phrases: Phrases
) -> tuple[str, Decision] | None:
    """The sentence that says what to calculate by the columns' own names, where the question itself is too free."""
    main = understand(replace(prompt, question=request.text))
    if _restricts(main):
        return None
    free = {token.text for token in main.unexplained}
    bare = _BY_WHOM.sub(lambda found: "" if found.group(1).casefold() in free else found.group(), request.text)
    if bare != request.text:
        decision = read(bare)
        if decision.next_action == "act":
            return bare, decision
    for sentence in request.sentences:
        text = worded(sentence, request)
        other = understand(replace(prompt, question=text))
        if not ASKS.search(text) or not _is_as_full(main, other):
            continue
        decision = read(text)
        if decision.next_action == "act" and len(decision.readings) == 1:
            said = phrases.say("reading.assumed.sentence", sentence=sentence)
            readings = [
                item.model_copy(update={"assumptions": [*item.assumptions, said]}) for item in decision.readings
            ]
            return text, decision.model_copy(update={"readings": readings})
    return None


def _restricts(main: Question) -> bool:
    """Whether a word that nothing explains may stand for some of the rows: `for glazed firings`, `with a lid`."""
    for token in main.unexplained:
        place = main.tokens.index(token)
        if {other.text for other in main.tokens[max(0, place - _REACH) : place]} & _RESTRICTS:
            return True
    return bool(main.values or main.dates or main.bounds)


def _is_as_full(main: Question, other: Question) -> bool:
    """Whether a sentence names columns outright, and all that the question says of columns, results and groups."""
    exact = {item.name for link in other.links if link.literal and link.exact for item in link.candidates}
    named = [{item.name for item in link.candidates} for link in main.links if link.literal and link.exact]
    split = any(main.has(tag) and not other.has(tag) for tag in _SPLITS if not (tag == "each" and _says_by_whom(main)))
    return bool(exact) and all(names & exact for names in named) and kinds_in(main) <= kinds_in(other) and not split


def _says_by_whom(main: Question) -> bool:
    """`hit by the players`: who did it, not what to group by."""
    marks = [mark for mark in main.tagged("each") if mark.text not in _NO_GROUPS]
    behind = [main.tokens[mark.end].text for mark in marks if mark.end < len(main.tokens)]
    return all(mark.text == "by" for mark in marks) and all(text in ("the", "a", "an") for text in behind)


def _further(
    sentence: str, prompt: ReadQuestion, request: Request, read: Callable[[str], Decision]
) -> tuple[str, Decision] | None:
    """A further request that can be read by itself."""
    text = worded(sentence, request)
    if not ASKS.search(text) or re.search(r"\bseparately\b", text, re.I):
        return None
    decision = read(text)
    named = any(link.literal and link.exact for link in understand(replace(prompt, question=text)).links)
    plain = decision.next_action == "act" and len(decision.readings) == 1 and named
    return (text, decision) if plain else None


def _joined(decision: Decision, further: Decision, phrases: Phrases) -> Decision:
    """Both readings as one: the first is the answer, the other's specs stand behind."""
    first, second = decision.readings[0], further.readings[0]
    if not all(isinstance(spec, Measure) for spec in first.specs):
        first, second = second, first
    return decision.model_copy(update={"readings": [_together(first, second, phrases)]})


def _together(first: Reading, second: Reading, phrases: Phrases) -> Reading:
    fresh = [spec for spec in second.specs if spec not in first.specs]
    lines = [item.interpretation for item in (first, second) if item.interpretation]
    return first.model_copy(
        update={
            "specs": [*first.specs, *fresh],
            "label": first.label,
            "interpretation": phrases.prose(lines),
            "says": "",
            "assumptions": list(dict.fromkeys([*first.assumptions, *second.assumptions])),
        }
    )
