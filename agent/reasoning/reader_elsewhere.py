"""A reader at another machine: what of a question may go to it, the way back, and its entry in the egress ledger."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.errors import SpecError
from agent.reader.candidates import Act, Ask, Missing, Outcome
from agent.reader.completion import Completion, ReaderError
from agent.reader.form_parser import UnreadableError
from agent.reader.prompt import PastQuestion, cells_told
from agent.reasoning.chat.shown.profile_text import Written
from agent.reasoning.chat.shown.quoting import reads_like_instruction
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.egress import EgressEntry, EgressLedger
from agent.reasoning.past_questions import one_by_one
from agent.reasoning.prompts import PastTurn, ReadQuestion
from agent.reasoning.sharing import Sharing
from agent.specs.parse import Spec, parse_spec
from agent.specs.plain_data import spec_json
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

PAST_QUESTIONS = 3


@dataclass(frozen=True)
class Sight:
    """What the reader sees of a question; `real` gives what it wrote with the real names and values, UnreadableError
    where that is no spec."""

    datasets: Sequence[DatasetProfile]
    question: str
    matches: Sequence[ValueMatch]
    past: Sequence[PastQuestion]
    real: Callable[[Outcome], Outcome]


def whole_sight(prompt: ReadQuestion) -> Sight:
    """Everything: for a reader on this machine."""
    past = [PastQuestion(turn.question, turn.specs) for turn in last_turns(prompt)]
    return Sight(prompt.datasets, prompt.question, prompt.value_matches, past, lambda outcome: outcome)


def last_turns(prompt: ReadQuestion) -> list[PastTurn]:
    """The last questions, oldest first."""
    return one_by_one(prompt.history)[-PAST_QUESTIONS:]


@dataclass(frozen=True)
class WayOut:
    """To whom a conversation's questions go, what of them may, and where that is written down."""

    conversation_id: str
    host: str
    model: str
    sharing: Sharing
    ledger: EgressLedger
    find_values: FindValues

    def sight(self, prompt: ReadQuestion) -> Sight:
        """What may be seen by the person's choices, which hold as for a connected model."""
        veil = self._veil(prompt)
        past = [
            PastQuestion(veil.hide(turn.question, self.find_values(turn.question)), _seen_specs(turn.specs, veil))
            for turn in last_turns(prompt)
        ]
        question = veil.hide(prompt.question, prompt.value_matches)
        return Sight(self._told(veil), question, veil.matches, past, lambda outcome: _real(outcome, veil))

    def ask(
        self,
        prompt: ReadQuestion,
        text: Callable[[], str],
        complete: Callable[[str], Sequence[Completion]],
        is_known: Callable[[str], bool],
    ) -> Sequence[Completion]:
        """What `complete` gives for the text, with its entry in the ledger, whether or not it came to an answer. The
        text asks for tokens to be counted, so it goes out with the tables; where `is_known`, nothing does."""
        at, clock = time.time(), time.monotonic()
        written = ""
        try:
            written = text()
            if is_known(written):
                return complete(written)
            completions = complete(written)
        except ReaderError as error:
            self._record(prompt, at, time.monotonic() - clock, written, (), error.message)
            raise
        self._record(prompt, at, time.monotonic() - clock, written, completions, "answered")
        return completions

    def _veil(self, prompt: ReadQuestion) -> Veil:
        return Veil(prompt.datasets, self.sharing, prompt.value_matches)

    def _told(self, veil: Veil) -> tuple[DatasetProfile, ...]:
        """The tables; with no values at all neither ranges nor what stands above them."""
        told = tuple(_without_instructions(table) for table in veil.datasets)
        return tuple(_without_values(table) for table in told) if self.sharing.no_samples else told

    def _record(
        self,
        prompt: ReadQuestion,
        at: float,
        seconds: float,
        text: str,
        completions: Sequence[Completion],
        outcome: str,
    ) -> None:
        veil = self._veil(prompt)
        tables = self._told(veil)
        samples, figures = cells_told(tables, veil.matches)
        columns = [column.name for table in tables for column in table.columns]
        cargo = veil.named(Written(columns=columns, samples=dict(samples), figures=[*figures]))
        entry = EgressEntry(
            at=at,
            purpose="read_question",
            model=self.model,
            host=self.host,
            cargo=cargo,
            prompt_tokens=estimated_tokens(text),
            reply_tokens=sum(len(one.tokens) for one in completions),
            tokens_estimated=True,
            seconds=seconds,
            price_usd=None,
            outcome=outcome,
        )
        self.ledger.record(self.conversation_id, entry)


def _without_instructions(table: DatasetProfile) -> DatasetProfile:
    """The table without cells that read like instructions."""
    columns = [
        replace(
            column, top_values=tuple(each for each in column.top_values if not reads_like_instruction(each.value))
        )
        for column in table.columns
    ]  # fmt: skip
    return replace(table, columns=tuple(columns), title="" if reads_like_instruction(table.title) else table.title)


def _without_values(table: DatasetProfile) -> DatasetProfile:
    return replace(table, title="", columns=tuple(replace(column, numeric=None) for column in table.columns))


def _seen_specs(specs: Sequence[Spec], veil: Veil) -> tuple[Spec, ...]:
    """Specs of an earlier answer as they may go out; () where they hold what is held back."""
    seen = [veil.spec(spec_json(spec)) for spec in specs]
    try:
        return tuple(parse_spec(one) for one in seen if one) if all(seen) else ()
    except SpecError:  # an alias in a place where none may stand
        return ()


def _real(outcome: Outcome, veil: Veil) -> Outcome:
    match outcome:
        case Act(specs):
            return Act(_real_specs(specs, veil))
        case Ask(readings):
            return Ask(tuple(_real_specs(specs, veil) for specs in readings))
        case Missing(words):
            return Missing(tuple(veil.back_text(word) for word in words))
    return outcome


def _real_specs(specs: Sequence[Spec], veil: Veil) -> tuple[Spec, ...]:
    try:
        return tuple(parse_spec(veil.back(spec_json(spec))) for spec in specs)
    except SpecError as error:
        raise UnreadableError(error.message, "Read the question again.") from error
