"""A reader at another machine: what goes to it stands in the ledger, and what is held back does not go."""

from collections.abc import Callable

from agent.reader.completion import ReaderState
from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.sharing import Sharing
from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.reader.scripted import ScriptedReader, Written
from tests.agent.scripted import STAFF

ELSEWHERE = Settings(reader_url="http://reader.internal:8080")
HERE = Settings()
MEAN = "groupby_agg by=department m=salary.mean"


class Desk:
    """A conversation about the staff, with a reader that keeps what it was asked."""

    def __init__(self, written: Written, settings: Settings = ELSEWHERE, state: ReaderState | None = None) -> None:
        self.reader = ScriptedReader(written, state or ReaderState("ready"))
        self.service = AnalystService(settings, reasoner=BuiltInReasoner(self.reader, settings))
        self.conversation = self.service.start_conversation("owner")
        self.dataset = self.service.datasets.add(self.conversation, "staff.csv", STAFF)

    def ask(self, question: str) -> str:
        turn = self.service.ask(self.conversation, question)
        return turn["interpretation"] or turn["answer"]["text"]

    def share(self, change: Callable[[Sharing], Sharing]) -> None:
        models = self.service.models
        models.share(self.conversation, change(models.sharing(self.conversation)))

    def hold_back(self, column: str, *, named: bool = True) -> None:
        how = "name_and_type" if named else "alias"
        self.share(lambda sharing: sharing.withholding(self.dataset.dataset_id, column, how))  # type: ignore[arg-type]


def test_each_reading_is_in_the_ledger_once_with_the_columns_and_cells_it_carried() -> None:
    desk = Desk({"pay?": [(MEAN, 0.97)]})
    assert desk.ask("pay?") == "average salary by department"
    (entry,) = desk.service.models.egress(desk.conversation)
    assert (entry.host, entry.purpose, entry.outcome) == ("reader.internal:8080", "read_question", "answered")
    assert {"department", "salary"} <= {*entry.cargo.columns}
    assert dict(entry.cargo.samples)["department"] > 0
    assert "salary" in entry.cargo.figures


def test_the_reader_on_this_machine_sends_nothing() -> None:
    desk = Desk({"pay?": [(MEAN, 0.97)]}, HERE)
    desk.ask("pay?")
    assert not desk.service.models.egress(desk.conversation)


def test_a_reading_that_failed_has_gone_out_too() -> None:
    desk = Desk({}, state=ReaderState("failed", "unreachable"))
    desk.ask("pay?")
    (entry,) = desk.service.models.egress(desk.conversation)
    assert "not there" in entry.outcome


def test_no_table_goes_out_before_a_question() -> None:
    desk = Desk({})
    desk.service.prepare_reader()
    assert not desk.reader.warmed


def test_cells_of_a_column_that_is_held_back_stay_here_those_of_the_question_too() -> None:
    desk = Desk({"pay in value_1?": [("groupby_agg m=salary.mean where=(department == value_1)", 0.97)]})
    desk.hold_back("department")
    assert desk.ask("pay in Engineering?") == "average salary where department is Engineering"
    (prompt,) = desk.reader.prompts
    assert "Engineering" not in prompt
    (entry,) = desk.service.models.egress(desk.conversation)
    assert entry.cargo.withheld == ("department",)
    assert "department" not in dict(entry.cargo.samples)


def test_a_held_back_cell_of_an_earlier_question_stays_here() -> None:
    line = "groupby_agg m=salary.mean where=(department == value_1)"
    desk = Desk({"pay in value_1?": [(line, 0.97)], "and all?": [("groupby_agg m=salary.mean", 0.97)]})
    desk.hold_back("department")
    desk.ask("pay in Engineering?")
    desk.ask("and all?")
    assert "Engineering" not in desk.reader.prompts[-1]


def test_a_hidden_name_goes_as_an_alias_and_comes_back() -> None:
    desk = Desk({"pay by hidden?": [("groupby_agg by=column_1 m=salary.mean", 0.97)]})
    first = desk.dataset.profile.column_names[0]
    desk.hold_back(first, named=False)
    assert first in desk.ask("pay by hidden?")
    assert first not in desk.reader.prompts[0].split("question:")[0].split()


def test_with_no_values_at_all_neither_cells_nor_ranges_go() -> None:
    desk = Desk({"pay?": [(MEAN, 0.97)]})
    desk.share(lambda sharing: Sharing(sharing.withheld, no_samples=True))
    desk.ask("pay?")
    (prompt,) = desk.reader.prompts
    assert "Engineering" not in prompt
    assert ".." not in prompt
    (entry,) = desk.service.models.egress(desk.conversation)
    assert not entry.cargo.samples
    assert not entry.cargo.figures
