"""Questions about rows: overview, missing cells, duplicates, look-ups, rows with or without partners."""

from agent.reasoning.rules.reading.building.built import Built, column_of, common, metrics_of, names_of
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.partners import LISTED
from agent.reasoning.rules.reading.tables import Workbench
from agent.specs.base import Filter, Sort
from agent.specs.measures import (
    DatasetOverview,
    DuplicateCheck,
    GroupbyAgg,
    Missingness,
    RowLookup,
)
from agent.specs.references import literal, reference
from agent.specs.transforms import JoinDatasets, Transform


def overview(frame: Frame, bench: Workbench) -> Built:
    spec = DatasetOverview.model_validate(common(frame, bench))
    return Built([spec], reference("S1", "rows"))


def missing(frame: Frame, bench: Workbench) -> Built:
    by = bench.group(frame.groups[0]) if frame.groups else None
    spec = Missingness(columns=[ref.column for ref in frame.columns], by=by, **common(frame, bench))
    return Built([spec], reference("S1", "missing", row=1))


def duplicates(frame: Frame, bench: Workbench) -> Built:
    spec = DuplicateCheck(columns=[bench.column(ref) for ref in frame.columns], **common(frame, bench))
    return Built([spec], reference("S1", "duplicate_rows"))


_NAMING = ("name", "title", "product", "company", "full name", "product name", "氏名", "商品名")


_NARROW = 20  # columns; a row of a wider table is cut to what names it


def lookup(frame: Frame, bench: Workbench) -> Built:
    """Rows at an extreme, the top k, or the rows that the conditions leave."""
    own = [ref for ref in frame.columns if ref.dataset_id == bench.base.dataset_id]
    each = [bench.group(slot) for slot in frame.within] if frame.extreme else []
    shared = common(frame, bench)
    if not frame.extreme:
        keys = [alternatives[0].column.column for alternatives in frame.conditions]
        shown = list(dict.fromkeys([*keys, *(ref.column for ref in own)])) if own else []
        rows = RowLookup(which="matching", columns=shown, k=100, **shared)
        column = own[0].column if own else bench.base.columns[0].name
        return Built([rows], reference("S1", column, row=1))
    ranked = column_of(frame.metrics[0], bench)
    which = ("top" if frame.order != "asc" else "bottom") if frame.top_k else ("max" if frame.order != "asc" else "min")
    names = _shown_columns(frame, bench, ranked)
    spec = RowLookup(which=which, order_by=ranked, k=frame.top_k or 10, columns=names, by=each, **shared)
    return Built([spec], reference("S1", names[0] if names else ranked, row=1) + ": " + reference("S1", ranked, row=1))


def _shown_columns(frame: Frame, bench: Workbench, ranked: str) -> list[str]:
    """What names the row first: names, identifiers, dates; then the column that ranks; all if the table is narrow."""
    base = bench.base
    naming = [column.name for column in base.columns if column.name.casefold() in _NAMING]
    naming = naming or [column.name for column in base.columns if column.kind == "identifier"][:1]
    asked = [slot.columns[0].column for slot in frame.groups if slot.columns[0].dataset_id == base.dataset_id]
    dates = [column.name for column in base.columns if column.kind in ("date", "datetime")][:1]
    named = [*naming, *asked] or [*dates]
    rest = [column.name for column in base.columns if len(base.columns) <= _NARROW]
    return list(dict.fromkeys([*named, ranked, *rest]))


def having(frame: Frame, bench: Workbench) -> Built:
    """Groups whose number of rows fulfils the bound; their number is the number of rows of the table."""
    groups = [bench.group(slot) for slot in frame.groups]
    bound = frame.bound
    if bound is None:
        raise AssertionError("a having frame has a bound")
    spec = GroupbyAgg(
        group_cols=groups,
        metrics={"*": ["count"]},
        having=[Filter(col="rows", op=bound.op, value=bound.value)],
        sort=Sort(by="rows"),
        **common(frame, bench),
    )
    count = reference("S1", "#rows")
    return Built([spec], count, bench.phrases.say("reading.says.having", count=count, column=groups[0]))


def orphans(frame: Frame, bench: Workbench) -> Built:
    """Rows here without a partner there: how many, and on demand which."""
    other = next(table for table in bench.datasets if table.dataset_id == frame.other_dataset)
    left, right = bench.key(other)
    step: Transform = JoinDatasets(dataset_id=other.dataset_id, left_on=[left], right_on=[right], how="anti")
    metrics = metrics_of(frame, bench)
    shared = common(frame, bench)
    alone = {**shared, "prepare": [step, *bench.steps]}
    spec = GroupbyAgg(metrics=metrics, **alone)
    count = reference("S1", names_of(metrics)[0])
    if LISTED not in frame.stats:
        return Built([spec], count)
    rows = RowLookup(which="matching", k=100, **alone)
    says = bench.phrases.say(
        "reading.says.alone", count=count, base=literal(bench.base.name), other=literal(other.name), key=literal(left)
    )
    return Built([spec, rows], count, says)
