"""Saying no: why not, and which questions the data can answer instead."""

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import DeclineRequest, Refusal
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.reasoning.rules.narration.suggestions import alternatives

OTHER = "other"


def decline_request(prompt: DeclineRequest) -> Refusal:
    """The reason by the kind in `rationale` ("prediction", "outside_world", ...), then questions to ask instead."""
    phrases = phrases_in(detect_language(prompt.question))
    kind = prompt.rationale if phrases.has(f"decline.{prompt.rationale}") else OTHER
    reason = phrases.say(f"decline.{kind}")
    offers = alternatives(prompt.datasets, prompt.question, phrases.language)
    closing = phrases.say("decline.instead") if offers else phrases.say("decline.no_data")
    return Refusal(text=phrases.prose([reason, closing]), alternatives=offers)
