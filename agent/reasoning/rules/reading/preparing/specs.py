"""The steps of a preparation in front of the specs of a frame."""

from collections.abc import Sequence

from agent.reasoning.rules.reading.building.built import Spec
from agent.reasoning.rules.reading.frame import Frame, Preparation
from agent.specs.measures import DuplicateCheck, Missingness, Outliers
from agent.specs.plots import AggregatedPlot
from agent.specs.transforms import DropDuplicates, DropMissing, FillMissing, JoinDatasets, Transform, TreatOutliers


class ElsewhereError(Exception):
    """What is computed stands on another data set than what is prepared."""


def with_steps(spec: Spec, preparation: Preparation) -> Spec:
    """The spec on the prepared rows. What tells how much a step takes away (outliers, missing cells, repeated rows) is
    computed before that step. ElsewhereError when the spec is about another data set, or joins the prepared one in.
    """
    if isinstance(spec, AggregatedPlot) and spec.of is not None:
        return spec.model_copy(update={"of": with_steps(spec.of, preparation)})
    joined = [step.dataset_id for step in spec.prepare if isinstance(step, JoinDatasets)]
    if spec.dataset_id not in (None, preparation.dataset_id) or preparation.dataset_id in joined:
        raise ElsewhereError(preparation.dataset_id)
    return spec.model_copy(update={"prepare": [*_before(spec, preparation.steps), *spec.prepare]})


def taken_away_later(frame: Frame, step: Transform) -> bool:
    """Whether what a frame counts is what the step takes away: outliers are counted before they are removed."""
    columns = {ref.column for metric in frame.metrics for ref in metric.columns}
    if frame.intent == "outliers":
        return isinstance(step, TreatOutliers) and step.col in columns
    if frame.intent == "missing":
        return isinstance(step, FillMissing | DropMissing)
    return frame.intent == "duplicates" and isinstance(step, DropDuplicates)


def _before(spec: Spec, steps: Sequence[Transform]) -> list[Transform]:
    cut = next((at for at, step in enumerate(steps) if _takes_away(spec, step)), len(steps))
    return list(steps[:cut])


def _takes_away(spec: Spec, step: Transform) -> bool:
    if isinstance(spec, Outliers):
        return isinstance(step, TreatOutliers) and step.col == spec.column
    if isinstance(spec, Missingness):
        return isinstance(step, FillMissing | DropMissing)
    return isinstance(spec, DuplicateCheck) and isinstance(step, DropDuplicates)
