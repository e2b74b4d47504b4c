"""A prompt of each kind of the reviewed and the study workflow, over any table that has a number and a group."""

from dataclasses import dataclass
from typing import Any

from agent.reasoning.prompts import Prompt, ReadQuestion
from agent.reasoning.reviewed_prompts import ClassifyQuestion, CritiqueAnswer, PlanTools
from agent.reasoning.rules.study.plan import plan_study
from agent.reasoning.study_prompts import AnswerFromStudy, PlanStudy, ReadStudyChange, TellStudy
from agent.specs.study import StudyScope
from agent.state import Artifact, Cell
from agent.tools.catalogue import SEED_TOOLS
from registry.profile import DatasetProfile
from tests.agent.reasoning.chat.tables import table

TEAM = "name,department,level,salary\n" + "\n".join(
    f"Ann {place},{('Engineering', 'Sales', 'Legal')[place % 3]},{('Senior', 'Junior')[place % 2]},{3000 + 250 * place}"
    for place in range(12)
)
"""Names that are identifiers, two columns of groups, one of numbers."""
RANKED = (
    "driver", "column", "ease", "score", "impact_pct", "low_pct", "high_pct", "n", "p", "method", "r", "highest",
    "highest_mean", "highest_n", "lowest", "lowest_mean", "lowest_n",
)  # fmt: skip


@dataclass(frozen=True)
class Looked:
    """A table with what a study of it found."""

    profile: DatasetProfile

    @property
    def scope(self) -> StudyScope:
        found = plan_study(PlanStudy("", (self.profile,))).scope
        assert found is not None
        return found

    @property
    def ranking(self) -> Artifact:
        rows: list[list[Cell]] = [
            [name, name, 3, 90.0 - place, 30.0 - place / 3, 20.0, 40.0, 200, 0.001, "groups", None, "Engineering",
             5000.0, 2, "Sales", 3100.0, 2]
            for place, name in enumerate(self.scope.columns)
        ]  # fmt: skip
        made = {**table(list(RANKED), rows, ["driver"]), "artifact_id": "A7"}
        return Artifact(**{**made, "spec": {"type": "analysis", "op": "driver_ranking"}})  # type: ignore[typeddict-item]


def means(profile: DatasetProfile) -> Artifact:
    spec = {
        "type": "analysis", "op": "groupby_agg", "group_cols": ["department"], "metrics": {"salary": ["mean"]},
        "dataset_id": profile.dataset_id,
    }  # fmt: skip
    made = table(["department", "salary_mean"], [["Engineering", 5000.0], ["Sales", 3100.0]], ["department"])
    return Artifact(**{**made, "spec": spec})  # type: ignore[typeddict-item]


def review_prompts(profile: DatasetProfile, question: str = "average salary by department") -> dict[str, Prompt[Any]]:
    """All of them, by template."""
    looked = Looked(profile)
    asked = ReadQuestion(question, (profile,))
    ranking = {"ranking": looked.ranking}
    prompts: tuple[Prompt[Any], ...] = (
        ClassifyQuestion(asked),
        PlanTools(asked, "query_agent", SEED_TOOLS, ("The total was told.",), ("use the median",)),
        CritiqueAnswer(question, "5,000.", "Mean.", (), (means(profile),), (profile,), ("Rows are left out.",)),
        PlanStudy(question, (profile,)),
        ReadStudyChange(question, "data_discovery", looked.scope, (profile,)),
        TellStudy("synthesis", looked.scope, ranking),
        AnswerFromStudy(question, looked.scope, {"A7": looked.ranking}, "A7", {"segments": "It matters."}, ("Doubt.",),
                        ("You agreed.",), (profile,)),
    )  # fmt: skip
    return {prompt.template: prompt for prompt in prompts}
