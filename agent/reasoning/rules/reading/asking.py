"""Asking back, in the language of the question: what is unclear, what is missing, what could be meant."""

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.reading.expand import Variant
from agent.reasoning.rules.reading.keys import NoKeyError, SeveralKeysError
from agent.reasoning.rules.reading.needs import nearest_columns
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.tables import FanOutError

_COLUMNS_NAMED = 12
_BETWEEN = {"ja": "、"}


def phrases_of(prompt: ReadQuestion) -> Phrases:
    """The phrases of the language that the question is in."""
    return phrases_in(detect_language(prompt.question))


def ask(prompt: ReadQuestion, text: str, choices: list[str], missing: list[str] | None = None) -> Decision:
    """A question back, with answers to choose from."""
    return Decision(
        next_action="ask",
        rationale=text,
        clarifying_questions=[text],
        choices=choices,
        missing_columns=missing or [],
        frame=prompt.frame,
    )


def ask_for_columns(prompt: ReadQuestion, parts: Parts, needs: list[str]) -> Decision:
    """No column holds what is asked for: the nearest ones are offered."""
    phrases = phrases_of(prompt)
    near = nearest_columns(needs, parts)
    named = phrases.say("reading.ask.or").join(f"“{word}”" for word in needs)
    text = phrases.say("reading.ask.column", named=named, columns=_listed(near, phrases))
    return ask(prompt, text, near, needs)


def ask_what_is_meant(prompt: ReadQuestion) -> Decision:
    """Nothing in the question says what to compute."""
    phrases = phrases_of(prompt)
    table = prompt.datasets[0]
    text = phrases.say("reading.ask.meaning", columns=_listed(table.column_names[:_COLUMNS_NAMED], phrases))
    choices = [phrases.say("reading.offer.overview"), phrases.say("reading.offer.missing")]
    numeric = next((column.name for column in table.columns if column.kind == "number"), None)
    return ask(prompt, text, [*choices, *([phrases.say("reading.offer.average", column=numeric)] if numeric else [])])


def ask_what_number(prompt: ReadQuestion, numbers: list[str]) -> Decision:
    """A number that no slot took would be left out silently; that is not an answer to the question."""
    phrases = phrases_of(prompt)
    return ask(prompt, phrases.say("reading.ask.number", numbers=phrases.joined(numbers)), [])


def ask_after_error(prompt: ReadQuestion) -> Decision:
    """The rules build the same specs again, so an error goes to the person, with its remedy."""
    return ask(prompt, prompt.last_error or "", [phrases_of(prompt).say("reading.offer.overview")])


def ask_about_fan_out(prompt: ReadQuestion, error: FanOutError) -> Decision:
    """One row here has many partners there."""
    phrases = phrases_of(prompt)
    text = phrases.say("reading.ask.fan_out", many=error.many, one=error.one)
    return ask(prompt, text, [phrases.say("reading.offer.overview")])


def ask_for_key(prompt: ReadQuestion, error: NoKeyError) -> Decision:
    """Two data sets share no column."""
    phrases = phrases_of(prompt)
    text = phrases.say("reading.ask.no_key", left=error.left, right=error.right)
    return ask(prompt, text, [phrases.say("reading.offer.columns")])


def ask_which_key(prompt: ReadQuestion, error: SeveralKeysError) -> Decision:
    """Both ends of a way, buyer and seller: each would give another answer."""
    phrases = phrases_of(prompt)
    text = phrases.say("reading.ask.which_key", columns=phrases.joined(list(error.columns)), other=error.other)
    asked = prompt.question.rstrip(" ?.!？。")
    return ask(prompt, text, [f"{asked} ({column})" for column in error.columns])


def question_between(variants: list[Variant], phrases: Phrases) -> str:
    """What to ask if the readings give different results; "" for a single one."""
    if len(variants) < 2:
        return ""
    if {variant.day_first for variant in variants} == {True, False}:
        return phrases.say("reading.ask.dates", column=variants[0].topic)
    if variants[0].topic:
        return phrases.say("reading.ask.topic", topic=variants[0].topic)
    return phrases.say("reading.ask.this")


def _listed(names: list[str] | tuple[str, ...], phrases: Phrases) -> str:
    return _BETWEEN.get(phrases.language, ", ").join(names)
