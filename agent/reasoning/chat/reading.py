"""ReadQuestion for a model: the prompt, and its reply as a Decision whose specs fit the columns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import JsonValue

from agent.analysis.validate import check_spec
from agent.errors import DataError, SpecError
from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.examples import SHOWN, TABLE, chosen_for, example_of
from agent.reasoning.chat.language.forms import DecisionForm, ReadingForm, decision_schema
from agent.reasoning.chat.language.vocabulary import DISCRIMINATORS, beside, form_told, vocabulary
from agent.reasoning.chat.replies import UnusableError, json_in, parse_reply
from agent.reasoning.chat.shown.linking import link_columns
from agent.reasoning.chat.shown.observing import step_lines, steps_cargo
from agent.reasoning.chat.shown.past import past_lines, short
from agent.reasoning.chat.shown.profile_text import VALUES_LENGTH, Look, match_lines, profile_lines, tell_keys
from agent.reasoning.chat.shown.quoting import LEFT_OUT, LONGEST_NAME, block, quote, reads_like_instruction
from agent.reasoning.chat.shown.veil import Veil
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.egress import cargo_of
from agent.reasoning.naming import is_same_word, said_words
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.sense import check_sense
from agent.reasoning.sharing import Sharing
from agent.specs.parse import Spec, parse_spec
from agent.specs.reading import Comparison, Reading
from languages.phrase_files import ENGLISH, telling
from registry.columns.category_rules import header_words
from registry.profile import DatasetProfile
from registry.value_index import base_forms

Given = TypeVar("Given")
Read = TypeVar("Read")

LONGEST_QUESTION = 2_000  # characters of the question that a prompt holds
LONGEST_TROUBLE = 600
MANY_COLUMNS = 20
LOOKING = (
    '- Steps: when a later computation needs what an earlier one finds, write "look": true beside next_action "act". '
    "The result comes back in <result>, named O1, O2 and so on. Then act again, with values from there, or finalize "
    "with answer_from: the names of the results that are the answer, the main one first. One act without look is usual."
)
"""The rule for those to whom results come back."""
SHOWN_BESIDE_MANY = 3  # examples


def compose_reading(prompt: ReadQuestion, sharing: Sharing, *, detailed_schema: bool = True) -> Composed[Decision]:
    """The prompt under these choices."""
    veil = Veil(prompt.datasets, sharing, prompt.value_matches)
    question = veil.hide(prompt.question, prompt.value_matches)[:LONGEST_QUESTION]
    written = profile_lines(veil.datasets, Look(question, veil.bare, not sharing.no_samples))
    tell_keys(veil.keys(prompt.shared_keys), written, values=not sharing.no_samples)
    words = [*match_lines(veil.matches, written), *hint_lines(prompt, veil, question)]
    past = past_lines(prompt, veil)
    several, is_wide = len(prompt.datasets) > 1, _is_wide(prompt.datasets)
    tried = "\n".join([*past, _trouble(prompt, veil)])
    forms = beside(question, tried, joins=several, brief=is_wide)
    shown = (SHOWN_BESIDE_MANY if is_wide else SHOWN) - (1 if forms else 0)  # a form in full takes an example's room
    rendered = render(
        prompt.template,
        {
            "looking": LOOKING if prompt.acts_left else "",
            "vocabulary": vocabulary(),
            "dataset_key": ", dataset_id" if several else "",
            "data": "\n".join(written.lines),
            "example_table": TABLE,
            "examples": "\n".join(example.text for example in chosen_for(question, shown)),
            "forms": forms,
            "words": block("words", words) if words else "",
            "past": block("past", past) if past else "",
            "observed": _observe(prompt, veil),
            "trouble": _trouble(prompt, veil),
            "question": quote(question, LONGEST_QUESTION),
        },
    )
    return Composed(
        words=rendered,
        accept=lambda reply: _decision(parse_reply(reply, DecisionForm), veil, prompt),
        form=Form("decision", decision_schema(several, detailed_schema)),
        cargo=cargo_of([veil.named(written), *steps_cargo(prompt.observed, veil)]),
        example=example_for,
    )


def _is_wide(datasets: tuple[DatasetProfile, ...]) -> bool:
    return sum(len(profile.columns) for profile in datasets) > MANY_COLUMNS


def _observe(prompt: ReadQuestion, veil: Veil) -> str:
    """What was found for this question so far; "" before anything was."""
    if not prompt.observed:
        return ""
    lines = ["Results that came back for this question:", *step_lines(prompt.observed, veil)]
    return "\n".join([*lines, f"{prompt.acts_left} more acts are left. Act again, or finalize with answer_from."])


def _trouble(prompt: ReadQuestion, veil: Veil) -> str:
    """Why earlier specs did not work. With anything held back the reason stays here, for it may quote values."""
    if not prompt.last_error or veil.sharing.restricted:
        return ""
    error = LEFT_OUT if reads_like_instruction(prompt.last_error) else prompt.last_error
    said = quote(veil.text(error), LONGEST_TROUBLE)
    example = example_of(_tags([short(spec) for reading in prompt.failed for spec in reading.specs]))
    like = f" A worked example of such a spec, over the other table:\n{example}" if example else ""
    return f"Specs that were tried for this question did not work: {said}. Write other ones.{like}"


def example_for(reply: str) -> str:
    """A worked example of what a reply tried to compute; "" when it cannot be read, or no example is like it."""
    try:
        return example_of(_tags(json_in(reply)))
    except UnusableError:
        return ""


def _tags(node: object) -> Iterator[str]:
    """The ops, kinds and steps that are named anywhere."""
    if isinstance(node, dict):
        yield from (str(node[key]) for key in DISCRIMINATORS if key in node)
        yield from (tag for value in node.values() for tag in _tags(value))
    elif isinstance(node, list):
        yield from (tag for item in node for tag in _tags(item))


def questions_of(prompt: ReadQuestion) -> tuple[str, ...]:
    """What was asked so far, this question last."""
    return (*(turn.question for turn in prompt.history), prompt.question)


def _decision(form: DecisionForm, veil: Veil, prompt: ReadQuestion) -> Decision:
    """The decision in real names. UnusableError when it says act and no reading can be executed, or finalizes from
    what nobody found.
    """

    def read(name: str, given: ReadingForm) -> Reading:
        reading = _reading(name, given, veil, prompt.datasets)
        check_sense(reading.specs, prompt.datasets, questions_of(prompt))
        return reading

    found = [step.name for step in prompt.observed]
    if unknown := [name for name in form.answer_from if name not in found]:
        raise UnusableError(f"There is no result {unknown[0]}. answer_from takes {', '.join(found) or 'nothing yet'}.")
    readings = executable(form.readings, read, veil) if form.next_action == "act" else []
    return Decision(
        **form.told(veil, readings[0].interpretation if readings else ""),
        readings=readings,
        look=form.look and bool(prompt.acts_left),  # where nobody looks, what was computed is the answer
        answer_from=form.answer_from,
    )


def executable(given: Sequence[Given], read: Callable[[str, Given], Read], veil: Veil) -> list[Read]:
    """The readings that can be executed, named by their place; UnusableError, with the reasons, when none can. They are
    told in the language of the prompts, with the names of fields that a model may write.
    """
    readings: list[Read] = []
    wrong: list[str] = [] if given else ['With next_action "act" give readings.']
    for number, one in enumerate(given, 1):
        try:
            with telling(ENGLISH):
                readings.append(read(f"m{number}", one))
        except (SpecError, DataError) as error:
            wrong.append(veil.text(str(error)))
    if not readings:
        raise UnusableError(" ".join(wrong))
    return readings


def _reading(name: str, given: ReadingForm, veil: Veil, datasets: tuple[DatasetProfile, ...]) -> Reading:
    """A reading whose specs fit the data: first as the model sees them, so that an error names nothing held back."""
    seen = {profile.dataset_id: profile for profile in veil.datasets}
    spelled = [link_columns(spec, veil.datasets) for spec in given.specs]
    for spec in spelled:
        _check(spec, seen)
    specs = [_real(spec, veil, datasets) for spec in spelled]
    return Reading(**label_reading(name, given.label, specs[0], veil), specs=specs)


def _check(spec: Mapping[str, JsonValue], seen: Mapping[str, DatasetProfile]) -> None:
    """SpecError tells the model the whole form of what it tried, for a rare one was told to it in few words only."""
    try:
        check_spec(parse_spec(spec), seen)
    except SpecError as error:
        form = form_told(str(spec.get("op") or spec.get("kind")))
        raise SpecError(error.message, f"{error.remedy} {form}".strip()) from None


def label_reading(name: str, given: str, main: Spec, veil: Veil) -> dict[str, Any]:
    """What a reading is called and how it is compared, in real names; `main` is the spec that is the answer."""
    label = veil.back_text(given).strip()[:200] or "as read by the model"
    return {
        "reading_id": name,
        "label": label,
        "interpretation": label[:1].upper() + label[1:] + ("" if label.endswith((".", "?")) else "."),
        "compare": _comparison(main),
    }


def _real(spec: Mapping[str, JsonValue], veil: Veil, datasets: tuple[DatasetProfile, ...]) -> Spec:
    named = {"dataset_id": datasets[0].dataset_id, **spec} if len(datasets) == 1 else dict(spec)
    real = parse_spec(veil.back(named))
    check_spec(real, {profile.dataset_id: profile for profile in datasets})
    return real


def _comparison(spec: Spec) -> Comparison:
    """A question for the one at the top is answered by its name."""
    top_k, which, k = (getattr(spec, name, None) for name in ("top_k", "which", "k"))
    of_one = top_k == 1 or which in ("max", "min") or (k == 1 and which in ("top", "bottom", "first", "last"))
    return "top_key" if of_one else "values"


# ----------------------------------------------------------------
# Hints for a model: which words of the question name which column with a slip, or cut short.


MOST_HINTS = 5
MOST_CANDIDATES = 3  # columns that the same words may name
SHORTEST_BEGINNING = 4
"""Letters of a word that may be short for one of a header: temp for temperature."""


def hint_lines(prompt: ReadQuestion, veil: Veil, question: str) -> list[str]:
    """A line for a word that names a column otherwise than it is written. Words that are held back in `question` (as it
    goes out), and columns that are held back, are not among them.
    """
    return list(dict.fromkeys(_hints(prompt, veil, question)))[:MOST_HINTS]


def _hints(prompt: ReadQuestion, veil: Veil, question: str) -> Iterator[str]:
    cells = {word for match in prompt.value_matches for word in said_words(match.words)}
    told = [
        veil.alias(table.dataset_id, name)
        for table in prompt.datasets
        for name in table.column_names
        if (table.dataset_id, name) not in veil.sharing.withheld
    ]
    written = {word for name in told for word in header_words(name)}
    for word in dict.fromkeys(said_words(question)):
        columns = [name for name in dict.fromkeys(told) if _may_mean(word, header_words(name))]
        if {*base_forms(word)} & (cells | written) or not columns or any(map(reads_like_instruction, columns)):
            continue
        named = " or ".join(quote(column, LONGEST_NAME) for column in columns[:MOST_CANDIDATES])
        yield f"{quote(word, VALUES_LENGTH)} -> {named}?"


def _may_mean(word: str, wanted: Sequence[str]) -> bool:
    begins = len(word) >= SHORTEST_BEGINNING and any(one.startswith(word) for one in wanted)
    return begins or any(is_same_word(one, word) for one in wanted)
