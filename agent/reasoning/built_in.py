"""The built-in reasoner: a small language model on this machine reads questions; what follows from a reading is made by
rules. No key, no network."""

import logging
import math
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.reader.candidates import Act, Aside, Ask, Missing, Outcome, parse_line
from agent.reader.completion import Completer, Completion, ReaderError, Reason
from agent.reader.form_parser import UnreadableError
from agent.reader.prompt import question_block, table_block
from agent.reader.trust import Evidence
from agent.reasoning.agreement import same_meaning
from agent.reasoning.chat.connection.failures import StoppedError
from agent.reasoning.commands import ABOUT_ANSWER, is_about_answer
from agent.reasoning.language import detect_language
from agent.reasoning.naming import bring_columns_in
from agent.reasoning.prompts import Answer, Decision, Prompt, ReadQuestion
from agent.reasoning.reader_elsewhere import WayOut, whole_sight
from agent.reasoning.roles.offers import picked_decision
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.reasoner import RuleReasoner
from agent.settings import Settings
from agent.specs.editing.one_line import reading_label
from agent.specs.parse import Spec, sharing_a_word
from agent.specs.plain_data import reading_json, texts_in
from agent.specs.reading import Reading
from registry.profile import DatasetProfile

logger = logging.getLogger(__name__)
MOST_READINGS = 3
_OFFERED_COLUMNS = 3
_LEAST_PROBABILITY = 0.02
"""A candidate that is less probable is offered to nobody."""


def _nobody_waits(place: int) -> None:
    """Nobody wants to know the place in the line."""


def _never() -> bool:
    return False


_NOT_THERE: Mapping[Reason, str] = {"not_fetched": "not_there", "damaged": "not_there", "no_memory": "no_memory"}
"""Which sentence tells why the reader cannot be asked, where there is one of its own."""


@dataclass(frozen=True)
class ReadingWatch:
    """How a reading is watched: whether to stop it, who is told its place in the line, whose it is, where it goes."""

    stopped: Callable[[], bool] = _never
    place: Callable[[int], None] = _nobody_waits
    person: str = ""
    way_out: WayOut | None = None  # to a reader at another machine


@dataclass(frozen=True)
class Candidate:
    """A line that the reader wrote, understood, with its probability."""

    outcome: Outcome
    probability: float


class BuiltInReasoner:
    """A Reasoner whose readings come from a small language model, its words, plans and programs from rules. The same
    prompt gets the same answer.
    """

    name = "built-in"
    looks = False
    programs = False

    def __init__(
        self,
        completer: Completer,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        watch: ReadingWatch = ReadingWatch(),
    ) -> None:
        self._completer = completer
        self._settings = settings
        self._watch = watch
        self._rules = RuleReasoner(self.read, seconds=settings.wording_seconds, megabytes=settings.action_megabytes)

    def for_turn(self, watch: ReadingWatch) -> "BuiltInReasoner":
        """The same reasoner, for one turn."""
        return BuiltInReasoner(self._completer, self._settings, watch)

    @property
    def reader(self) -> Completer:
        """The reader's engine: its state, and what it costs."""
        return self._completer

    def warm(self, datasets: Sequence[DatasetProfile]) -> None:
        """Reads the tables of questions to come ahead, so that the first waits for its own words only. Never waits.
        Nothing goes to a reader elsewhere before a question does."""
        if datasets and not self._settings.reader_url:
            threading.Thread(target=self._read_ahead, args=(tuple(datasets),), name="tally-warm", daemon=True).start()

    def _read_ahead(self, datasets: Sequence[DatasetProfile]) -> None:
        try:
            self._completer.warm(table_block(datasets, self._completer.count))
        except ReaderError as error:  # the first question tells it
            logger.info("tables were not read ahead: %s", error)

    def close(self) -> None:
        """Ends the reader's engine."""
        self._completer.close()

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer to the prompt. StoppedError when the person stopped the turn while it was read."""
        if isinstance(prompt, ReadQuestion):
            answer: Answer = self.read(prompt)  # type: ignore[assignment]  # it is a Decision
            return answer
        asked = getattr(prompt, "asked", None)
        if isinstance(asked, ReadQuestion) and asked.datasets:
            self.read(asked)  # outside of the rules' seconds: others may be in the line; the reader keeps what it read
        return self._rules.decide(prompt)

    def read(self, prompt: ReadQuestion) -> Decision:
        """What to do with the question: candidates with their probabilities, a question back, or why not."""
        phrases = phrases_in(detect_language(prompt.question))
        if prompt.last_error is not None:
            return _asking(prompt.last_error, [phrases.say("reading.offer.overview")])
        picked = picked_decision(prompt)
        if picked is not None:
            return picked
        if is_about_answer(prompt.question, prompt.history):
            return Decision(next_action="explain", rationale=ABOUT_ANSWER)
        try:
            candidates = self.candidates(prompt)
        except ReaderError as error:
            if error.failure == "stopped":
                raise StoppedError from error
            return _asking(phrases.say(f"reader.{self._trouble(error)}"), [])
        return decision_of(candidates, prompt, phrases)

    def _trouble(self, error: ReaderError) -> str:
        """What keeps the reader from reading, by the name of its sentence."""
        state = self._completer.state
        if error.failure != "not_there" and state.status != "failed":  # it may have died for the last time
            return error.failure
        return _NOT_THERE.get(state.reason, "not_started")

    def candidates(self, prompt: ReadQuestion) -> list[Candidate]:
        """What the reader wrote and can be understood, the most probable first. ReaderError: it cannot be asked."""
        way_out = self._watch.way_out
        sight = whole_sight(prompt) if way_out is None else way_out.sight(prompt)

        def text() -> str:
            tables = table_block(sight.datasets, self._completer.count)
            return tables + question_block(sight.question, sight.matches, sight.datasets, sight.past)

        if way_out is None:
            written = self._completed(text())
        else:
            written = way_out.ask(prompt, text, self._completed, self._completer.knows)
        found: list[Candidate] = []
        for completion in written:
            try:
                outcome = sight.real(parse_line(completion.text, sight.datasets))
            except UnreadableError:
                continue  # what does not parse is no reading
            found.append(Candidate(outcome, math.exp(completion.log_probability)))
        return sorted(found, key=lambda one: -one.probability)

    def _completed(self, text: str) -> Sequence[Completion]:
        watch = self._watch
        return self._completer.complete(text, stopped=watch.stopped, place=watch.place, person=watch.person)


# ---------------------------------------------------------------- from candidates to a decision


def decision_of(candidates: Sequence[Candidate], prompt: ReadQuestion, phrases: Phrases) -> Decision:
    """What follows from the most probable line; the other candidates are weighed beside it."""
    readings = _readings(candidates, prompt, phrases)
    match candidates[0].outcome if candidates else None:
        case Act() if readings:
            return _act(readings)
        case Ask(own):
            meant = [_reading(f"q{number}", specs, phrases) for number, specs in enumerate(own, 1)]
            return _ask(meant, readings, prompt, phrases)
        case Missing(words) if words:
            return _missing(words, prompt, phrases)
        case Aside("out_of_scope"):
            return Decision(next_action="out_of_scope", rationale="other")
        case Aside("explain"):
            return Decision(next_action="explain", rationale="a question about an idea, not about the data")
    return _ask([], readings, prompt, phrases)


def _readings(
    candidates: Sequence[Candidate], prompt: ReadQuestion, phrases: Phrases
) -> list[tuple[Reading, Evidence]]:
    """The candidates that compute something, each meaning once with its probabilities added."""
    kept: list[tuple[Reading, float]] = []
    for candidate in candidates:
        outcome = candidate.outcome
        if not isinstance(outcome, Act) or (candidate.probability < _LEAST_PROBABILITY and kept):
            continue
        specs = [bring_columns_in(spec, prompt.datasets, prompt.shared_keys) for spec in outcome.specs]
        reading = _reading(f"c{len(kept) + 1}", specs, phrases)
        same = next((place for place, (one, _) in enumerate(kept) if same_meaning(one, reading)), None)
        if same is None:
            kept.append((reading, candidate.probability))
        else:
            kept[same] = (kept[same][0], min(1.0, kept[same][1] + candidate.probability))
    return [(reading, _evidence(reading, probability, prompt)) for reading, probability in kept[:MOST_READINGS]]


def _reading(reading_id: str, specs: Sequence[Spec], phrases: Phrases) -> Reading:
    reading = Reading(reading_id=reading_id, label=reading_id, specs=[*specs])
    label = reading_label(reading, phrases.language)
    return reading.model_copy(update={"label": label, "interpretation": label})


def _evidence(reading: Reading, probability: float, prompt: ReadQuestion) -> Evidence:
    used = {text.casefold() for text in texts_in(reading_json(reading))}
    named = {match.value.casefold() for match in prompt.value_matches if match.kind == "exact"}
    return Evidence(probability=probability, unused=len(named - used))


def _act(readings: Sequence[tuple[Reading, Evidence]]) -> Decision:
    return Decision(
        next_action="act",
        rationale=readings[0][0].interpretation,
        readings=[reading for reading, _ in readings],
        evidence={reading.reading_id: evidence for reading, evidence in readings},
        question_if_different="",
    )


def _ask(
    own: Sequence[Reading], others: Sequence[tuple[Reading, Evidence]], prompt: ReadQuestion, phrases: Phrases
) -> Decision:
    """Readings to choose from, where there are any; else the person is asked for other words."""
    if len(own) > 1:
        return Decision(next_action="act", rationale=own[0].interpretation, readings=[*own[:MOST_READINGS]],
                        question_if_different=phrases.say("reading.ask.this"))  # fmt: skip
    offered = [*own, *(reading for reading, _ in others)]
    if offered:
        question = phrases.say("reading.sure.not_sure")
        return Decision(next_action="act", rationale=offered[0].interpretation, readings=offered[:MOST_READINGS],
                        unsure=True, question_if_different=question)  # fmt: skip
    names = [name for table in prompt.datasets for name in table.column_names][:_NAMED_COLUMNS]
    return _asking(phrases.say("reading.ask.meaning", columns=phrases.say("list.between").join(names)),
                   [phrases.say("reading.offer.overview")])  # fmt: skip


_NAMED_COLUMNS = 12


def _missing(words: Sequence[str], prompt: ReadQuestion, phrases: Phrases) -> Decision:
    """No column holds what is asked for: the nearest ones are offered, each as the question with it in its place."""
    names = [name for table in prompt.datasets for name in table.column_names]
    near = list(dict.fromkeys(name for word in words for name in sharing_a_word(word, names)))[:_OFFERED_COLUMNS]
    listed = near or names[:_NAMED_COLUMNS]
    named = phrases.say("reading.ask.or").join(f"“{word}”" for word in words)
    text = phrases.say("reading.ask.column", named=named, columns=phrases.say("list.between").join(listed))
    asked = [_with_column(prompt.question, words[0], name) for name in near] if len(words) == 1 else []
    return _asking(text, asked, words)


def _with_column(question: str, word: str, column: str) -> str:
    """The question with a column in the place of a word; the column beside it where the word is not in it."""
    place = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", question, re.IGNORECASE) or re.search(
        re.escape(word), question, re.IGNORECASE
    )
    if place is None:
        return f"{question} ({word} = {column})"
    return question[: place.start()] + column + question[place.end() :]


def _asking(text: str, choices: Sequence[str], missing: Sequence[str] = ()) -> Decision:
    return Decision(
        next_action="ask",
        rationale=text,
        clarifying_questions=[text],
        choices=[*choices],
        missing_columns=[*missing],
    )
