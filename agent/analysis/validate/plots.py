"""Does a plot fit the columns? The measure that it may draw is checked as a spec of its own."""

from agent.analysis.schema import Schema, require
from agent.analysis.validate.aggregates import check_metrics
from agent.analysis.validate.columns import check_numeric
from agent.errors import SpecError
from agent.specs import plots as p
from agent.specs.adding_up import check_parts


def check_plot(spec: p.PlotSpec, schema: Schema) -> None:
    """SpecError for axes that the kind cannot draw; a measure that it draws is taken as checked."""
    names = [getattr(spec, axis, None) for axis in ("x", "y", "color")]
    require(schema, [name for name in names if name is not None])
    if isinstance(spec, p.Scatter):
        for name in (spec.x, spec.y):
            if schema[name].storage not in ("number", "moment"):
                raise SpecError(f"A scatter plot needs numbers; {name} is {schema[name].kind}.", "Use numeric columns.")
    elif isinstance(spec, p.Hist):
        if schema[spec.x].storage not in ("number", "moment"):
            raise SpecError(
                f"A histogram needs numbers; {spec.x} is {schema[spec.x].kind}.", "Use a bar chart of counts."
            )
    elif isinstance(spec, p.Box | p.Violin):
        check_numeric(schema, [spec.y], f"a {spec.kind} plot")
    else:
        _check_group_plot(spec, schema)


def _check_group_plot(spec: p.GroupPlot, schema: Schema) -> None:
    if isinstance(spec, p.Heatmap) and spec.of is None and spec.color is None:
        raise SpecError("A heatmap needs two keys, one down and one across.", "Set color too, or use kind bar.")
    if spec.of is None and spec.y is not None:
        check_metrics(schema, {spec.y: [spec.agg or "sum"]})
    if isinstance(spec, p.Pie | p.Pareto) or (isinstance(spec, p.Bar) and spec.stack and spec.color):
        check_parts(spec)
