"""value_counts: how often each value of a column occurs."""

import narwhals as nw

from agent.analysis.ordering import sort_rows
from agent.analysis.results import top_rows
from agent.analysis.rows import Prepared
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, key_column, rows_of
from agent.specs.measures import ValueCounts
from agent.specs.result_words import measure_words, result_title

_COUNT, _SHARE = "__count", "__share"


def value_counts(spec: ValueCounts, data: Prepared) -> Outcome:
    """One table: the column, `count`, `share_pct` of all counted rows; most frequent first, ties by value."""
    if spec.dropna:
        data = data.complete([spec.column])
    total = data.rows
    counted = data.frame.group_by(spec.column).agg(nw.len().alias(_COUNT)).filter(nw.col(_COUNT) >= spec.min_count)
    counted = counted.with_columns((nw.col(_COUNT) * 100.0 / max(total, 1)).alias(_SHARE))
    frame = sort_rows(counted, data.schema, [(_COUNT, True), (spec.column, False)])
    frame, data = top_rows(frame, data, spec.top_k, "values")
    columns = [
        (spec.column, key_column(data.schema[spec.column])),
        (_COUNT, ResultColumn("count", "integer", heading="rows")),
        (_SHARE, ResultColumn("share_pct", "percent")),
    ]
    if spec.min_count > 1:
        data = data.noted(f"Only values that occur at least {spec.min_count:,} times are shown.")
    table = TableDraft(
        title=result_title([measure_words("*", "count")], [data.schema[spec.column].words]),
        columns=tuple(column for _, column in columns),
        rows=rows_of(records(frame), columns),
        keys=(spec.column,),
    )
    return Outcome((table,), data.ledger)
