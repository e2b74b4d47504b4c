"""What a report says, before it is written in any format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.history import read_anew
from agent.report.departures import Departures
from agent.report.prose import blocks, without_said
from agent.report.wording import citation_words, spec_json
from agent.report.words import say
from agent.state import Artifact, Citation, ResolvedText, TurnRecord
from registry.dataset import Dataset

_REPORTED = ("answered", "explained")


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

    @property
    def sentences(self) -> tuple[str, ...]:
        """Version, size and fingerprint, then what reading the file did."""
        size = say("dataset.size", version=self.version, rows=self.rows, columns=self.columns)
        return size, say("dataset.fingerprint", fingerprint=self.fingerprint), *self.receipt


def dataset_facts(dataset: Dataset) -> DatasetFacts:
    """The facts of a data set with its import receipt as sentences."""
    receipt = dataset.receipt
    sign, line = _name_sign(receipt.delimiter), receipt.header_line
    told = [say("dataset.read", encoding=receipt.encoding, sign=sign, decimal=receipt.decimal, line=line)]
    told += [say("dataset.entry", action=say(f"action.{entry.action}"), text=entry.text) for entry in receipt.entries]
    return DatasetFacts(
        dataset.dataset_id, dataset.name, dataset.version, dataset.fingerprint, receipt.rows, receipt.columns,
        tuple(told),
    )  # fmt: skip


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

    def artifacts_of(self, turn: TurnRecord) -> list[Artifact]:
        """The artifacts that answer a turn, without those that only support it."""
        found = [self.artifacts[one] for one in turn["artifact_ids"] if one in self.artifacts]
        return [artifact for artifact in found if artifact["role"] == "main"]

    @property
    def best_picture(self) -> Artifact | None:
        """The picture that stands beside the conclusion: the first that answers a question."""
        shown = (one for turn in self.turns for one in self.artifacts_of(turn))
        return next((one for one in shown if one["kind"] == "figure"), None)

    @property
    def concluded(self) -> frozenset[str]:
        """The sentences of the conclusion; the answers below do not say them again."""
        return frozenset(block.text for block in blocks(self.conclusion))

    def place_of(self, sentence: str) -> int:
        """The number of the answer that a sentence of the conclusion is taken from, counted from 1; 0 for none."""
        said = {sentence}
        for place, turn in enumerate(self.turns, 1):
            own = blocks(turn["answer"])
            if own and without_said(own, said) != own:
                return place
        return 0

    @property
    def places_concluded(self) -> frozenset[int]:
        """The numbers of the answers whose sentence, with its reading, stands in the conclusion."""
        return frozenset(self.place_of(sentence) for sentence in self.concluded) - {0}

    @property
    def computations(self) -> dict[str, str]:
        """Heading -> specification as JSON, or code; each is told once, with all the artifacts that it made."""
        made: dict[tuple[str, str], list[str]] = {}
        for artifact_id, artifact in self.artifacts.items():
            if artifact["spec"] is not None:
                made.setdefault(("specification", spec_json(artifact["spec"])), []).append(artifact_id)
            elif artifact["code"] is not None:
                made.setdefault(("code", artifact["code"]), []).append(artifact_id)
        return {say(f"section.{what}", ids=say("line.both").join(ids)): text for (what, text), ids in made.items()}

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
    )


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


@dataclass
class Notes:
    """The footnotes of a report, numbered in the order in which the numbers come."""

    artifacts: Mapping[str, Artifact]
    texts: list[str] = field(default_factory=list)

    def number(self, citation: Citation) -> int:
        """The number of the note that tells where a number comes from; the same source has one note."""
        text = citation_words(citation, self.artifacts)
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1
