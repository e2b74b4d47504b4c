"""The last lines of a program that draws groups: one function a kind of plot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agent.specs.measures import AnalysisSpec, CorrelationMatrix
from agent.specs.plots import Area, Bar, Heatmap, Line, Pareto, Pie

FIGURE = "fig"
_SLICES, _PARETO_BARS = 8, 30


@dataclass(frozen=True)
class Shown:
    """What is drawn of the table `shown`: the column of x, of y (none: every other column) and of the colour."""

    x: str
    y: str | None
    color: str | None
    title: str
    measure: AnalysisSpec

    @property
    def value(self) -> str:
        """The column of y, or the list of all that are not x."""
        return repr(self.y) if self.y else f"[name for name in shown.columns if name != {self.x!r}]"

    @property
    def colored(self) -> str:
        """The argument that tells the colour, if there is one."""
        return f", color={self.color!r}" if self.color else ""

    @property
    def has_several(self) -> bool:
        """Is there more than one value at an x?"""
        return self.color is not None or self.y is None


def _draw(kind: str, shown: Shown, value: str, more: str = "") -> str:
    return (
        f"{FIGURE} = px.{kind}(shown, x={shown.x!r}, y={value}{shown.colored}{more}, title={shown.title!r},"
        " template='plotly_white')"
    )


def _course(spec: Line | Area, shown: Shown) -> list[str]:
    return [_draw(spec.kind, shown, shown.value)]


def _bar(spec: Bar, shown: Shown) -> list[str]:
    if not spec.stack or not shown.has_several:
        return [_draw("bar", shown, shown.value, ", barmode='group'" if shown.has_several else "")]
    if spec.stack == "sum":
        return [_draw("bar", shown, shown.value)]
    if shown.y is None:
        values = f"shown.set_index({shown.x!r})"
        return [
            f"shown = {values}.mul(100).div({values}.sum(axis=1), axis=0).reset_index()",
            _draw("bar", shown, shown.value),
        ]
    whole = f"shown.groupby({shown.x!r}, dropna=False)[{shown.y!r}].transform('sum')"
    return [f"shown = shown.assign(share_pct=100 * shown[{shown.y!r}] / {whole})", _draw("bar", shown, "'share_pct'")]


def _parts(spec: Pie | Pareto, shown: Shown, most: int) -> list[str]:
    """The largest groups, and the others as one."""
    wanted = spec.top_k or getattr(spec.of, "top_k", None)
    kept = min(most, wanted + 1) if wanted else most
    x, y = shown.x, shown.y
    return [
        f"shown = shown[shown[{y!r}] != 0].dropna(subset=[{y!r}])",
        f"shown = shown.sort_values({y!r}, ascending=False, kind='stable')[[{x!r}, {y!r}]]",
        f"shown[{x!r}] = shown[{x!r}].astype(str)",
        f"if len(shown) > {kept}:",
        f"    rest = shown.iloc[{kept - 1}:]",
        f"    rest = pd.DataFrame({{{x!r}: [f'other ({{len(rest)}} values)'], {y!r}: [rest[{y!r}].sum()]}})",
        f"    shown = pd.concat([shown.iloc[:{kept - 1}], rest], ignore_index=True)",
    ]


def _pie(spec: Pie, shown: Shown) -> list[str]:
    return [
        *_parts(spec, shown, _SLICES),
        f"{FIGURE} = px.pie(shown, names={shown.x!r}, values={shown.y!r}, title={shown.title!r})",
        f"{FIGURE}.update_traces(sort=False, direction='clockwise', textinfo='label+percent')",
    ]


def _pareto(spec: Pareto, shown: Shown) -> list[str]:
    return [
        *_parts(spec, shown, _PARETO_BARS),
        f"shown['share_pct'] = 100 * shown[{shown.y!r}] / shown[{shown.y!r}].sum()",
        "shown['cumulative_pct'] = shown['share_pct'].cumsum()",
        _draw("bar", shown, "'share_pct'"),
        f"{FIGURE}.add_scatter(x=shown[{shown.x!r}], y=shown['cumulative_pct'], name='cumulative share (%)')",
    ]


def _heatmap(_: Heatmap, shown: Shown) -> list[str]:
    if shown.y is None:
        cells = f"cells = shown.set_index({shown.x!r})"
    else:
        named = f"shown.assign(**{{name: shown[name].astype(str) for name in ({shown.x!r}, {shown.color!r})}})"
        cells = f"cells = {named}.pivot(index={shown.x!r}, columns={shown.color!r}, values={shown.y!r})"
    shades = ", zmin=-1, zmax=1, color_continuous_scale='RdBu'" if isinstance(shown.measure, CorrelationMatrix) else ""
    return [
        cells,
        f"{FIGURE} = px.imshow(cells.astype(float), text_auto='.3g', aspect='auto'{shades}, title={shown.title!r})",
    ]


FIGURES: Mapping[str, Callable[[Any, Shown], list[str]]] = {
    "line": _course,
    "area": _course,
    "bar": _bar,
    "pie": _pie,
    "pareto": _pareto,
    "heatmap": _heatmap,
}
