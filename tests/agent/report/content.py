"""A small conversation to report on, with data that would like to be markup."""

from collections.abc import Sequence
from functools import cache

import pandas as pd

from agent.analysis.execute import execute_analysis, execute_plot
from agent.report.content import DatasetFacts, ReportContent
from agent.specs.parse import parse_analysis, parse_plot
from agent.state import Artifact, Citation, CitedCell, ResolvedText, TurnRecord
from tests.agent.analysis.plots.tables import tables_of

HOSTILE = (
    '=HYPERLINK("http://evil.example","x")',
    "<img src=x onerror=alert(1)>",
    "![x](http://evil.example/a.png)",
    "[a](javascript:alert(1))",
    ":red[x] :smile: :material/home:",
    "$$x^2$$ and $y$",
    "a | b || c",
    "line\n\n# heading\n- item",
    "\"'`~~*_",
    "</pre><script>alert(1)</script>",
    "```\n<b>x</b>",
    "http://evil.example www.evil.example me@evil.example",
    "<!-- x --> &lt;b&gt; &#60;",
    "[^1]: note [x]: http://evil.example",
    "1. one",
    "--- | ---",
    "{A1.x} {= 1}",
    "@SUM(A1)\t+1",
    "-1+1",
)

FENCE = HOSTILE[10]


def hostile_frame() -> pd.DataFrame:
    return pd.DataFrame({"<b>key</b> | `x`": list(HOSTILE) * 3, "[v](http://evil.example)": range(3 * len(HOSTILE))})


@cache
def table_artifact() -> Artifact:
    """The mean by key, of all keys but the one that its filter names."""
    spec = parse_analysis(
        {
            "op": "groupby_agg",
            "group_cols": ["<b>key</b> | `x`"],
            "metrics": {"[v](http://evil.example)": ["mean"]},
            "filters": [{"col": "<b>key</b> | `x`", "op": "!=", "value": FENCE}],
        }
    )
    return Artifact(**{**execute_analysis(spec, tables_of(hostile_frame()))[0], "artifact_id": "A1"})


@cache
def plot_artifacts() -> list[Artifact]:
    spec = parse_plot({"kind": "bar", "x": "<b>key</b> | `x`", "y": "[v](http://evil.example)"})
    drawn = execute_plot(spec, tables_of(hostile_frame()))
    return [Artifact(**{**one, "artifact_id": f"A{place}"}) for place, one in enumerate(drawn, 2)]


def cited(text: str, number: str, *, verified: bool = True, cells: Sequence[CitedCell] = ()) -> ResolvedText:
    """Prose with one cited number, wherever it stands first."""
    start = text.index(number)
    citation = Citation(
        start=start, end=start + len(number), display=number, verified=verified,
        expression="{A1[x].v}" if verified else "", cells=list(cells),
    )  # fmt: skip
    return ResolvedText(text=text, citations=[citation])


def turn(question: str, answer: ResolvedText, artifact_ids: Sequence[str], **more: object) -> TurnRecord:
    record = TurnRecord(
        turn_id="t1", workflow="react", question=question, status="answered", answer=answer, answer_template="",
        interpretation="The mean by key.", assumptions=["Keys are as written."], caveats=["A small data set."],
        next_questions=[], artifact_ids=list(artifact_ids), pending=None, rows_used=57, rows_total=57, reasoning=[],
        trace=[], started=0.0, seconds=0.1,
    )  # fmt: skip
    return TurnRecord(**{**record, **more})  # type: ignore[typeddict-item]


def hostile_content() -> ReportContent:
    """A report in which every text holds everything that could be taken for markup."""
    everything = " ".join(HOSTILE)
    artifacts = {one["artifact_id"]: one for one in (table_artifact(), *plot_artifacts())}
    cell = CitedCell(artifact_id="A1", row=HOSTILE[2], column="[v](http://evil.example)_mean", value=21.0)
    answer = cited(f"21 is the mean of {everything}\n\n- {HOSTILE[0]}\n- {HOSTILE[1]}", "21", cells=[cell])
    wrong = cited(f"About 99 of {everything}", "99", verified=False)
    return ReportContent(
        title=everything,
        conclusion=answer,
        turns=(
            turn(everything, answer, ["A1", "A2", "A3"], assumptions=list(HOSTILE), interpretation=everything),
            turn(HOSTILE[3], wrong, []),
        ),
        artifacts=artifacts,
        datasets=(DatasetFacts("d1", HOSTILE[1], 1, "ab12", 57, 2, HOSTILE),),
        caveats=HOSTILE,
        next_questions=HOSTILE,
        made_at="2026-01-02T03:04:05",
    )
