"""The answer of the rules to `ReadQuestion`: refuse, explain, ask, or act on one to three readings."""

import re
from dataclasses import replace

from pydantic import JsonValue

from agent.reasoning.about_answer import ABOUT_ANSWER, is_about_answer
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.narration.answer_form import without_form
from agent.reasoning.rules.reading.absent import absent_things, owned_things
from agent.reasoning.rules.reading.announced import telling_codes, with_codes_left_out, without_announcement
from agent.reasoning.rules.reading.asides import without_asides
from agent.reasoning.rules.reading.asking import (
    ask,
    ask_about_fan_out,
    ask_after_error,
    ask_for_columns,
    ask_for_key,
    ask_what_is_meant,
    ask_what_number,
    ask_which_key,
    phrases_of,
    question_between,
)
from agent.reasoning.rules.reading.build import build
from agent.reasoning.rules.reading.building.built import Built
from agent.reasoning.rules.reading.calendar_columns import unplaced_periods
from agent.reasoning.rules.reading.conceptual import is_conceptual
from agent.reasoning.rules.reading.correcting import corrected
from agent.reasoning.rules.reading.describe import assumptions_of, described
from agent.reasoning.rules.reading.expand import Variant, order_key, variants_of
from agent.reasoning.rules.reading.followup import read_frame
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.keys import NoKeyError, SeveralKeysError, with_keys
from agent.reasoning.rules.reading.leftovers import (
    outside_of_the_data,
    speaks_of_the_future,
    too_many_groups,
    unplaced_numbers,
)
from agent.reasoning.rules.reading.meanings import with_names_for_meanings
from agent.reasoning.rules.reading.memory import Memory, OfferedReading, Unanswered
from agent.reasoning.rules.reading.needs import missing_needs
from agent.reasoning.rules.reading.new_question import is_new_question
from agent.reasoning.rules.reading.parse import Parts, parts_of
from agent.reasoning.rules.reading.picking import picked_reading, picks_all
from agent.reasoning.rules.reading.picking_more import not_on_offer, with_more
from agent.reasoning.rules.reading.preparing.profiles import prepared
from agent.reasoning.rules.reading.preparing.ready import Ready, ask_how_to_prepare, made_ready
from agent.reasoning.rules.reading.preparing.specs import ElsewhereError
from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.refusing import refusal_in
from agent.reasoning.rules.reading.reporting import report_frame
from agent.reasoning.rules.reading.requests import request_in
from agent.reasoning.rules.reading.resuming import resumed, unanswered
from agent.reasoning.rules.reading.tables import FanOutError, Workbench
from agent.reasoning.rules.reading.tasks import read_task
from agent.reasoning.rules.reading.two_requests import read_both
from agent.reasoning.rules.reading.unused import asked_about
from agent.reasoning.rules.reading.wide import long_form
from agent.reasoning.rules.reading.within import best_of_each
from agent.specs.reading import Reading
from registry.profile import DatasetProfile


def read_question(prompt: ReadQuestion) -> Decision:
    """What to do with the question. Deterministic: the same prompt gives the same decision."""
    if prompt.last_error is not None:
        return ask_after_error(prompt)
    if is_about_answer(prompt.question, prompt.history):
        return Decision(next_action="explain", rationale=ABOUT_ANSWER, frame=prompt.frame)
    prompt = replace(prompt, datasets=tuple(long_form(table, prompt.question) for table in prompt.datasets))
    prompt = replace(prompt, question=with_names_for_meanings(without_asides(prompt.question), prompt.datasets))
    prompt, codes = without_announcement(prompt)
    try:
        ready = made_ready(prompt)
        return _read_ready(ready, codes)
    except (UnclearError, ElsewhereError) as error:
        request = request_in(prompt.question)  # a task has its own guards
        plain = _read_ready(Ready(prompt), codes) if request or _may_refuse(prompt) else None
        if plain and (request or plain.next_action in ("out_of_scope", "explain")):
            return plain
        return ask_how_to_prepare(prompt, error if isinstance(error, UnclearError) else UnclearError())


def _may_refuse(prompt: ReadQuestion) -> bool:
    question = understand(prompt)
    memory = Memory.from_json(prompt.frame)
    return refusal_in(question) is not None or is_conceptual(question, memory)


def _read_ready(ready: Ready, codes: tuple[str, ...]) -> Decision:
    """A question without preparations, of data as they stand after them."""
    prompt = ready.prompt
    if ready.only:
        return _prepared_again(ready)
    request = request_in(prompt.question)
    if request is None:
        prompt = replace(prompt, question=without_form(prompt.question))
        both = read_both(prompt, lambda part: _read_plain(part, codes, ready), _act_on_both)
        return both or _read_plain(prompt, codes, ready)
    if request.impossible:
        return Decision(next_action="out_of_scope", rationale="steps", frame=prompt.frame)

    def read(text: str) -> Decision:
        return _read_plain(replace(prompt, question=text), codes, ready)

    return read_task(prompt, request, read, phrases_of(replace(prompt, question=request.text)))


def _prepared_again(ready: Ready) -> Decision:
    """`without the outliers`: the last question once more, of the rows that are left then."""
    memory = Memory.from_json(ready.prompt.frame).known_to(ready.prompt.datasets)
    if memory.last is None:
        text = phrases_of(ready.prompt).say("reading.ask.prepared_only")
        return ask(ready.prompt, text, [])
    return act_on(ready.prompt, memory, ready.frame(memory.last, memory.last))


def _act_on_both(prompt: ReadQuestion, frame: Frame) -> Decision:
    return act_on(prompt, Memory.from_json(prompt.frame).known_to(prompt.datasets), frame)


def _read_plain(prompt: ReadQuestion, codes: tuple[str, ...], ready: Ready) -> Decision:
    """A question of one request, without announcements."""
    if prompt.pending and is_new_question(prompt, prompt.pending):
        prompt = replace(prompt, pending=None, frame=None)
    memory = Memory.from_json(prompt.frame).known_to(prompt.datasets)
    prompt = corrected(prompt, memory.last)
    question = understand(prompt)
    other = not_on_offer(question, memory) if prompt.pending else None
    if other:
        return act_on(prompt, memory, other)
    offer = picked_reading(question, memory) if prompt.pending else None
    if offer:
        return _act_on_offer(prompt, memory, offer, with_more(offer, memory, question))
    every = picks_all(question, memory) if prompt.pending else None
    if every:
        return act_on(prompt, memory, every, [Variant("", every)])
    refusal = refusal_in(question)
    if refusal:
        return Decision(next_action="out_of_scope", rationale=refusal, frame=prompt.frame)
    if is_conceptual(question, memory):
        return Decision(
            next_action="explain", rationale="a question about a concept, not about the data", frame=prompt.frame
        )
    return _act(prompt, question, memory, codes, ready)


def _act(prompt: ReadQuestion, question: Question, memory: Memory, codes: tuple[str, ...], ready: Ready) -> Decision:
    talked = [item[0].column for item in memory.last.conditions] if memory.last else []
    question = replace(question, talked=frozenset((column.dataset_id, column.column) for column in talked))
    hint, year = memory.last.dataset_id if memory.last else None, _year_talked_about(memory)
    parts = parts_of(question, hint, year)
    again = resumed(parts, memory.unanswered) if memory.unanswered else None
    if isinstance(again, Unanswered):
        return _still_open(prompt, parts, memory, again)
    within = None if again else best_of_each(prompt, parts, hint, year)
    parts = within.parts if within else parts
    frame = again or (within.frame if within else read_frame(parts, memory))
    frame = with_keys(frame, prompt, memory.last)
    if question.has("report"):
        frame = report_frame(prompt) or frame
    if frame is None:
        absent = absent_things(parts)
        return ask_for_columns(prompt, parts, absent) if absent else ask_what_is_meant(prompt)
    frame = ready.frame(frame, memory.last)
    if prompt.pending and memory.last is None and _only_groups(frame, parts):
        return ask_what_is_meant(prompt)
    unplaced = unplaced_numbers(parts, frame) or unplaced_periods(question, parts.table)
    if unplaced:
        return ask_what_number(prompt, unplaced)
    many = too_many_groups(parts, frame, phrases_of(prompt))
    if many:
        return ask(prompt, *many)
    if question.has("future") and speaks_of_the_future(frame, prompt.datasets):
        return Decision(next_action="out_of_scope", rationale="prediction", frame=prompt.frame)
    needs = missing_needs(parts, frame) or owned_things(parts) if frame.intent not in ("overview", "report") else []
    if needs:
        return _still_open(prompt, parts, memory, unanswered(parts, frame, needs))
    if not frame.says_something:
        absent = absent_things(parts)
        return ask_for_columns(prompt, parts, absent) if absent else ask_what_is_meant(prompt)
    outside = outside_of_the_data(frame, prompt.datasets, phrases_of(prompt))
    if outside:
        return ask(prompt, outside, [])
    decision = act_on(prompt, memory, with_codes_left_out(frame, codes, prompt.datasets) if codes else frame)
    decision = telling_codes(decision, codes, phrases_of(prompt)) if codes else decision
    return asked_about(decision, parts, frame, phrases_of(prompt))


def _still_open(prompt: ReadQuestion, parts: Parts, memory: Memory, asked: Unanswered) -> Decision:
    """A column is missing: it is asked for, and what else was said is remembered."""
    decision = ask_for_columns(prompt, parts, asked.needs)
    kept = memory.model_copy(update={"unanswered": asked, "offered": []})
    return decision.model_copy(update={"frame": kept.model_dump(mode="json")})


def _only_groups(frame: Frame, parts: Parts) -> bool:
    """`by month` after a question that was not understood: of what is not known."""
    says_more = parts.question.has("count", "rows", "share", "agg:", "high", "low") or parts.question.unexplained
    return frame.intent == "aggregate" and bool(frame.groups) and not (frame.metrics or frame.conditions or says_more)


def _year_talked_about(memory: Memory) -> int | None:
    """The year of the conditions of the last question, for a bare "in December"."""
    for alternatives in memory.last.conditions if memory.last else []:
        value = alternatives[0].value
        text = value[0] if isinstance(value, list) else value
        if isinstance(text, str) and re.match(r"(19|20)\d\d(-|$)", text):
            return int(text[:4])
    return None


def act_on(prompt: ReadQuestion, memory: Memory, frame: Frame, chosen: list[Variant] | None = None) -> Decision:
    """The readings of a frame, executed next; a question back where its data sets cannot be brought together."""
    prompt = replace(prompt, datasets=prepared(prompt.datasets, frame.preparation))
    variants = chosen or variants_of(frame, prompt.datasets, _day_orders(prompt), phrases_of(prompt))
    ids = [f"r{number}" for number in range(1, len(variants) + 1)]
    try:
        readings = [_reading(name, variant, prompt) for name, variant in zip(ids, variants, strict=True)]
    except FanOutError as error:
        return ask_about_fan_out(prompt, error)
    except NoKeyError as error:
        return ask_for_key(prompt, error)
    except SeveralKeysError as error:
        return ask_which_key(prompt, error)
    return Decision(
        next_action="act",
        rationale=readings[0].interpretation,
        readings=readings,
        question_if_different=question_between(variants, phrases_of(prompt)),
        wants_report=frame.intent == "report",
        frame=memory.after(frame, variants, ids).model_dump(mode="json"),
    )


def _reading(name: str, variant: Variant, prompt: ReadQuestion) -> Reading:
    frame = variant.frame
    phrases = phrases_of(prompt)
    base = next((table for table in prompt.datasets if table.dataset_id == frame.dataset_id), prompt.datasets[0])
    built = _built(frame, base, prompt, variant)
    interpretation = described(frame, prompt.datasets, phrases)
    return Reading(
        reading_id=name,
        label=variant.label or interpretation.rstrip(".。"),
        interpretation=interpretation,
        specs=built.specs,
        headline=built.headline,
        says=built.says,
        compare="top_key" if frame.extreme and frame.intent == "aggregate" else "values",
        assumptions=[*assumptions_of(frame, prompt.datasets, variant.day_first, phrases), *built.assumptions],
    )


def _built(frame: Frame, base: DatasetProfile, prompt: ReadQuestion, variant: Variant) -> Built:
    """The specs on the data set of the frame; where that is the one of one-to-many, on the many's side."""
    named = frozenset(ref.column for ref in frame.named_columns()) | frozenset(frame.via)
    several = bool(variant.label)
    bench = Workbench(
        base, prompt.datasets, variant.day_first, several, phrases_of(prompt), prompt.shared_keys, named
    )  # fmt: skip
    try:
        return build(frame, bench)
    except FanOutError as error:
        return build(frame, bench.afresh(next(table for table in prompt.datasets if table.name == error.many)))


def _day_orders(prompt: ReadQuestion) -> dict[str, bool]:
    return {
        str(item["key"]): bool(item["value"])
        for item in prompt.remembered
        if item.get("kind") == "day_first" and "key" in item
    }


def _act_on_offer(prompt: ReadQuestion, memory: Memory, offer: OfferedReading, frame: Frame) -> Decision:
    """The person picked one of our readings in words; `frame` has what these add."""
    variant = Variant(offer.label if frame == offer.frame else "", frame, "", offer.day_first)
    decision = act_on(prompt, memory, frame, [variant])
    remember: list[dict[str, JsonValue]] = []
    if offer.day_first is not None:
        remember = [
            {"kind": "day_first", "key": order_key(table.dataset_id, column.name), "value": offer.day_first}
            for table in prompt.datasets
            for column in table.columns
            if column.kind == "ambiguous_date"
        ]
    return decision.model_copy(update={"remember": remember})
