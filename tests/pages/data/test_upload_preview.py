"""A file that was just added is shown as it was read, on the page where it was added, until the first question."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import texts, until_answered
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_mending import ONLY_NAMES, SALES, control, press
from tests.pages.test_other_pages import uploaded


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
    app.session_state[f"added_{dataset.dataset_id}_1_mend"] = True
    app.run()
    control(app, "selectbox", "Totals").set_value("rows like others").run()
    press(app, "Use this reading")
    assert "**sales.csv**: 5 rows, 3 columns" in texts(app)


def test_a_refused_file_stands_where_it_was_refused_with_the_way_to_read_it(
    app: AppTest, service: ScriptedService
) -> None:
    uploaded(app, "numbers.csv", ONLY_NAMES)
    assert len(app.error) == 1 and "column names but no rows" in app.error[0].value
    control(app, "number_input", "Names in line").set_value(0).run()
    press(app, "Load it this way")
    assert "**numbers.csv**: 1 row, 3 columns" in texts(app)
    assert len(service.datasets.datasets(app.query_params["c"])) == 1
