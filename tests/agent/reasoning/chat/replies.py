"""What the scripted model writes."""

import json
from dataclasses import replace
from typing import Any

from agent.service import AnalystService


def act(*specs: dict[str, Any], label: str = "as asked") -> str:
    return json.dumps({"next_action": "act", "readings": [{"label": label, "specs": list(specs)}]})


def mean(column: str, *by: str, **more: Any) -> dict[str, Any]:
    return {"op": "groupby_agg", "group_cols": list(by), "metrics": {column: ["mean"]}, **more}


MEAN_BY_DEPARTMENT = act(mean("salary", "department"), label="mean salary by department")
TOLD = "The mean salary in Engineering is {S1[Engineering].salary_mean}."
QUESTION = "average salary by department"


def leading(service: AnalystService, conversation: str) -> None:
    """The conversation's model leads from now on, as one that has shown that it reads well does."""
    settings = service.models.settings(conversation)
    assert settings is not None
    service.models.connect(conversation, replace(settings, role="lead"))
