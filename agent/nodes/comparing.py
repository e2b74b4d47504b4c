"""Do two readings give the same result? Then nobody has to be asked (law 3)."""

from collections.abc import Mapping, Sequence
from typing import cast

from agent.errors import CitationError
from agent.grounding.cells import table_of
from agent.grounding.citations import bind, resolve
from agent.nodes.words import say, say_count
from agent.specs.reading import Comparison, Reading
from agent.specs.references import reference
from agent.state import Artifact, Cell

COUNT_OF_ROWS = {"*": ["count"]}
GROUPS_TOLD = 3  # of a result, beside the choice that would give it
LEAST_DECIMALS, MOST_DECIMALS = 2, 12  # of choices that would read alike
SIGNIFICANT_DIGITS = 12  # sums in another order differ in the last bits


def agree(one: Mapping[str, Artifact], other: Mapping[str, Artifact], by: Comparison) -> bool:
    """Whether two readings' results (by spec name) are the same answer: the same figures by key, or first key."""
    ours, theirs = main_table(one), main_table(other)
    if ours is None or theirs is None:
        return False
    if by == "top_key":
        return _top_key(ours) == _top_key(theirs)
    pairs = ((ours, theirs), (theirs, ours))
    tells = (_holds, _lists, _is_count_of)
    return _cells(ours) == _cells(theirs) or any(tell(one, other) for tell in tells for one, other in pairs)


def main_table(results: Mapping[str, Artifact]) -> Artifact | None:
    """The table that is the answer; for a figure the table of what is drawn. None when there is no table."""
    return next((artifact for artifact in results.values() if artifact["kind"] == "table"), None)


def headline_of(reading: Reading, results: Mapping[str, Artifact]) -> str:
    """The reading's headline as a template over artifact ids; where it leads nowhere, one made from the table."""
    names = {name: artifact["artifact_id"] for name, artifact in results.items()}
    by_id = {artifact["artifact_id"]: artifact for artifact in results.values()}
    if reading.headline:
        try:
            bound = bind(reading.headline, names)
            resolve(bound, by_id)
        except CitationError:
            pass  # a headline is an extra; the table's own first number says the same
        else:
            return bound
    return _first_number(results)


def headlines_of(done: Sequence[tuple[Reading, Mapping[str, Artifact]]]) -> list[str]:
    """The headlines of readings that differ. Where one tells no more than the first of several groups, or two say the
    same, the groups that tell the results apart.
    """
    headlines = [headline_of(reading, results) for reading, results in done]
    artifacts = [{one["artifact_id"]: one for one in results.values()} for _, results in done]
    said = [resolve(headline, by_id)["text"] for headline, by_id in zip(headlines, artifacts, strict=True)]
    tables = [table for _, results in done if (table := main_table(results))]
    if len(tables) < len(done):
        return headlines
    alike = len(set(said)) < len(said)
    tells_first = [
        reading.compare == "values" and told == _first_group(table)
        for (reading, _), told, table in zip(done, said, tables, strict=True)
    ]
    told = [
        _telling_apart(table, [other for other in tables if other is not table]) if alike or is_first else headline
        for table, is_first, headline in zip(tables, tells_first, headlines, strict=True)
    ]
    return _with_digits(told, tables, artifacts) if alike else told


def _with_digits(
    told: Sequence[str], tables: Sequence[Artifact], artifacts: Sequence[Mapping[str, Artifact]]
) -> list[str]:
    """The headlines; those that read alike, though their first figures differ, with decimals that tell them apart."""
    said = [resolve(headline, by_id)["text"] for headline, by_id in zip(told, artifacts, strict=True)]
    alike = [place for place, text in enumerate(said) if said.count(text) > 1]
    figures = [_figure(tables[place]) for place in alike]
    if len(set(figures)) < 2 or not all(isinstance(figure, float) for figure in figures):
        return [*told]
    apart = next(
        (count for count in range(LEAST_DECIMALS, MOST_DECIMALS) if _are_apart(figures, count)),
        MOST_DECIMALS,
    )
    finer = {place: _number_in(tables[place], 1, fmt=f".{apart}") for place in alike}
    return [finer.get(place, headline) for place, headline in enumerate(told)]


def _are_apart(figures: Sequence[Cell], decimals: int) -> bool:
    """Whether those that differ still do with so many decimals."""
    return len({round(cast(float, one), decimals) for one in figures}) == len(set(figures))


def _figure(artifact: Artifact) -> Cell:
    """The figure that the headline of a table's first row tells, a whole number as one with decimals."""
    table = table_of(artifact)
    cell = table["rows"][0][table["columns"].index(_asked_figure(artifact))] if table["rows"] else None
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return float(cell) if is_number and cell is not None else cell


def rows_apart(artifact: Artifact, other: Artifact) -> str:
    """The first rows of a table whose figure another one, made in its own way, does not have beside the same keys; the
    first row where all are there. Keys are the same by what they say, whatever their columns are called.
    """
    theirs = {(keys, figure) for _, keys, figure in _told_by_row(other)}
    rows = [row for row, keys, figure in _told_by_row(artifact) if (keys, figure) not in theirs] or [1]
    told = "; ".join(_number_in(artifact, row) for row in rows[:GROUPS_TOLD])
    return told + (" …" if len(rows) > GROUPS_TOLD else "")


def _told_by_row(artifact: Artifact) -> list[tuple[int, frozenset[str], Cell]]:
    """Of each row its number, what its keys say, and the figure that stands for it."""
    table = table_of(artifact)
    keys = [place for place, column in enumerate(table["columns"]) if column in table["key_columns"]]
    figure = next((place for place in range(len(table["columns"])) if place not in keys), 0)
    return [
        (number, frozenset(str(row[key]).casefold() for key in keys), row[figure])
        for number, row in enumerate(_cells(artifact), 1)
    ]


def _first_group(artifact: Artifact) -> str | None:
    """What a headline of the first row says, where there are several; None where there is one row, or no group."""
    table = table_of(artifact)
    if len(table["rows"]) < 2 or not table["key_columns"]:
        return None
    return resolve(_number_in(artifact, 1), {artifact["artifact_id"]: artifact})["text"]


def _telling_apart(artifact: Artifact, others: Sequence[Artifact]) -> str:
    """The first rows that not every other table has, in the first column that differs; else the first row."""
    column = _differing_column(artifact, others)
    elsewhere = [set(_show(other, column)) for other in others]
    rows = [
        number for number, row in enumerate(_show(artifact, column), 1) if not all(row in one for one in elsewhere)
    ] or [1]
    told = "; ".join(_number_in(artifact, row, column) for row in rows[:GROUPS_TOLD])
    return told + (" …" if len(rows) > GROUPS_TOLD else "")


def _differing_column(artifact: Artifact, others: Sequence[Artifact]) -> str | None:
    """The first column of figures in which tables of the same columns differ; None for the first there is."""
    table = table_of(artifact)
    if any(table_of(other)["columns"] != table["columns"] for other in others):
        return None
    figures = [column for column in table["columns"] if column not in table["key_columns"]]
    return next((one for one in figures if any(_show(artifact, one) != _show(o, one) for o in others)), None)


def _show(artifact: Artifact, column: str | None) -> list[tuple[Cell, ...]]:
    """The rows by their keys and a column of figures; whole where none is named."""
    table = table_of(artifact)
    wanted = [*table["key_columns"], column] if column else table["columns"]
    places = [table["columns"].index(name) for name in wanted]
    return [tuple(row[place] for place in places) for row in _cells(artifact)]


def _first_number(results: Mapping[str, Artifact]) -> str:
    artifact = main_table(results)
    if artifact is not None and _lists_matching(artifact) and (found := table_of(artifact)["total_rows"]):
        return say_count("say.rows", found, counted=reference(artifact["artifact_id"], "#rows"))
    return _number_in(artifact, 1) if artifact else ""


def _lists_matching(artifact: Artifact) -> bool:
    """Whether a table lists the rows that match: how many there are tells more than any cell of the first of them."""
    spec = artifact["spec"] or {}
    return spec.get("op") == "row_lookup" and spec.get("which", "matching") == "matching"


def _number_in(artifact: Artifact, row: int, column: str | None = None, fmt: str = "") -> str:
    """A row's keys and its figure, in this form: of this column, or of the one that was asked for."""
    table = table_of(artifact)
    if not table["rows"]:
        return say("say.no_rows")
    keys = [column for column in table["columns"] if column in table["key_columns"]]
    shown = column or _asked_figure(artifact)
    number = reference(artifact["artifact_id"], shown, row=row, fmt=fmt)
    names = [reference(artifact["artifact_id"], key, row=row) for key in keys if key != shown]
    return f"{', '.join(names)}: {number}" if names else number


def _asked_figure(artifact: Artifact) -> str:
    """The column that a question is about: what is computed of others stands last, and is why they are there."""
    table, spec = table_of(artifact), artifact["spec"] or {}
    computed = spec.get("computed")
    made = [name for name in computed if name in table["columns"]] if isinstance(computed, dict) else []
    figures = [name for name in table["columns"] if name not in table["key_columns"]]
    return [*made[-1:], *figures, *table["columns"]][0]


def _cells(artifact: Artifact) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(_round(cell) for cell in row) for row in table_of(artifact)["rows"])


def _holds(large: Artifact, small: Artifact) -> bool:
    """Whether the large table tells all that the small one does: the same rows by key, in whatever order, and a column
    of the same figures for each of the small one's, whatever it is called.
    """
    ours, theirs = table_of(large), table_of(small)
    if not theirs["key_columns"] or set(ours["key_columns"]) != set(theirs["key_columns"]):
        return False
    figures, wanted = _figures(large, theirs["key_columns"]), _figures(small, theirs["key_columns"])
    return bool(wanted) and all(column in figures for column in wanted)


def _lists(large: Artifact, small: Artifact) -> bool:
    """Whether both list rows, the same ones in the same order, the large one with further columns beside them."""
    ours, theirs = table_of(large), table_of(small)
    if any((one["spec"] or {}).get("op") != "row_lookup" for one in (large, small)):
        return False
    if ours["total_rows"] != theirs["total_rows"] or not set(theirs["columns"]) <= set(ours["columns"]):
        return False
    places = [ours["columns"].index(name) for name in theirs["columns"]]
    return tuple(tuple(row[place] for place in places) for row in _cells(large)) == _cells(small)


def _is_count_of(count: Artifact, rows: Artifact) -> bool:
    """Whether one counts the rows that the other lists: who sees the list is told their number too."""
    counts = (count["spec"] or {}).get("metrics") == COUNT_OF_ROWS
    return _lists_matching(rows) and counts and table_of(count)["rows"] == [[table_of(rows)["total_rows"]]]


def _figures(artifact: Artifact, keys: Sequence[str]) -> list[dict[tuple[Cell, ...], Cell]]:
    """Each column that is no key, as its cells by the row's keys."""
    table = table_of(artifact)
    places = [table["columns"].index(key) for key in keys]
    rows = [(tuple(_round(row[place]) for place in places), row) for row in table["rows"]]
    others = [place for place in range(len(table["columns"])) if place not in places]
    return [{key: _round(row[place]) for key, row in rows} for place in others]


def _top_key(artifact: Artifact) -> tuple[tuple[Cell, ...], ...]:
    table = table_of(artifact)
    keys: Sequence[str] = table["key_columns"] or table["columns"][:1]
    places = [table["columns"].index(key) for key in keys]
    within = bool(artifact["spec"] and artifact["spec"].get("top_per"))  # the first of each, not of all
    rows = table["rows"] if within else table["rows"][:1]
    return tuple(tuple(_round(row[place]) for place in places) for row in rows)


def _round(cell: Cell) -> Cell:
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return cell
    return float(f"{cell:.{SIGNIFICANT_DIGITS}g}")
