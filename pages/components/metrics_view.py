"""How long tools, steps and turns take, and how answers are judged: of all conversations since the server began."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from agent.service import AnalystService, Summary
from pages.components.catalogue import say_if_known
from pages.components.progress import node_words
from pages.components.workflow_choice import title_of

Titled = Callable[[str], str]
_OUTCOMES = {"done": "done", "failed": "failed"}
_VERDICTS = {"yes": "passed", "no": "not passed"}


@dataclass(frozen=True)
class Table:
    """How one kind of series is told: a heading, and what each series is in words. `titled` names a workflow."""

    title: str
    what: str
    in_words: Callable[[Mapping[str, str], Titled], str]
    unit: str = "s"


TABLES: Mapping[str, Table] = {
    "tally_tool_seconds": Table(
        "Tools", "Tool", lambda labels, _: f"{labels['tool']}, {_OUTCOMES.get(labels['outcome'], labels['outcome'])}"
    ),
    "tally_turn_seconds": Table(
        "Turns",
        "Way to answer",
        lambda labels, titled: ", ".join(
            (titled(labels["workflow"]), say_if_known(f"status.{labels['status']}", labels["status"]))
        ),
    ),
    "tally_turn_without_critic_seconds": Table(
        "Turns without the critic's part", "Way to answer", lambda labels, titled: titled(labels["workflow"])
    ),
    "tally_critic_score": Table(
        "Scores of the critic", "Verdict", lambda labels, _: _VERDICTS.get(labels["passed"], labels["passed"]), "of 1"
    ),
    "tally_node_seconds": Table(
        "Steps", "Step", lambda labels, titled: f"{titled(labels['workflow'])}: {node_words(labels['node'])}"
    ),
}
"""The series in the order in which they are shown."""


def show_metrics(service: AnalystService) -> None:
    """The tables, folded away; nothing while nothing was measured."""
    known = service.metrics.summaries()
    told = {name: [one for one in known if one.name == name] for name in TABLES}
    if not any(told.values()):
        return
    with st.expander("Times and scores", icon=":material/timer:"):
        st.caption(
            "Of all conversations since this server began. The mean is over all, the 95th percentile over the latest"
            " thousand: 95 of 100 were no higher."
        )
        for name, summaries in told.items():
            if summaries:
                with st.container(key=f"metrics_{name}"):
                    _show_table(TABLES[name], summaries, lambda workflow: title_of(service, workflow))


def _show_table(table: Table, summaries: Sequence[Summary], titled: Titled) -> None:
    rows = [(table.in_words(dict(one.labels), titled), one.count, one.mean, one.p95) for one in summaries]
    mean, p95 = f"Mean ({table.unit})", f"95th percentile ({table.unit})"
    st.markdown(f"**{table.title}**")
    st.dataframe(
        pd.DataFrame(rows, columns=[table.what, "n", mean, p95]),
        hide_index=True,
        key=f"metrics_of_{table.title}",
        column_config={name: st.column_config.NumberColumn(format="%.3f") for name in (mean, p95)},
        alt=f"{table.title}: how many, mean and 95th percentile",
    )
