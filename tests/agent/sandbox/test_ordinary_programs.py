"""What an analyst's program leaves in `result` and `fig` comes back as tables, values, texts and figures."""

from collections.abc import Sequence

import pandas as pd
import pytest

from agent.sandbox.results import CodeLimits, CodeResult, PlotlyFigure, PngFigure, ResultTable
from agent.sandbox.sandbox import Sandbox
from tests.agent.sandbox.analyst_programs import PROGRAMS
from tests.agent.sandbox.arena import arena_frame
from tests.cases import sampled

pytestmark = pytest.mark.sandbox
PATIENT = CodeLimits(seconds=120)  # a busy machine is slow


@pytest.fixture
def sales() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "region": pd.Series(["north", "south", "north", None], dtype="str"),
            "amount": [10.0, 20.0, 30.0, float("nan")],
            "count": [1, 2, 3, 4],
            "day": pd.to_datetime(["2024-01-01", "2024-01-02", "NaT", "2024-01-04"]),
            "paid": [True, False, True, True],
            "known": pd.array([True, None, False, True], dtype="boolean"),
            "size": pd.Categorical(["S", "L", "S", None], categories=["S", "L"], ordered=True),
        }
    )


@pytest.fixture
def run(sandbox: Sandbox, sales: pd.DataFrame) -> "Runner":
    return Runner(sandbox, sales)


class Runner:
    def __init__(self, sandbox: Sandbox, sales: pd.DataFrame) -> None:
        self.sandbox, self.sales = sandbox, sales

    def __call__(self, code: str) -> CodeResult:
        result = self.sandbox.run_code(code, {"sales": self.sales}, limits=PATIENT)
        assert result.ok, result.error
        return result


@sampled(PROGRAMS.items(), every=4)
def test_what_analysts_write_works(
    sandbox: Sandbox, cases: Sequence[tuple[str, str]], subtests: pytest.Subtests
) -> None:
    for name, code in cases:
        with subtests.test(name, code=code):
            result = sandbox.run_code(code, {"data": arena_frame()}, limits=PATIENT)
            assert result.ok, result.error
            assert result.results or result.figures


def test_a_grouped_series_is_a_table_with_its_keys(run: Runner) -> None:
    table = run("result = df.groupby('region')['amount'].sum()").tables[0]
    assert table == ResultTable("result", ("region", "amount"), (("north", 40.0), ("south", 20.0)), 2, key_columns=1)


def test_a_frame_comes_back_cell_by_cell(run: Runner) -> None:
    table = run("result = datasets['sales']").tables[0]
    assert table.columns == ("region", "amount", "count", "day", "paid", "known", "size")
    assert table.rows[0] == ("north", 10.0, 1, "2024-01-01", True, True, "S")
    assert table.rows[2][3] is None
    assert table.rows[3] == (None, None, 4, "2024-01-04", True, True, None)
    assert table.key_columns == 0


def test_the_types_of_columns_are_those_of_the_data_set(run: Runner, sales: pd.DataFrame) -> None:
    value = run("result = df.dtypes.astype(str).to_dict()").values[0].value
    assert value == sales.dtypes.astype(str).to_dict()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("result = df['count'].sum()", 10),
        ("result = df['amount'].mean()", 20.0),
        ("result = np.float64('nan')", None),
        ("result = df['day'].max()", "2024-01-04T00:00:00"),
        ("result = {'a': 1, 'b': [1, 2.5, None]}", {"a": 1, "b": [1, 2.5, None]}),
        ("result = (1, 'x')", [1, "x"]),
        ("result = 2**70", str(2**70)),
        ("result = df['count'].skew() > 5", False),
    ],
)
def test_a_plain_value_is_a_value(run: Runner, code: str, expected: object) -> None:
    values = run(code).values
    texts = run(code).texts
    assert (values[0].value if values else texts[0].text) == expected


def test_records_are_a_table(run: Runner) -> None:
    table = run("result = [{'a': 1, 'b': 2}, {'a': 3, 'b': 4}]").tables[0]
    assert (table.columns, table.rows) == (("a", "b"), ((1, 2), (3, 4)))


def test_a_dict_of_frames_is_several_tables(run: Runner) -> None:
    result = run("result = {'first': df.head(1), 'n': 3}")
    assert [table.name for table in result.tables] == ["first"]
    assert result.values[0].value == 3


def test_a_long_table_is_cut_and_says_how_long_it_is(run: Runner) -> None:
    table = run("result = pd.DataFrame({'x': range(50_000)})").tables[0]
    assert (len(table.rows), table.total_rows) == (10_000, 50_000)


def test_a_plotly_figure_has_plain_lists(run: Runner) -> None:
    figure = run("fig = px.bar(df.head(2), x='region', y='amount', title='Sum')").figures[0]
    assert isinstance(figure, PlotlyFigure)
    assert figure.figure["data"][0]["y"] == [10.0, 20.0]  # type: ignore[index, call-overload]


def test_matplotlib_and_seaborn_figures_are_pictures(run: Runner) -> None:
    code = "fig, ax = plt.subplots()\nax.plot([1, 2])\nplt.show()\nplt.figure()\nsns.histplot(df, x='amount')"
    figures = run(code).figures
    assert len(figures) == 2
    for figure in figures:
        assert isinstance(figure, PngFigure)
        assert figure.png.startswith(b"\x89PNG")
        assert figure.width > 100


def test_several_figures_come_as_a_list(run: Runner) -> None:
    result = run("fig = [go.Figure(go.Bar(y=[1])), make_subplots(1, 2)]\nresult = 'two'")
    assert len(result.figures) == 2
    assert result.texts[0].text == "two"


def test_statistics_libraries_are_there(run: Runner) -> None:
    code = (
        "from scipy import stats as st\nfrom sklearn.linear_model import LinearRegression\n"
        "x = np.arange(20.0)\ny = 2 * x + 1\n"
        "fit = smf.ols('y ~ x', pd.DataFrame({'x': x, 'y': y})).fit()\n"
        "result = [round(fit.params['x'], 6), round(float(LinearRegression().fit(x[:, None], y).coef_[0]), 6), "
        "round(st.pearsonr(x, y).statistic, 6), sm.__name__]"
    )
    assert run(code).values[0].value == [2.0, 2.0, 1.0, "statsmodels.api"]


def test_the_rows_that_were_used_are_told(run: Runner) -> None:
    assert run("kept = df[df['count'] > 2]\nrows_used = len(kept)\nresult = kept['count'].sum()").rows_used == 2


def test_prints_alone_are_an_answer(run: Runner) -> None:
    result = run("print(df['count'].sum())")
    assert (result.prints, result.results) == ("10\n", ())


def test_threads_and_random_numbers_work_and_repeat(run: Runner) -> None:
    code = (
        "from joblib import Parallel, delayed\n"
        "result = [float(np.random.rand()), Parallel(n_jobs=2, prefer='threads')(delayed(abs)(-i) for i in range(3))]"
    )
    assert run(code).values == run(code).values


def test_an_ordinary_chart_comes_without_a_note_and_a_map_with_one(run: Runner) -> None:
    assert run("fig = px.bar(df, x='region', y='amount', template='plotly_white')").notes == ()
    country = "fig = px.choropleth(locations=['FRA', 'DEU'], color=[1, 2])"
    (note,) = run(country).notes
    assert "nothing is fetched" in note


def test_markup_and_addresses_are_taken_out_and_that_is_said(run: Runner) -> None:
    result = run("result = 'see <img src=x> https://a.example/q'")
    assert result.texts[0].text == "see  [link removed]"
    assert "taken out" in result.notes[0]


@pytest.mark.parametrize(
    ("code", "kind", "line", "says"),
    [
        ("x = 1\ndf['nope']", "exception", 2, "nope"),
        ("result = 1 +", "syntax", 1, "cannot be read as Python"),
        ("x = 1", "no_result", None, "`result`"),
        ("import pandas\nimport surely_not_installed", "exception", 2, "surely_not_installed"),
        ("import numpy as n\nn.fromfile('/etc/hostname')", "exception", 2, "may not do"),
        ("fig = go.Figure(go.Scatter(y=np.random.rand(600_000)))", "too_large", None, "too large"),
    ],
)
def test_an_error_says_what_happened_and_where(
    sandbox: Sandbox, sales: pd.DataFrame, code: str, kind: str, line: int | None, says: str
) -> None:
    result = sandbox.run_code(code, {"sales": sales})
    assert result.error is not None
    assert (result.error.kind, result.error.line) == (kind, line)
    assert says in result.error.message


def test_a_figure_with_an_infinite_size_is_drawn(sandbox: Sandbox) -> None:
    code = "fig = go.Figure(go.Bar(y=[1.0, float('inf')]), layout={'height': float('inf')})"
    (figure,) = sandbox.run_code(code, {}).figures
    assert isinstance(figure, PlotlyFigure)
    assert isinstance(layout := figure.figure["layout"], dict) and layout["height"] is None
