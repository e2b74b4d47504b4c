"""What can be downloaded of a conversation: its report, its tables, its pictures, its files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from agent.analysis.plots.picture import draw_result
from agent.context import UnknownArtifactError
from agent.nodes.conversation_report import answers_content, chosen_turns, report_content, reported_turns
from agent.reasoning.language import detect_language
from agent.report.bundle import figure_png, table_csv, write_zip
from agent.report.choice import ReportChoice
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.elements import Offered
from agent.report.html import write_html
from agent.report.markdown import Figures, report_markdown, write_markdown
from agent.report.names import report_file, table_file
from agent.report.word import write_word
from agent.report.workbook import write_workbook
from agent.sessions.recomputing import Recomputing
from agent.sessions.turn_parts import TurnParts
from agent.state import Artifact, TurnRecord
from languages.phrase_files import ENGLISH, telling

Download = TypeVar("Download")


@dataclass(frozen=True)
class ReportPreview:
    """A report as Markdown, and what a person can decide about it."""

    markdown: str
    offered: Offered


class Exports(Recomputing):
    """The part of the service that writes files."""

    _reach: TurnParts

    def reported(self, conversation_id: str) -> list[TurnRecord]:
        """The turns that a report can tell, in the order in which they were asked."""
        return reported_turns(self.turns(conversation_id))

    def report_choice(self, conversation_id: str) -> ReportChoice:
        """What goes into the conversation's report."""
        return self._conversations.get(conversation_id).report

    def choose_report(self, conversation_id: str, choice: ReportChoice) -> None:
        """The report holds this from now on, wherever it is written, shown or shared."""
        self._conversations.choose_report(conversation_id, choice.tidied())

    def report_preview(self, conversation_id: str) -> ReportPreview | None:
        """The report as its page shows it, with what can be decided about it; None while there is nothing to report."""
        return self._written(conversation_id, _preview)

    def report_markdown(self, conversation_id: str, *, figures: Figures = "linked") -> str | None:
        """The report of what the person chose, as it is all answers; None while there is nothing to report. Pictures
        are links into the zip."""
        return self._written(conversation_id, partial(write_markdown, figures=figures))

    def report_html(self, conversation_id: str) -> bytes | None:
        """The report as one file that works offline. None as in `report_markdown`."""
        return self._written(conversation_id, write_html)

    def report_word(self, conversation_id: str) -> bytes | None:
        """The report as a document of Word. None as in `report_markdown`."""
        return self._written(conversation_id, write_word)

    def report_zip(self, conversation_id: str) -> bytes | None:
        """report.md with its pictures and tables. None as in `report_markdown`."""
        return self._written(conversation_id, write_zip)

    def table_csv(self, conversation_id: str, artifact_id: str) -> bytes:
        """A table, whole, with formulas neutralised."""
        with telling(_language(self.reported(conversation_id))):
            return table_csv(self.artifact(conversation_id, artifact_id))

    def workbook(self, conversation_id: str, *, turn_id: str = "") -> bytes | None:
        """The answers as an Excel workbook, or one turn's; None where there is none. Tables are whole up to limits that
        it names; no cell is a formula."""
        content = self._answers(conversation_id, turn_id)
        if content is None:
            return None
        with telling(_language(content.turns)):
            return write_workbook(content)

    def notebook_zip(self, conversation_id: str, *, turn_id: str = "") -> bytes | None:
        """The answers, or one turn's, as a Jupyter notebook that runs without Tally, with the data that it reads. None
        where there is no answer."""
        content = self._answers(conversation_id, turn_id)
        if content is None:
            return None
        with telling(_language(content.turns)):
            return self._notebook_of(conversation_id, content)

    def figure_png(self, conversation_id: str, artifact_id: str) -> bytes:
        """A picture of a figure, or of a table as the figure that it is drawn as. UnknownArtifactError where it is
        none."""
        made = self.artifact(conversation_id, artifact_id)
        drawn = draw_result(made) if made["kind"] == "table" else made
        if drawn is None:
            raise UnknownArtifactError(f"There is no picture of {artifact_id}.", "Look at its table.")
        return figure_png(drawn)

    def picture(self, figure: Artifact, language: str) -> bytes:
        """A picture of a figure, kept or drawn for a page, with its dates and numbers as the language writes them."""
        with telling(language):
            return figure_png(figure)

    def file(self, conversation_id: str, path: str) -> bytes:
        """A file that a turn's record names (`report_file_path`, `data_file_path`). UnknownArtifactError if none is."""
        return named_file(self.artifacts(conversation_id), path)

    def _answers(self, conversation_id: str, turn_id: str) -> ReportContent | None:
        given = self.turns(conversation_id), self.artifacts(conversation_id), self.datasets.datasets(conversation_id)
        with telling(_language(chosen_turns(given[0], [turn_id] if turn_id else []))):
            return answers_content(*given, only=turn_id)

    def _written(self, conversation_id: str, write: Callable[[ReportContent], Download]) -> Download | None:
        turns, loaded = self.turns(conversation_id), self.datasets.datasets(conversation_id)
        choice = self.report_choice(conversation_id)
        with telling(_language(chosen_turns(turns, choice.answers))):
            content = report_content(self._reasoner, turns, self.artifacts(conversation_id), loaded, choice=choice)
            return write(replace(content, departures=self._reach.departures(conversation_id))) if content else None


def _preview(content: ReportContent) -> ReportPreview:
    report = compose(content)
    return ReportPreview(report_markdown(report, figures="linked"), report.offered)


def _language(told: Sequence[TurnRecord]) -> str:
    """What is written of a conversation is in the language of the first question that it tells."""
    return detect_language(told[0]["question"]) if told else ENGLISH


# ----------------------------------------------------------------
# Files that a turn's record names: reports and tables, made from results when they are downloaded.


def named_file(artifacts: Mapping[str, Artifact], path: str) -> bytes:
    """The file of this name. UnknownArtifactError when no result gives one."""
    for artifact in artifacts.values():
        if artifact["kind"] == "table" and path == table_file(artifact):
            return table_csv(artifact)
        if artifact["kind"] == "text" and path == report_file(artifact):
            return str(artifact["payload"]).encode("utf-8")
    raise UnknownArtifactError(f"There is no file {path}.", "Use a name that a turn gives.")
