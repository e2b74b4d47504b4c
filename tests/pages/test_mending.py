"""A file that was read wrongly is mended on the data page: one click in the receipt, or any choice with its preview."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.data.mending.file_part import line_numbers
from registry.dataset import Dataset
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_other_pages import at, uploaded

SALES = b"region,month,amount\nNorth,2024-01,10\n,2024-02,20\nSouth,2024-01,NA\n,2024-02,40\nTotal,,70\n"
ONLY_NAMES = b"1;2;3\n"


@pytest.fixture
def mending(app: AppTest, service: ScriptedService) -> Callable[[bytes], AppTest]:
    """The data page with one file whose reading is being changed."""

    def opened(content: bytes) -> AppTest:
        uploaded(at(app, "data"), "bank.csv", content)
        return unfold(app, service)

    return opened


def unfold(app: AppTest, service: ScriptedService) -> AppTest:
    """Opens the choices of the one data set in its present version."""
    dataset = data(app, service)
    app.session_state[f"mend_{dataset.dataset_id}_{dataset.version}"] = True
    return app.run()


def data(app: AppTest, service: ScriptedService) -> Dataset:
    return service.datasets.datasets(app.query_params["c"])[0]


def control(app: AppTest, kind: str, label: str):  # type: ignore[no-untyped-def]  # one of the driver's widgets
    return next(each for each in getattr(app, kind) if each.label == label)


def press(app: AppTest, label: str) -> AppTest:
    control(app, "button", label).click().run()
    assert not app.exception
    return app


def test_the_preview_follows_each_choice_and_nothing_is_kept_before_it_is_used(
    mending: Callable[[bytes], AppTest], service: ScriptedService
) -> None:
    app = mending(b"a;b\n1,5;x\n2,5;y\n")
    control(app, "selectbox", "Columns are separated by").set_value("comma").run()
    assert "**Read this way:** 2 rows, 2 columns" in texts(app)
    control(app, "selectbox", "Columns are separated by").set_value("bar").run()
    assert "**Read this way:** 2 rows, 1 column" in texts(app)
    assert data(app, service).choices.delimiter is None
    press(app, "Use this reading")
    assert data(app, service).choices.delimiter == "|"


def test_a_choice_is_taken_back_where_it_is_listed(
    mending: Callable[[bytes], AppTest], service: ScriptedService
) -> None:
    app = mending(SALES)
    control(app, "number_input", "Names in line").set_value(3).run()
    control(app, "selectbox", "Totals").set_value("rows like others").run()
    assert "**Read this way:** 3 rows" in texts(app)
    press(app, "Column names are in line 3")
    assert "**Read this way:** 5 rows" in texts(app)
    press(app, "As it was")
    assert "**Read this way:** 4 rows" in texts(app)
    assert control(app, "button", "Use this reading").disabled


def test_lines_are_left_out_by_their_numbers(mending: Callable[[bytes], AppTest], service: ScriptedService) -> None:
    app = mending(SALES)
    control(app, "text_input", "Leave out lines").set_value("2 - 3, 5").run()
    press(app, "Use this reading")
    assert data(app, service).choices.skip_lines == (2, 3, 5)
    assert len(data(app, service).frame) == 1
    unfold(app, service)
    control(app, "text_input", "Leave out lines").set_value("all").run()
    assert "Write numbers of lines" in texts(app)
    control(app, "text_input", "Leave out lines").set_value("").run()
    press(app, "Use this reading")
    assert data(app, service).choices.skip_lines == ()


def test_a_column_is_named_described_typed_and_filled(
    mending: Callable[[bytes], AppTest], service: ScriptedService
) -> None:
    app = mending(SALES)
    control(app, "checkbox", "Fill blank cells from above").check().run()
    control(app, "text_input", "Name").set_value("area").run()
    control(app, "text_input", "What it means").set_value("where it was sold").run()
    control(app, "selectbox", "Column").set_value("amount").run()
    control(app, "text_input", "Unit").set_value("EUR").run()
    control(app, "selectbox", "Holds").set_value("text").run()
    control(app, "multiselect", "Words that are values").set_value(["NA"]).run()
    press(app, "Use this reading")
    dataset = data(app, service)
    assert dataset.frame["area"].tolist() == ["North", "North", "South", "South"]
    assert dataset.frame["amount"].tolist() == ["10", "20", "NA", "40"]
    area, amount = dataset.profile.column("area"), dataset.profile.column("amount")
    assert area is not None and area.description == "where it was sold"
    assert amount is not None and amount.unit == "EUR"


def test_two_columns_cannot_have_one_name(mending: Callable[[bytes], AppTest]) -> None:
    app = mending(SALES)
    control(app, "text_input", "Name").set_value("amount").run()
    assert any("There is a column amount already" in error.value for error in app.error)
    assert control(app, "button", "Use this reading").disabled


def test_a_click_in_the_receipt_reads_otherwise(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "sales.csv", SALES)
    press(app, "“NA” of “amount” is a value")
    assert data(app, service).frame["amount"].tolist() == ["10", "20", "NA", "40"]


def test_a_refused_file_is_mended_and_loaded(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "numbers.csv", ONLY_NAMES)
    assert "has column names but no rows" in app.error[0].value
    control(app, "number_input", "Names in line").set_value(0).run()
    assert "**Read this way:** 1 row, 3 columns" in texts(app)
    press(app, "Load it this way")
    assert data(app, service).choices.header_line == 0
    assert not any(button.label == "Load it this way" for button in app.button)


def test_a_picture_is_refused_and_not_kept(app: AppTest) -> None:
    uploaded(at(app, "data"), "numbers.csv", b"\x89PNG\r\n" + bytes(range(256)))
    assert "was not loaded" in app.error[0].value
    assert not any(button.label == "Load it this way" for button in app.button)


def test_cells_from_a_spreadsheet_are_pasted(app: AppTest, service: ScriptedService) -> None:
    at(app, "data")
    for name in ("Pasted cells.tsv", "Pasted cells 2.tsv"):
        control(app, "text_area", "Cells").set_value("Name\tAmount\nNorth\t10\nSouth, far\t20\n").run()
        press(app, "Load these cells")
        dataset = service.datasets.datasets(app.query_params["c"])[-1]
        assert (dataset.name, dataset.frame["Amount"].tolist()) == (name, [10, 20])


@pytest.mark.parametrize(
    ("text", "lines"),
    [("3, 7-9", (3, 7, 8, 9)), ("", ()), ("3;4", (3, 4)), ("4 2", (2, 4)), ("a", None), ("1-999999", None)],
)
def test_lines_are_read_as_people_write_them(text: str, lines: tuple[int, ...] | None) -> None:
    assert line_numbers(text) == lines
