"""How long tools, steps and turns take, and how answers are judged: of all conversations since the server began."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from agent.service import AnalystService, Summary
from pages.components.answer.progress import node_words
from pages.components.catalogue import say, say_if_known
from pages.components.workflow_choice import title_of

Titled = Callable[[str], str]


@dataclass(frozen=True)
class Table:
    """How one kind of series is told: its name among the phrases, what its series are, each in words. `titled` names
    a workflow.
    """

    name: str
    what: str
    in_words: Callable[[Mapping[str, str], Titled], str]
    unit: str = "metrics.seconds"


TABLES: Mapping[str, Table] = {
    "tally_tool_seconds": Table(
        "tools",
        "review.tool",
        lambda labels, _: say("metrics.both", first=labels["tool"], second=_told("outcome", labels["outcome"])),
    ),
    "tally_turn_seconds": Table(
        "turns",
        "metrics.way",
        lambda labels, titled: say(
            "metrics.both",
            first=titled(labels["workflow"]),
            second=say_if_known(f"status.{labels['status']}", labels["status"]),
        ),
    ),
    "tally_turn_without_critic_seconds": Table(
        "without_critic", "metrics.way", lambda labels, titled: titled(labels["workflow"])
    ),
    "tally_critic_score": Table(
        "scores", "metrics.verdict", lambda labels, _: _told("passed", labels["passed"]), "metrics.of_one"
    ),
    "tally_node_seconds": Table(
        "steps",
        "trace.step",
        lambda labels, titled: say("metrics.step", way=titled(labels["workflow"]), step=node_words(labels["node"])),
    ),
}
"""The series in the order in which they are shown."""


def _told(label: str, value: str) -> str:
    return say_if_known(f"metrics.{label}.{value}", value)


def show_metrics(service: AnalystService) -> None:
    """The tables, folded away; nothing while nothing was measured."""
    known = service.metrics.summaries()
    told = {name: [one for one in known if one.name == name] for name in TABLES}
    if not any(told.values()):
        return
    with st.expander(say("metrics.title"), icon=":material/timer:"):
        st.caption(say("metrics.about"))
        for name, summaries in told.items():
            if summaries:
                with st.container(key=f"metrics_{name}"):
                    _show_table(TABLES[name], summaries, lambda workflow: title_of(service, workflow))


def _show_table(table: Table, summaries: Sequence[Summary], titled: Titled) -> None:
    rows = [(table.in_words(dict(one.labels), titled), one.count, one.mean, one.p95) for one in summaries]
    unit, title = say(table.unit), say(f"metrics.of.{table.name}")
    mean, p95 = say("metrics.mean", unit=unit), say("metrics.p95", unit=unit)
    st.markdown(f"**{title}**")
    st.dataframe(
        pd.DataFrame(rows, columns=[say(table.what), "n", mean, p95]),
        hide_index=True,
        key=f"metrics_of_{table.name}",
        column_config={name: st.column_config.NumberColumn(format="%.3f") for name in (mean, p95)},
        alt=say("metrics.alt", title=title),
    )
