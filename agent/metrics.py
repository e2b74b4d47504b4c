"""How long tools, steps and turns take and how answers are judged: kept in memory, told as OpenMetrics text."""

import math
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.state import TurnRecord

KEPT = 1000  # latest observations of a series, for its quantiles
QUANTILES = (0.5, 0.95)
CRITIC = "critic"
Labels = tuple[tuple[str, str], ...]
HELP: Mapping[str, str] = {
    "tally_tool_seconds": "Time that a tool took.",
    "tally_node_seconds": "Time that a step of a workflow took, each time it ran.",
    "tally_turn_seconds": "Time from question to answer.",
    "tally_turn_without_critic_seconds": "Time from question to answer of reviewed turns, without the critic's part.",
    "tally_critic_score": "The critic's score of an answer, 0 to 1.",
}


@dataclass(frozen=True)
class Summary:
    """What a series came to. Count, sum and mean are of all observations, quantiles of the latest thousand."""

    name: str
    labels: Labels
    count: int
    total: float
    quantiles: Mapping[float, float]

    @property
    def mean(self) -> float:
        """The mean of all observations."""
        return self.total / self.count

    @property
    def p95(self) -> float:
        """The 95th percentile."""
        return self.quantiles[0.95]


@dataclass
class _Series:
    count: int = 0
    total: float = 0.0
    latest: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))


class MetricsStore:
    """Series of observations by name and labels. Labels name tools, steps and workflows, never data. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._series: dict[tuple[str, Labels], _Series] = {}

    def observe(self, name: str, value: float, **labels: str) -> None:
        """One more value of a series."""
        with self._lock:
            series = self._series.setdefault((name, tuple(sorted(labels.items()))), _Series())
            series.count += 1
            series.total += value
            series.latest.append(value)

    def observe_tool(self, tool: str, seconds: float, *, failed: bool) -> None:
        """A tool that ran."""
        self.observe("tally_tool_seconds", seconds, tool=tool, outcome="failed" if failed else "done")

    def observe_turn(self, turn: TurnRecord) -> None:
        """A turn that is over: its time, that of its steps, and without the critic's part where it had one."""
        workflow = turn["workflow"]
        self.observe("tally_turn_seconds", turn["seconds"], workflow=workflow, status=turn["status"])
        spent: dict[str, float] = {}
        for entry in turn["trace"]:
            if entry["started"] < turn["started"]:
                continue  # of the turn before, which waited for the person
            spent[entry["node"]] = spent.get(entry["node"], 0.0) + entry["seconds"]
            if entry["seconds"] > 0:
                self.observe("tally_node_seconds", entry["seconds"], node=entry["node"], workflow=workflow)
        if CRITIC in spent:
            self.observe("tally_turn_without_critic_seconds", turn["seconds"] - spent[CRITIC], workflow=workflow)

    def observe_score(self, score: float, *, passed: bool) -> None:
        """A judgement of the critic."""
        self.observe("tally_critic_score", score, passed="yes" if passed else "no")

    def summaries(self) -> list[Summary]:
        """All series, in order of name and labels."""
        with self._lock:
            taken = {key: (series.count, series.total, sorted(series.latest)) for key, series in self._series.items()}
        return [
            Summary(name, labels, count, total, {share: _quantile(values, share) for share in QUANTILES})
            for (name, labels), (count, total, values) in sorted(taken.items())
        ]

    def openmetrics(self) -> str:
        """All series in the OpenMetrics text format, as summaries."""
        lines: list[str] = []
        told: set[str] = set()
        for summary in self.summaries():
            name = summary.name
            if name not in told:
                told.add(name)
                lines += [f"# TYPE {name} summary", *_unit(name), f"# HELP {name} {HELP[name]}"]
            lines += [
                f"{name}{_labels_text((*summary.labels, ('quantile', f'{share:g}')))} {value:.6g}"
                for share, value in summary.quantiles.items()
            ]
            lines += [
                f"{name}_count{_labels_text(summary.labels)} {summary.count}",
                f"{name}_sum{_labels_text(summary.labels)} {summary.total:.6g}",
            ]
        return "\n".join([*lines, "# EOF"]) + "\n"


def _unit(name: str) -> list[str]:
    return [f"# UNIT {name} seconds"] if name.endswith("_seconds") else []


def _quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed (nearest rank)."""
    return values[max(0, math.ceil(round(len(values) * share, 9)) - 1)]


def _labels_text(labels: Labels) -> str:
    escaped = (f'{key}="{_escape(value)}"' for key, value in labels)
    return "{" + ",".join(escaped) + "}" if labels else ""


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
