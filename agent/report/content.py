"""What a report says, before it is written in any format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.analysis.frames.source import tables_of
from agent.analysis.standalone_program import reproduction_of
from agent.errors import DataError, SpecError
from agent.history import read_anew
from agent.report.choice import WHOLE, ReportChoice
from agent.report.departures import Departures
from agent.report.prose import blocks, without_said
from agent.report.wording import spec_of
from agent.report.words import say
from agent.specs.locales import date_words
from agent.state import Artifact, ResolvedText, TurnRecord
from registry.dataset import Dataset
from registry.profile import DatasetProfile

_REPORTED = ("answered", "explained")
_DAY = 10  # characters of an ISO date


@dataclass(frozen=True)
class DatasetFacts:
    """A data set as the report describes it, so that the same file can be recognised."""

    dataset_id: str
    name: str
    version: int
    fingerprint: str  # SHA-256 of the file
    rows: int
    columns: int
    receipt: tuple[str, ...] = ()  # what reading the file assumed, converted, skipped
    period: str = ""  # from when to when, where one column tells dates

    @property
    def named(self) -> str:
        """ "orders.csv: 60,000 rows, from 1 January 2025 to 31 December 2025"."""
        return say("dataset.named", name=self.name, rows=self.rows, period=self.period)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Version, size and fingerprint, then what reading the file did."""
        size = say("dataset.size", version=self.version, rows=self.rows, columns=self.columns)
        return size, *self.receipt, say("dataset.fingerprint", fingerprint=self.fingerprint)


def dataset_facts(dataset: Dataset) -> DatasetFacts:
    """The facts of a data set with its import receipt as sentences."""
    receipt = dataset.receipt
    sign, line = _name_sign(receipt.delimiter), receipt.header_line
    told = [say("dataset.read", encoding=receipt.encoding, sign=sign, decimal=receipt.decimal, line=line)]
    told += [say("dataset.entry", action=say(f"action.{entry.action}"), text=entry.text) for entry in receipt.entries]
    return DatasetFacts(
        dataset.dataset_id, dataset.name, dataset.version, dataset.fingerprint, receipt.rows, receipt.columns,
        tuple(told), _period_of(dataset.profile),
    )  # fmt: skip


def _period_of(profile: DatasetProfile) -> str:
    """From when to when the rows are, where one column tells it; of several each would say something else."""
    dated = [one for one in profile.columns if one.kind in ("date", "datetime") and one.first and one.last]
    if len(dated) != 1:
        return ""
    first, last = (date_words(str(one)[:_DAY]) for one in (dated[0].first, dated[0].last))
    return say("dataset.period", first=first, last=last)


def _name_sign(delimiter: str) -> str:
    named = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}
    return say(f"sign.{named[delimiter]}") if delimiter in named else delimiter


@dataclass(frozen=True)
class ReportSection:
    """A part of a report with a title of its own: text, then artifacts by id, shown whole."""

    title: str
    prose: ResolvedText
    artifact_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReportContent:
    """Everything a report shows. `artifacts` are whole, by id, in the order they were made."""

    title: str
    conclusion: ResolvedText
    turns: tuple[TurnRecord, ...]
    artifacts: Mapping[str, Artifact]
    datasets: tuple[DatasetFacts, ...]
    caveats: tuple[str, ...] = ()
    next_questions: tuple[str, ...] = ()
    made_at: str = ""
    sections: tuple[ReportSection, ...] = ()  # after the conclusion
    departures: Departures = field(default_factory=Departures)
    programs: tuple[tuple[int, str], ...] = ()  # the place of an answer, counted from 1, and what computes it again
    choice: ReportChoice = WHOLE  # of the parts; its answers are `turns` already

    def artifacts_of(self, turn: TurnRecord) -> list[Artifact]:
        """The artifacts that answer a turn, without those that only support it."""
        found = [self.artifacts[one] for one in turn["artifact_ids"] if one in self.artifacts]
        return [artifact for artifact in found if artifact["role"] == "main"]

    def place_of(self, sentence: str) -> int:
        """The number of the answer that a sentence of the conclusion is taken from, counted from 1; 0 for none."""
        said = {sentence}
        for place, turn in enumerate(self.turns, 1):
            own = blocks(turn["answer"])
            if own and without_said(own, said) != own:
                return place
        return 0

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions of all turns, each once."""
        return tuple(dict.fromkeys(one for turn in self.turns for one in turn["assumptions"]))

    @property
    def unverified(self) -> tuple[str, ...]:
        """The numbers that stand in no result, as they are written."""
        sections = (section.prose for section in self.sections)
        texts = [self.conclusion, *sections, *(turn["answer"] for turn in self.turns)]
        return tuple(
            dict.fromkeys(one["display"] for text in texts for one in text["citations"] if not one["verified"])
        )


def assemble(
    *,
    title: str,
    conclusion: ResolvedText,
    turns: Iterable[TurnRecord],
    artifacts: Mapping[str, Artifact],
    datasets: Iterable[Dataset],
    caveats: Sequence[str] = (),
    next_questions: Sequence[str] = (),
    made_at: str,
    choice: ReportChoice = WHOLE,
) -> ReportContent:
    """The content of a report from a conversation: its answered and explained turns, and the artifacts they use.

    Caveats of the turns follow those given; each is said once. Data sets: those that the artifacts come from, all
    when there is no artifact. `made_at` is ISO text, given so that the same conversation gives the same report.
    """
    known = [*datasets]
    reported = tuple(turn for turn in turns if turn["status"] in _REPORTED)
    texts = [conclusion, *(turn["answer"] for turn in reported)]
    cited = {cell["artifact_id"] for text in texts for one in text["citations"] for cell in one["cells"]}
    wanted = cited | {one for turn in reported for one in (*turn["artifact_ids"], *turn.get("step_ids", []))}
    used = {one: artifact for one, artifact in artifacts.items() if one in wanted}
    named = {dataset_id for artifact in used.values() for dataset_id in artifact["dataset_ids"]}
    facts = tuple(dataset_facts(dataset) for dataset in known if not named or dataset.dataset_id in named)
    all_caveats = [*caveats, *_read_anew(reported, known), *(one for turn in reported for one in turn["caveats"])]
    return ReportContent(
        title=title,
        conclusion=conclusion,
        turns=reported,
        artifacts=used,
        datasets=facts,
        caveats=tuple(dict.fromkeys(all_caveats)),
        next_questions=tuple(dict.fromkeys(next_questions)),
        made_at=made_at,
        programs=tuple(_programs(reported, used, known)),
        choice=choice,
    )


def _programs(
    turns: Sequence[TurnRecord], artifacts: Mapping[str, Artifact], datasets: Sequence[Dataset]
) -> Iterator[tuple[int, str]]:
    """What computes each answer again: the program that did, or one that is written for its specs. None for an answer
    on an earlier version of its data, or of a kind that no program is written for."""
    tables = tables_of(one for one in datasets if one.in_memory)
    versions = {dataset.dataset_id: dataset.version for dataset in datasets}
    for place, turn in enumerate(turns, 1):
        names = dict.fromkeys((*turn.get("step_ids", []), *turn["artifact_ids"]))
        made = [artifacts[one] for one in names if one in artifacts]
        code = turn.get("code") or next((one["code"] for one in made if one["code"]), "")
        specs = [spec for one in made if (spec := spec_of(one)) is not None]
        is_here = all(one in tables for artifact in made for one in artifact["dataset_ids"])
        if not code and specs and is_here and not read_anew(turn, versions):
            try:
                code = reproduction_of(specs, tables).code
            except (SpecError, DataError):
                code = ""
        if code:
            yield place, code


def _read_anew(turns: Sequence[TurnRecord], datasets: Sequence[Dataset]) -> Iterator[str]:
    """A sentence for each answer that was computed on an earlier version of its data."""
    versions = {dataset.dataset_id: dataset.version for dataset in datasets}
    names = {dataset.dataset_id: dataset.name for dataset in datasets}
    for turn in turns:
        for dataset_id, version in read_anew(turn, versions).items():
            yield say(
                "dataset.anew", question=turn["question"], version=version, name=names[dataset_id],
                now=versions[dataset_id],
            )  # fmt: skip
