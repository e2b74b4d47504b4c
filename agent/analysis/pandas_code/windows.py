"""The step that looks at other rows in an order, as lines of a program."""

from collections.abc import Callable, Mapping

from agent.analysis.pandas_code.program import ROWS, Program, assign, cell, list_code
from agent.specs.windows import FROM_ONE_ROW, Window

_ORDERED = "ordered"


def window(program: Program, step: Window) -> None:
    """As the step `window`: in the order asked for; the result finds its rows again by their index."""
    if step.how == "rank" and not step.then_by:
        of = f"{ROWS}.groupby({list_code(step.by)}, dropna=False)" if step.by else ROWS
        ascending = not step.is_descending
        assign(program, step.name, f"{of}[{step.order_by!r}].rank(method={step.ties!r}, ascending={ascending})")
        return
    ordered = ROWS
    if step.order_by is not None:
        way = ", ascending=False" if step.is_descending else ""
        keys = list_code([step.order_by, *step.then_by]) if step.then_by else repr(step.order_by)
        dated = f"{ROWS}.dropna(subset={list_code([step.order_by])})"
        program.add(f"{_ORDERED} = {dated}.sort_values({keys}{way}, kind='stable')")
        ordered = _ORDERED
    _WRITTEN[step.how](program, step, ordered)


def _ranked(program: Program, step: Window, ordered: str) -> None:
    """Rows equal in all columns of the order share a place."""
    keys = list_code([str(step.order_by), *step.then_by])
    program.add(f"places = {ordered}.groupby({keys}, dropna=False, sort=False).ngroup()")
    ranks = f"{_in_groups(step, ordered, 'places')}.rank(method={step.ties!r})"
    assign(program, step.name, f"{ranks}.reindex({ROWS}.index)")


def _in_groups(step: Window, ordered: str, value: str) -> str:
    """A series by name, or a column, in the groups of the step."""
    if not step.by:
        return value
    return f"{value}.groupby([{', '.join(cell(name, ordered) for name in step.by)}], dropna=False)"


def _from_one_row(program: Program, step: Window, ordered: str) -> None:
    of = f"{ordered}.groupby({list_code(step.by)}, dropna=False)" if step.by else ordered
    near = "after" if step.how == "lead" else "before"
    program.add(f"{near} = {of}[{step.col!r}].shift({-step.n if step.how == 'lead' else step.n})")
    values, difference = cell(str(step.col)), f"{cell(str(step.col))} - before"
    if program.column(str(step.col)).storage == "moment":
        difference = f"({difference}).dt.total_seconds() / 86400"
    made = {
        "lag": f"before.reindex({ROWS}.index)",
        "lead": f"after.reindex({ROWS}.index)",
        "diff": difference,
        "pct_change": f"({values} - before) / before.where(before != 0) * 100",
    }
    assign(program, step.name, made[step.how])


def _running(program: Program, step: Window, ordered: str) -> None:
    """Of all rows up to this one, a missing cell adds nothing; rows at one place have what all of them add up to."""
    value = f"pd.Series(1.0, {ordered}.index)" if step.col is None else cell(step.col, ordered)
    agg, known = step.aggregation, "values.notna().astype('float64')"
    program.add(f"values = {value}")
    counted = f"{_in_groups(step, ordered, known)}.cumsum()"
    if agg == "count":
        program.add(f"made = {counted}")
    else:
        neutral = {"max": "-np.inf", "min": "np.inf"}.get(agg, "0")
        filled = _in_groups(step, ordered, f"values.astype('float64').fillna({neutral})")
        program.add(
            f"known = {counted}", f"made = {filled}.{ {'max': 'cummax', 'min': 'cummin'}.get(agg, 'cumsum') }()"
        )
        program.add(f"made = (made{' / known' if agg == 'mean' else ''}).where(known > 0)")
    if step.order_by is not None:
        places = ", ".join(cell(name, ordered) for name in (*dict.fromkeys(step.by), step.order_by, *step.then_by))
        program.add(f"made = made.groupby([{places}], dropna=False).transform(lambda rows: rows.iloc[-1])")
    assign(program, step.name, f"made.reindex({ROWS}.index)")


def _moving(program: Program, step: Window, ordered: str) -> None:
    program.add(f"values = {cell(str(step.col), ordered)}.astype('float64')")
    rolled = f"rolling({step.n}, min_periods={step.n}).{step.aggregation}()"
    if step.by:
        rolling = f"{_in_groups(step, ordered, 'values')}.transform(lambda rows: rows.{rolled})"
    else:
        rolling = f"values.{rolled}"
    assign(program, step.name, f"({rolling}).reindex({ROWS}.index)")


def _run_length(program: Program, step: Window, ordered: str) -> None:
    """A row starts a run where the one before it has another value, or none."""
    program.add(f"values = {cell(str(step.col), ordered)}")
    program.add(f"goes_on = (values == {_in_groups(step, ordered, 'values')}.shift(1)).fillna(False).astype('bool')")
    program.add(f"runs = {_in_groups(step, ordered, '(~goes_on).astype(int)')}.cumsum()")
    keys = ", ".join(["runs", *(cell(name, ordered) for name in step.by)])
    program.add(f"made = values.groupby([{keys}], dropna=False).cumcount() + 1.0")
    assign(program, step.name, f"made.where(values.notna()).reindex({ROWS}.index)")


_WRITTEN: Mapping[str, Callable[[Program, Window, str], None]] = {
    **dict.fromkeys(FROM_ONE_ROW, _from_one_row),
    "running": _running,
    "moving": _moving,
    "run_length": _run_length,
    "rank": _ranked,
}
