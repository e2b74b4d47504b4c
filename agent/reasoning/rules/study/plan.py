"""The scope of a study without a model: the outcome that the question names, or the one that most likely matters."""

from agent.reasoning.naming import also_meant, columns_named
from agent.reasoning.rules.study.conditions import named_conditions
from agent.reasoning.rules.study.phrases import clauses, say
from agent.reasoning.study_prompts import PlanStudy, StudyPlan
from agent.specs.study import LeftOut, StudyScope
from registry.profile import ColumnProfile, DatasetProfile

MOST_VALUES = 50  # of a text column; beyond, its values name single rows rather than groups
YES = frozenset({"yes", "y", "true", "1", "ja", "j", "oui", "si", "sí", "はい", "有"})


def plan_study(prompt: PlanStudy) -> StudyPlan:
    """The scope, with what was assumed. Columns that cannot drive anything are left out, each with the reason."""
    candidates = [(table, column) for table in prompt.datasets for column in outcomes_of(table)]
    named = [(table, name) for table in prompt.datasets for name in columns_named(prompt.question, table)]
    asked = [pair for pair in candidates if (pair[0], pair[1].name) in named]
    if not candidates:
        return StudyPlan(scope=None, rationale=say("plan.no_outcome"))
    ordered = sorted(asked, key=lambda pair: named.index((pair[0], pair[1].name)))
    table, outcome = ordered[0] if ordered else max(candidates, key=_promise)
    columns, left_out = drivers_of(table, outcome.name)
    scope = StudyScope(
        dataset_id=table.dataset_id,
        outcome=outcome.name,
        outcome_value=outcome_value(outcome),
        columns=columns,
        left_out=left_out,
    )
    but = frozenset({outcome.name})
    conditions = [
        condition
        for clause in clauses(prompt.question)
        for condition in named_conditions(clause, table, prompt.value_matches, but=but)
    ]
    scope = scope.model_copy(update={"filters": conditions})
    assumed = [] if asked else [say("plan.assumed", outcome=outcome.name)]
    if others := also_meant(prompt.question, outcome.name, table):
        assumed = [say("plan.also", outcome=outcome.name, others=say("plan.or").join(others))]
    return StudyPlan(
        scope=scope, rationale=say("plan.explaining", outcome=outcome.name, count=len(columns)), assumptions=assumed
    )


def outcomes_of(table: DatasetProfile) -> list[ColumnProfile]:
    """Columns that can be explained: numbers, and columns of two values."""
    return [
        column
        for column in table.columns
        if (column.kind == "number" and column.unique > 1)
        or (column.kind in ("text", "boolean") and column.unique == 2 and len(column.top_values) == 2)
    ]


def outcome_value(column: ColumnProfile) -> str | None:
    """Of a column of two values, the one that means yes, else the rarer; None for numbers."""
    if column.kind == "number":
        return None
    yes = next((item.value for item in column.top_values if item.value.casefold() in YES), None)
    return yes or column.top_values[-1].value


def drivers_of(table: DatasetProfile, outcome: str) -> tuple[list[str], list[LeftOut]]:
    """The columns that may drive the outcome, and those that may not with the reason."""
    columns: list[str] = []
    left_out: list[LeftOut] = []
    for column in table.columns:
        if column.name == outcome:
            continue
        if why := _unfit(column):
            left_out.append(LeftOut(column=column.name, why=why))
        else:
            columns.append(column.name)
    return columns, left_out


def _unfit(column: ColumnProfile) -> str:
    if column.kind == "identifier":
        return say("why.names_rows")
    if column.kind == "empty" or column.unique < 1 or (column.unique < 2 and not column.missing):
        return say("why.does_not_vary")
    if column.kind == "ambiguous_date":
        return say("why.both_ways")
    if column.kind == "text" and column.unique > max(2, min(MOST_VALUES, column.count // 2)):
        return say("why.own_values")
    return ""


def _promise(pair: tuple[DatasetProfile, ColumnProfile]) -> tuple[int, int, int]:
    """Amounts of money first, then other numbers, the more different values the better, then two values."""
    _, column = pair
    if column.numeric is None:
        return (0, 0, 0)
    is_money = column.unit not in (None, "", "%")
    return (2 if is_money else 1, column.unique if not is_money else 0, 0)
