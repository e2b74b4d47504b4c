"""A file that was just added is shown as it was read, on the page where it was added, until the first question."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import texts, until_answered
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_mending import ONLY_NAMES, SALES, control, press
from tests.pages.test_other_pages import MESSY, at, uploaded
from tests.registry.formats.workbooks import Row, xlsx

CODES = b"region,amount\nNA,1\nEMEA,2\nAPAC,3\nLATAM,4\nNA,5\nEMEA,6\nAPAC,7\nLATAM,8\n"


def test_its_first_rows_stand_there_with_what_was_decided_and_go_with_the_first_question(
    app: AppTest, service: ScriptedService
) -> None:
    uploaded(app, "sales.csv", SALES)
    assert "**sales.csv**: 4 rows, 3 columns" in texts(app)
    assert "1 row set aside as no data (“Total 70”)" in texts(app)
    assert "**amount**: 1 cell read as missing (“NA”)" in texts(app)
    assert not app.success
    app.chat_input[0].set_value("chart of the mean").run()
    until_answered(app, service, 1)
    assert "set aside as no data" not in texts(app) and not app.success


def test_a_person_who_presses_nothing_has_the_file_as_it_was_read(app: AppTest, service: ScriptedService) -> None:
    uploaded(app, "sales.csv", SALES)
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    assert (dataset.version, len(dataset.frame)) == (1, 4)


def test_it_is_read_otherwise_where_it_stands(app: AppTest, service: ScriptedService) -> None:
    uploaded(app, "sales.csv", SALES)
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    app.session_state[f"added_{dataset.dataset_id}_1_mend_0"] = True
    app.run()
    control(app, "selectbox", "Totals").set_value("rows like others").run()
    assert "**sales.csv**: 5 rows, 3 columns" in texts(app)
    press(app, "Use this reading")
    assert "**sales.csv**: 5 rows, 3 columns" in texts(app)
    assert service.datasets.datasets(app.query_params["c"])[0].version == 1


def test_a_refused_file_stands_where_it_was_refused_with_the_way_to_read_it(
    app: AppTest, service: ScriptedService
) -> None:
    uploaded(app, "numbers.csv", ONLY_NAMES)
    assert len(app.error) == 1 and "column names but no rows" in app.error[0].value
    control(app, "number_input", "Names in line").set_value(0).run()
    press(app, "Load it this way")
    assert "**numbers.csv**: 1 row, 3 columns" in texts(app)
    assert len(service.datasets.datasets(app.query_params["c"])) == 1


def suggested(app: AppTest) -> bool:
    return "Try one of these" in texts(app)


def test_a_file_that_reads_two_ways_is_asked_about_before_anything_is_suggested(
    app: AppTest, service: ScriptedService
) -> None:
    uploaded(app, "codes.csv", CODES)
    assert "Is “NA” in “region” a value" in texts(app) and not suggested(app)
    press(app, "“NA” of “region” counts as missing")
    assert "**region**: 2 cells read as missing (“NA”)" in texts(app) and not suggested(app)
    press(app, "Use this reading")
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    assert (dataset.version, int(dataset.frame["region"].isna().sum())) == (1, 2)
    assert suggested(app)


def test_what_is_shown_is_used_at_one_press_or_by_a_question(app: AppTest, service: ScriptedService) -> None:
    uploaded(app, "codes.csv", CODES)
    press(app, "Use this reading")
    assert suggested(app) and "a value, or" not in texts(app)
    uploaded(at(app, "data"), "others.csv", CODES)
    app.switch_page("pages/chat.py").run()
    assert not suggested(app)
    app.chat_input[0].set_value("chart of the mean").run()
    until_answered(app, service, 1)
    assert "a value, or" not in texts(app)
    assert {one.version for one in service.datasets.datasets(app.query_params["c"])} == {1}


def test_the_order_of_days_and_months_is_asked_for(app: AppTest, service: ScriptedService) -> None:
    uploaded(app, "days.csv", MESSY)
    assert "day: does the day or the month come first?" in texts(app).replace("“", "").replace("”", "")
    press(app, next(button.label for button in app.button if "day first" in button.label.lower()))
    press(app, "Use this reading")
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    assert str(dataset.frame["day"].iloc[0])[:10] == "2024-04-03"


def test_a_refused_workbook_is_read_by_another_of_its_sheets(app: AppTest, service: ScriptedService) -> None:
    cover: list[Row] = [[f"n{n}" for n in range(9)], [" "] * 9]
    uploaded(app, "book.xlsx", xlsx({"Cover": cover, "Staff": [["name", "age"], ["a", 1], ["b", 2]]}))
    assert len(app.error) == 1
    control(app, "selectbox", "Table").set_value("Staff").run()
    press(app, "Load it this way")
    (dataset,) = service.datasets.datasets(app.query_params["c"])
    assert dataset.frame["age"].tolist() == [1, 2] and not app.error
