"""What stands in a report and where: the one place that decides it, for every kind of file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from agent.analysis.frames.ledger import rows_beside
from agent.analysis.plots.picture import draw_result
from agent.report.choice import REPORT_PARTS, ReportPart
from agent.report.content import ReportContent
from agent.report.departures import shown_heads
from agent.report.elements import (
    BEST_PICTURE,
    Answer,
    Bullets,
    Element,
    Folded,
    Grid,
    Heading,
    Line,
    Offered,
    Paragraph,
    Picture,
    Program,
    Report,
    Run,
    Summary,
    line_of,
)
from agent.report.listed import without_listed
from agent.report.notes import Notes, is_number
from agent.report.prose import Block, blocks, without_said
from agent.report.shown import MOST_OPEN_ROWS, grid_of, holds_rows, picture_of_figure, rank_of
from agent.report.wording import condition_of, incomplete_of, ledger_lines
from agent.report.words import say
from agent.specs.locales import date_words
from agent.specs.result_words import as_title
from agent.specs.words import words_in
from agent.state import Artifact, ResolvedText, TurnRecord

MOST_FINDINGS = 6
"""Sentences of answers in the half page that is read first; the others are told with their answers alone."""
MOST_ROWS = 50
T = TypeVar("T")
_STOPS = (".", "。", "!", "?")


def compose(content: ReportContent) -> Report:
    """The report: findings and the best picture; each answer once; how it was computed, the data, what was decided;
    footnotes; of these parts those that the person wants. No sentence of the findings stands in an answer again."""
    return _Composer(content, Notes(content.artifacts, are_wanted="notes" not in content.choice.left_out)).report()


@dataclass
class _Composer:
    """A report as it comes together."""

    content: ReportContent
    notes: Notes
    said: set[str] = field(default_factory=set)  # sentences of the findings
    told: dict[str, int] = field(default_factory=dict)  # what each answer says, and the first one's place
    best: Picture | None = None
    offered: list[ReportPart] = field(default_factory=list)

    def report(self) -> Report:
        content = self.content
        shown = {place: self._pictures(turn) for place, turn in enumerate(content.turns, 1)}
        self.best = self._leading([one for each in shown.values() for one in each])
        parts: list[Element] = [
            *([Paragraph(line_of(content.choice.opening))] if content.choice.opening else []),
            *([Paragraph(line_of(self._origin()), soft=True)] if content.datasets or content.made_at else []),
            *self._summary(),
            *[part for section in content.sections for part in self._section(section.title, section.prose,
                                                                             section.artifact_ids)],
            *[self._answer(turn, place, shown[place]) for place, turn in enumerate(content.turns, 1)],
            *_listed("section.unverified", content.unverified),
            *self._wanted("method", _folded("section.computed", [*self._steps(), *self._programs()])),
            *self._wanted("data", _headed("section.data", [part for facts in content.datasets for part in (
                Heading(3, facts.name), _bullets(facts.sentences))])),
            *self._wanted("decisions", _listed("section.decided", dict.fromkeys(
                (*content.assumptions, *content.caveats)))),
            *self._wanted("departures", _folded("section.departures", [*self._departures()])),
            *self._wanted("next", _listed("section.next", content.next_questions)),
        ]  # fmt: skip
        self._wanted("notes", parts)
        pictures = [(place, one.artifact) for place, each in shown.items() for one in each]
        title = content.choice.title or content.title
        offered = Offered(tuple(part for part in REPORT_PARTS if part in self.offered), tuple(pictures))
        return Report(title, content.made_at, tuple(parts), self.notes.texts, offered)

    def _wanted(self, part: ReportPart, given: Sequence[T]) -> Sequence[T]:
        """What belongs to a part, if there is something and the person did not leave the part out."""
        if given:
            self.offered.append(part)
        return () if part in self.content.choice.left_out else given

    def _leading(self, pictures: Sequence[Picture]) -> Picture | None:
        """The picture that the person put first, else the one that tells most."""
        wanted = self._wanted("picture", pictures)
        chosen = [one for one in wanted if one.artifact["artifact_id"] == self.content.choice.picture]
        return chosen[0] if chosen else min(wanted, key=rank_of, default=None)

    # ------------------------------------------------------------ the half page that is read first

    def _origin(self) -> str:
        """Which data, and when."""
        made = self.content.made_at[:10]
        told = [facts.named for facts in self.content.datasets]
        return " ".join([*told, *([say("line.made", time=date_words(made))] if made else [])])

    def _summary(self) -> list[Element]:
        found = self._wanted("findings", self._findings())
        self.said = {block.text for block in found}
        lines = tuple(self._paragraphs(found, [self._finding(block) for block in found]))
        if not lines and self.best is None:
            return []
        return [*([Heading(2, say("section.conclusion"))] if lines else []), Summary(lines, self.best)]

    def _findings(self) -> list[Block]:
        """The sentences of the conclusion; of those that answers give, the first with a number in them."""
        tables = {one["artifact_id"]: one for one in self.content.artifacts.values() if one["kind"] == "table"}
        every = blocks(without_listed(self.content.conclusion, tables))
        found, from_answers = list[Block](), 0
        for block in every:
            if block.text in (one.text for one in found):
                continue
            is_of_answer = self.content.place_of(block.text) > 0
            if is_of_answer and (from_answers == MOST_FINDINGS or not _has_number(block)):
                continue
            from_answers += is_of_answer
            found.append(block)
        return found or [*every[:MOST_FINDINGS]]

    def _finding(self, block: Block) -> Line:
        """A sentence with its condition in it, its numbers strong, and the answer that it is from."""
        line, place = self._line(block, strong=True), self.content.place_of(block.text)
        if not place:
            return line
        turn = self.content.turns[place - 1]
        main = self.content.artifacts_of(turn)
        untold = [one for one in _common(map(condition_of, main)) if one.casefold() not in block.text.casefold()]
        if untold:
            line = _before_stop(line, say("finding.where", conditions=_joined(untold)))
        halves = [one for artifact in self._with_details(turn) for one in incomplete_of(artifact)]
        if halves and not any(one in block.text for one in halves):
            given = [*dict.fromkeys(halves)]
            line = _before_stop(line, say("finding.incomplete", periods=_joined(given), count=len(given)))
        if len(self.content.turns) < 2:
            return line
        return (*line, Run(" "), Run(say("finding.answer", place=place), place=f"answer-{place}"))

    def _with_details(self, turn: TurnRecord) -> list[Artifact]:
        return [self.content.artifacts[one] for one in turn["artifact_ids"] if one in self.content.artifacts]

    # ------------------------------------------------------------ answers

    def _answer(self, turn: TurnRecord, place: int, pictures: Sequence[Picture]) -> Answer:
        made = self._with_details(turn)
        main = self.content.artifacts_of(turn)
        tables = {one["artifact_id"]: one for one in made if one["kind"] == "table"}
        told = without_said(blocks(without_listed(turn["answer"], tables)), self.said)
        said = [*self._told(told, place)]
        said += [Paragraph(line_of(str(one["payload"]))) for one in main if one["kind"] == "text"]
        said += self._rows_line(turn, main)
        shown = tuple(one for one in pictures if one is not self.best)
        if len(shown) < len(pictures):
            said.append(Paragraph((Run(say("line.picture_above"), place=BEST_PICTURE),), soft=True))
        drawn = {one.artifact["title"] for one in shown}
        filled = [one for one in tables.values() if holds_rows(one)] or [*tables.values()][:1]
        listed = [
            grid_of(one, folded=bool(shown), most=MOST_ROWS, drawn=drawn) for one in filled if one["role"] == "main"
        ]  # fmt: skip
        listed += [grid_of(one, folded=True, most=MOST_OPEN_ROWS) for one in filled if one["role"] == "detail"]
        heading = Heading(2, say("line.question", place=place, question=as_title(turn["question"])), f"answer-{place}")
        return Answer(heading, tuple(said), shown, tuple(listed))

    def _told(self, told: Sequence[Block], place: int) -> Iterator[Element]:
        """What an answer says; of one that says the same as an earlier one, which."""
        first = self.told.setdefault("\n".join(block.text for block in told), place) if told else place
        if first < place:
            yield Paragraph((Run(say("line.as_before", place=first), place=f"answer-{first}"),), soft=True)
        else:
            yield from self._paragraphs(told, [self._line(block) for block in told])

    def _pictures(self, turn: TurnRecord) -> list[Picture]:
        """The pictures of an answer: its figures, or the one that its only table is drawn as."""
        main = self.content.artifacts_of(turn)
        figures = [one for one in main if one["kind"] == "figure"]
        if not figures and len(main) == 1 and (drawn := draw_result(main[0])) is not None:
            figures = [drawn]
        return [picture_of_figure(one) for one in figures]

    def _rows_line(self, turn: TurnRecord, main: Sequence[Artifact]) -> Iterator[Paragraph]:
        used, total = turn["rows_used"], turn["rows_total"]
        if used is not None and total is not None:
            key = "line.rows_all" if used == total else "line.rows"
            told = say(key, used=used, total=total, beside=rows_beside(turn))
            note = self.notes.of_artifacts(one["artifact_id"] for one in main)
            yield Paragraph((Run(told, note=note),), soft=True)

    def _section(self, title: str, prose: ResolvedText, artifact_ids: Sequence[str]) -> list[Element]:
        found = blocks(prose)
        shown = [self.content.artifacts[one] for one in artifact_ids if one in self.content.artifacts]
        parts = [*self._paragraphs(found, [self._line(block) for block in found])]
        for one in shown:
            if one["kind"] == "figure":
                parts.append(picture_of_figure(one))
            elif one["kind"] == "table":
                parts.append(grid_of(one, folded=False, most=MOST_ROWS))
            else:
                parts.append(Paragraph(line_of(str(one["payload"]))))
        return [Heading(2, title), *parts] if parts else []

    # ------------------------------------------------------------ lines

    def _paragraphs(self, found: Sequence[Block], lines: Sequence[Line]) -> Iterator[Element]:
        """Blocks as paragraphs and lists."""
        items: list[Line] = []
        for block, line in zip(found, lines, strict=True):
            if block.kind == "item":
                items.append(line)
                continue
            if items:
                yield Bullets(tuple(items))
                items = []
            yield Paragraph(line)
        if items:
            yield Bullets(tuple(items))

    def _line(self, block: Block, *, strong: bool = False) -> Line:
        runs: list[Run] = []
        for span in block.spans:
            cited = span.citation
            if cited is None or not is_number(cited):
                runs.append(Run(span.text))
            else:
                is_struck = not cited["verified"]
                runs.append(Run(span.text, strong=strong, struck=is_struck, note=self.notes.of_citation(cited)))
        return _noted_once(runs)

    # ------------------------------------------------------------ what stands behind the answers

    def _steps(self) -> Iterator[Element]:
        """What was done to the rows, each step once with the answers that it belongs to."""
        places: dict[str, list[int]] = {}
        for place, turn in enumerate(self.content.turns, 1):
            ledgers = [one["ledger"] for one in self._with_details(turn) if one["ledger"] is not None]
            for step in dict.fromkeys(line for ledger in ledgers for line in ledger_lines(ledger)):
                places.setdefault(step, []).append(place)
        several = len(self.content.turns) > 1
        lines = [
            say("line.step", step=step, places=_joined(map(str, of))) if several else step
            for step, of in places.items()
        ]
        if lines:
            yield _bullets(lines)

    def _programs(self) -> Iterator[Element]:
        for place, code in self.content.programs:
            yield Heading(3, say("section.program", place=place))
            yield Program(code)

    def _departures(self) -> Iterator[Element]:
        departures = self.content.departures
        if not departures.requests:
            return
        yield Paragraph(line_of(" ".join(departures.sentences)))
        heads = tuple(shown_heads())
        rows = tuple(tuple(row) for row in departures.rows(whole=True))
        yield Grid(None, "", heads, (False,) * len(heads), rows, len(rows))


def _common(each: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """What all have, where they do not differ; results with conditions of their own say them themselves."""
    found = [*dict.fromkeys(each)]
    return found[0] if len(found) == 1 else ()


def _has_number(block: Block) -> bool:
    return any(span.citation is not None and is_number(span.citation) for span in block.spans)


def _noted_once(runs: Sequence[Run]) -> Line:
    """The runs with a footnote that several numbers share at the last of these alone."""
    last = {run.note: place for place, run in enumerate(runs)}
    return tuple(run if last[run.note] == place else replace(run, note=0) for place, run in enumerate(runs))


def _before_stop(line: Line, told: str) -> Line:
    """The sentence with something told before its full stop."""
    *some, last = line
    text = last.text.rstrip()
    if last.note or not text.endswith(_STOPS):
        return (*line, Run(told))
    return (*some, Run(f"{text[:-1]}{told}{text[-1]}", strong=last.strong))


def _joined(texts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *some, last = texts
    words = words_in()
    return words.say("label.and").join([words.say("value.between").join(some), last] if some else [last])


def _bullets(texts: Iterable[str]) -> Bullets:
    return Bullets(tuple(line_of(text) for text in texts))


def _headed(key: str, parts: Sequence[Element]) -> list[Element]:
    return [Heading(2, say(key)), *parts] if parts else []


def _listed(key: str, texts: Iterable[str]) -> list[Element]:
    told = [*texts]
    return _headed(key, [_bullets(told)]) if told else []


def _folded(key: str, parts: Sequence[Element]) -> list[Element]:
    return [Folded(Heading(2, say(key)), tuple(parts))] if parts else []
