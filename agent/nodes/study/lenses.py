"""The four lenses on what drives an outcome: which drivers each looks at, and what it shows of the best one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agent.analysis.headings import part_heading
from agent.nodes.study.facts import outcome_name, outcome_steps
from agent.nodes.words import say
from agent.specs.base import Sort
from agent.specs.drivers import Driver, Drivers
from agent.specs.measures import Grain, GroupbyAgg, Missingness, Outliers, Quantity, ShareRatio, TimeTrend
from agent.specs.parse import Spec
from agent.specs.plots import Bar, Line, Scatter
from agent.specs.study import LensName, Study
from agent.specs.transforms import AddDatePart, DatePart, RecodeColumn, Transform
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile

SHOWN_GROUPS = 50
MOST_PERIODS = 500
_PERIOD: Mapping[Grain, DatePart] = {
    "day": "date", "week": "year_week", "month": "year_month", "quarter": "year_quarter", "half": "year_half",
    "year": "year",
}  # fmt: skip
_SEASONS: tuple[DatePart, ...] = ("month", "weekday")


@dataclass(frozen=True)
class View:
    """What an analyst sees: the study, and the profile of its data."""

    study: Study
    profile: DatasetProfile

    @property
    def outcome(self) -> str:
        """The column that is explained, as the specs name it."""
        return outcome_name(self.study.agreed)

    @property
    def steps(self) -> list[Transform]:
        """The steps that every spec begins with."""
        return outcome_steps(self.study.agreed, self.profile)

    def columns(self, *kinds: ColumnKind) -> list[ColumnProfile]:
        """The columns looked at of these kinds."""
        wanted = self.study.agreed.columns
        return [column for column in self.profile.columns if column.kind in kinds and column.name in wanted]

    def drivers(self, drivers: list[Driver], *steps: Transform, most: int | None = None) -> Drivers | None:
        """The spec that measures them; None when there are none."""
        scope = self.study.agreed
        if not drivers:
            return None
        return Drivers(
            dataset_id=scope.dataset_id, prepare=[*self.steps, *steps], filters=scope.filters, outcome=self.outcome,
            drivers=drivers, max_groups=most or scope.max_groups,
        )  # fmt: skip

    def means(self, column: str, *steps: Transform) -> GroupbyAgg:
        """Mean of the outcome and rows by a column, highest first."""
        scope = self.study.agreed
        return GroupbyAgg(
            dataset_id=scope.dataset_id, prepare=[*self.steps, *steps], filters=scope.filters, group_cols=[column],
            metrics={self.outcome: ["mean"], "*": ["count"]}, sort=Sort(by=f"{self.outcome}_mean"), top_k=SHOWN_GROUPS,
        )  # fmt: skip


@dataclass(frozen=True)
class Lens:
    """`measured`: the spec of the drivers. `shown`: specs by name that show more of the best driver, "" for none."""

    measured: Callable[[View], Drivers | None]
    shown: Callable[[View, str], dict[str, Spec]]


# ---------------------------------------------------------------- segments


def _segments(view: View) -> Drivers | None:
    return view.drivers(
        [Driver(name=column.name, col=column.name, column=column.name) for column in view.columns("text", "boolean")]
    )


def _segments_shown(view: View, best: str) -> dict[str, Spec]:
    if not best:
        return {}
    means = view.means(best)
    shown: dict[str, Spec] = {"groups": means, "chart": Bar(dataset_id=means.dataset_id, of=means)}
    if _adds_up(view):
        shown["shares"] = ShareRatio(
            dataset_id=means.dataset_id, prepare=means.prepare, filters=means.filters, group_cols=[best],
            value=Quantity(col=view.outcome, agg="sum"),
        )  # fmt: skip
    return shown


def _adds_up(view: View) -> bool:
    """Whether a total of the outcome means something: money without losses, or how often a value stands there."""
    scope = view.study.agreed
    column = view.profile.column(scope.outcome)
    if scope.outcome_value is not None or column is None:
        return True
    is_money = column.unit not in (None, "", "%")
    return is_money and column.numeric is not None and column.numeric.minimum >= 0


# ---------------------------------------------------------------- time


def _time(view: View) -> Drivers | None:
    grain = view.study.agreed.grain
    drivers: list[Driver] = []
    steps: list[Transform] = []
    for column in view.columns("date", "datetime"):
        seasons: list[DatePart] = [_PERIOD[grain], *_SEASONS]
        if column.kind == "datetime":
            seasons.append("hour")
        for part in dict.fromkeys(seasons):
            made = part_heading(column.name, part)
            steps.append(AddDatePart(col=column.name, part=part, name=made))
            drivers.append(Driver(name=made, col=made, column=column.name))
    return view.drivers(drivers, *steps, most=MOST_PERIODS)


def _time_shown(view: View, best: str) -> dict[str, Spec]:
    named = [one for one in view.columns("date", "datetime") if best.startswith(one.name)]
    column = max(named, key=lambda one: len(one.name), default=None)
    if column is None:
        return {}
    scope = view.study.agreed
    trend = TimeTrend(
        dataset_id=scope.dataset_id, prepare=view.steps, filters=scope.filters, date_col=column.name,
        grain=scope.grain, metrics={view.outcome: ["mean"], "*": ["count"]},
    )  # fmt: skip
    return {"trend": trend, "chart": Line(dataset_id=scope.dataset_id, of=trend)}


# ---------------------------------------------------------------- relationships


def _bucket_steps(view: View) -> list[RecodeColumn]:
    return [RecodeColumn(col=one.column, name=one.name, edges=one.edges) for one in view.study.buckets]


def _relationships(view: View) -> Drivers | None:
    lines = [
        Driver(name=column.name, col=column.name, column=column.name, kind="number")
        for column in view.columns("number")
    ]
    wanted = {driver.column for driver in lines}
    buckets = [
        Driver(name=one.name, col=one.name, column=one.column) for one in view.study.buckets if one.column in wanted
    ]
    return view.drivers([*lines, *buckets], *_bucket_steps(view))


def _relationships_shown(view: View, best: str) -> dict[str, Spec]:
    scope = view.study.agreed
    shapes = ((one.name, say("study.bucket_name", column=one.name)) for one in view.columns("number"))
    column = next((shape[0] for shape in shapes if best in shape), None)
    if column is None:
        return {}
    step = next((step for step in _bucket_steps(view) if step.col == column), None)
    shown: dict[str, Spec] = {"groups": view.means(step.name, step)} if step else {}
    if scope.outcome_value is None:
        shown["chart"] = Scatter(
            dataset_id=scope.dataset_id, prepare=view.steps, filters=scope.filters, x=column, y=view.outcome
        )
    elif step:
        shown["chart"] = Bar(dataset_id=scope.dataset_id, of=view.means(step.name, step))
    return shown


# ---------------------------------------------------------------- quality and outliers


def _quality(view: View) -> Drivers | None:
    gaps = [
        column for column in view.profile.columns if column.name in view.study.agreed.columns and column.missing > 0
    ]
    return view.drivers(
        [
            Driver(name=say("study.missing_or_not", column=name), col=name, column=name, kind="missing")
            for name in (column.name for column in gaps)
        ]
    )


def _quality_shown(view: View, _: str) -> dict[str, Spec]:
    scope = view.study.agreed
    shown: dict[str, Spec] = {
        "missing": Missingness(
            dataset_id=scope.dataset_id, prepare=scope.prepare, filters=scope.filters,
            columns=[scope.outcome, *scope.columns],
        )
    }  # fmt: skip
    if scope.outcome_value is None:
        shown["outliers"] = Outliers(
            dataset_id=scope.dataset_id, prepare=view.steps, filters=scope.filters, column=view.outcome
        )
    return shown


CATALOGUE: Mapping[LensName, Lens] = {
    "segments": Lens(_segments, _segments_shown),
    "time": Lens(_time, _time_shown),
    "relationships": Lens(_relationships, _relationships_shown),
    "quality": Lens(_quality, _quality_shown),
}
"""What each analyst looks through. A new lens is one entry here, and its title in `phrases`."""
