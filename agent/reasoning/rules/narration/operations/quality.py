"""What the data are and how complete: overview, missing cells, repeated rows, in prose."""

from collections.abc import Mapping

from agent.reasoning.rules.narration.operations.groups import RANKED, Told, extremes
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import DatasetOverview, DuplicateCheck, Missingness

NAMED_COLUMNS = 20
"""An overview names at most this many columns."""


def tell_overview(scene: Scene[DatasetOverview]) -> str:
    """Size, period, completeness, repeated rows, and what the columns are called."""
    table = scene.main
    sentences = [scene.say("overview.size", rows=table.ref(0, "rows"), columns=table.ref(0, "columns"))]
    if table.has("first_date") and table.value(0, "first_date") is not None:
        span = {"first": table.ref(0, "first_date"), "last": table.ref(0, "last_date")}
        sentences.append(scene.say("overview.span", **span))
    sentences.append(_amount(scene, table, "missing_cells", "overview.missing"))
    sentences.append(_amount(scene, table, "duplicate_rows", "overview.duplicates"))
    lead = scene.phrases.prose(sentences)
    return f"{lead}\n\n{_columns(scene, scene.tables[1])}" if len(scene.tables) > 1 else lead


def tell_missingness(scene: Scene[Missingness]) -> str:
    """The columns with missing cells, most missing first; or that there is none. By group, the extremes come first."""
    if scene.spec.by is None:
        return _gaps(scene, scene.main)
    by_group = extremes(scene, scene.main, Told("missing", scene.say("missing.words")))
    return f"{by_group}\n\n{_gaps(scene, scene.tables[1])}" if len(scene.tables) > 1 else by_group


def _gaps(scene: Scene[Missingness], table: TableView) -> str:
    gaps = _with_gaps(table)
    if not gaps:
        return scene.say("missing.none", where=scene.where)
    words = [_gap(table, row, scene) for row in gaps]
    complete = len(gaps) < len(table.rows) and not scene.spec.columns
    end = scene.say("missing.complete") if complete else ""
    if len(gaps) == 1:
        return scene.phrases.prose([scene.say("missing.only", where=scene.where, **words[0]), end])
    lead = scene.say("missing.lead", where=scene.where, **words[0])
    named = scene.phrases.bullets(scene.say("missing.line", **gap) for gap in words[:RANKED])
    return f"{lead}\n\n{named}\n\n{end}".rstrip()


def _gap(table: TableView, row: int, scene: Scene[Missingness]) -> dict[str, str]:
    return {
        "column": table.key(row, "column", scene.phrases),
        "missing": table.ref(row, "missing"),
        "share": table.ref(row, "missing_pct"),
    }


def _with_gaps(table: TableView) -> list[int]:
    """The rows that count missing cells, most first."""
    return [row for row in table.ranked("missing") if table.number(row, "missing")]


def tell_duplicates(scene: Scene[DuplicateCheck]) -> str:
    """How many rows repeat an earlier one, by all columns or by keys; then the most repeated keys."""
    table = scene.main
    by = scene.wording.names(scene.spec.columns)
    kind = "keys" if scene.spec.columns else "rows"
    if not table.number(0, "duplicate_rows"):
        return scene.say(f"duplicates.{kind}_none", rows=table.ref(0, "rows"), columns=by)
    amount = "one" if table.number(0, "duplicate_rows") == 1 else "many"
    groups = {"groups": table.ref(0, "groups")} if kind == "keys" else {}
    lead = scene.say(
        f"duplicates.{kind}_{amount}",
        **groups,
        repeated=table.ref(0, "duplicate_rows"),
        rows=table.ref(0, "rows"),
        distinct=table.ref(0, "distinct"),
        columns=by,
    )
    if kind == "rows" or len(scene.tables) < 2 or not scene.tables[1].rows:
        return lead
    return f"{lead}\n\n{_repetitions(scene, scene.tables[1])}"


def _repetitions(scene: Scene[DuplicateCheck], table: TableView) -> str:
    columns = [column for column in table.columns if column in scene.spec.columns]
    return scene.phrases.bullets(
        scene.say("duplicates.line", key=scene.label(table, row, columns), n=table.ref(row, "n"))
        for row in table.order[:RANKED]
    )


def _amount(scene: Scene[DatasetOverview], table: TableView, column: str, key: str) -> str:
    value = table.number(0, column)
    if value is None:
        return ""
    amount = {0.0: "none", 1.0: "one"}.get(value, "many")
    return scene.say(f"{key}_{amount}", count=table.ref(0, column))


def _columns(scene: Scene[DatasetOverview], table: TableView) -> str:
    named = [table.ref(row, "column") for row in table.order[:NAMED_COLUMNS]]
    if table.total_rows > len(named):
        return scene.say("overview.columns_more", columns=scene.say("list.between").join(named))
    sentence = scene.say("overview.columns", columns=scene.phrases.joined(named))
    gaps = _with_gaps(table)
    if not gaps:
        return sentence
    most = scene.say("overview.gaps", column=table.ref(gaps[0], "column"), missing=table.ref(gaps[0], "missing"))
    return scene.phrases.prose([sentence, most])


NARRATORS: Mapping[str, Narrator] = {
    "dataset_overview": tell_overview,
    "missingness": tell_missingness,
    "duplicate_check": tell_duplicates,
}
