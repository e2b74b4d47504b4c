"""A prompt made ready: its preparations taken out of the question, and the data as they stand after them."""

import re
from dataclasses import dataclass, replace

from agent.errors import SpecError
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.asking import ask, phrases_of
from agent.reasoning.rules.reading.frame import Frame, Preparation
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.preparing.profiles import prepared
from agent.reasoning.rules.reading.preparing.rules_said import asks_how_many_went, count_of
from agent.reasoning.rules.reading.preparing.unclear import ScaleError, UnclearError
from agent.reasoning.rules.reading.preparing.whole import preparing
from agent.reasoning.rules.reading.wide import LongProfile
from agent.specs.transforms import TreatOutliers

_MOST_CHOICES = 4


@dataclass(frozen=True)
class Ready:
    """`own`: what this question prepares. `only`: it does nothing else. The prompt's data sets stand after `own`, and
    after what the last question prepared.
    """

    prompt: ReadQuestion
    own: Preparation | None = None
    only: bool = False

    def frame(self, frame: Frame, last: Frame | None) -> Frame:
        """The frame with what is prepared for it: as the last question where it goes on from that, then its own."""
        said = self.prompt.question.casefold()
        used = frame.model_dump_json(exclude={"preparation"})
        unread = [name for name in self.own.made if name.casefold() in said and name not in used] if self.own else []
        if unread:
            raise UnclearError(unread[0])
        before = frame.preparation
        made = last.preparation.made if last and last.preparation else set()
        if before is None and last is not None and made & {ref.column for ref in frame.named_columns()}:
            before = last.preparation
        return frame.model_copy(update={"preparation": before.then(self.own) if before else self.own})


def made_ready(prompt: ReadQuestion) -> Ready:
    """The prompt without its preparations. UnclearError for one that cannot be read."""
    last = Memory.from_json(prompt.frame).last
    before = last.preparation if last else None
    try:
        datasets = prepared(prompt.datasets, before)
    except SpecError:  # the data set was replaced by one without these columns
        before, datasets = None, prompt.datasets
    treated = [step for step in before.steps if isinstance(step, TreatOutliers)] if before else []
    if len(treated) == 1 and asks_how_many_went(prompt.question):
        return Ready(replace(prompt, question=count_of(treated[0]), datasets=datasets), before)
    found = preparing(prompt.question, datasets, last)
    if found is None:
        return Ready(replace(prompt, datasets=datasets))
    if any(isinstance(table, LongProfile) for table in datasets):
        raise UnclearError()
    own = found.preparation
    if own is not None and before is not None and before.dataset_id == own.dataset_id:
        own = replace_known(own, before)
    whole = before.then(own) if before and (own is None or own.dataset_id == before.dataset_id) else own
    return Ready(
        replace(prompt, question=found.question, datasets=prepared(prompt.datasets, whole)), own, found.asks_nothing
    )


def replace_known(own: Preparation, before: Preparation) -> Preparation | None:
    """The steps that are not known from before."""
    fresh = [step for step in own.steps if step not in before.steps]
    return own.model_copy(update={"steps": fresh}) if fresh else None


def ask_how_to_prepare(prompt: ReadQuestion, error: UnclearError) -> Decision:
    """What of the preparation is not clear, with the columns that may be meant."""
    phrases = phrases_of(prompt)
    numeric = next(
        (column.name for table in prompt.datasets for column in table.columns if column.kind == "number"), ""
    )
    if isinstance(error, ScaleError):
        ways = [prompt.question.replace(error.said, way) for way in error.ways]
        return ask(prompt, phrases.say("reading.ask.scale", said=error.said), ways)
    if error.columns:
        choices = [_with_column(prompt.question, error.said, column) for column in error.columns][:_MOST_CHOICES]
        return ask(prompt, phrases.say("reading.ask.prepared_of", said=error.said), choices)
    said = f"“{error.said}”" if error.said else f"“{prompt.question}”"
    return ask(prompt, phrases.say("reading.ask.preparing", said=said, column=numeric), [])


def _with_column(question: str, said: str, column: str) -> str:
    """The question with the column of a clause named in it."""
    named = f"{column}の{said}" if re.search(r"[\u3040-\u30ff]", said) else f"{said} in {column}"
    return question.replace(said, named) if said and said in question else f"{question.rstrip(' ?.!？。')} ({column})"
