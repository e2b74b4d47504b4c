"""What the scripted model writes."""

import json
from typing import Any


def act(*specs: dict[str, Any], label: str = "as asked") -> str:
    return json.dumps({"next_action": "act", "readings": [{"label": label, "specs": list(specs)}]})


def mean(column: str, *by: str, **more: Any) -> dict[str, Any]:
    return {"op": "groupby_agg", "group_cols": list(by), "metrics": {column: ["mean"]}, **more}


MEAN_BY_DEPARTMENT = act(mean("salary", "department"), label="mean salary by department")
TOLD = "The mean salary in Engineering is {S1[Engineering].salary_mean}."
QUESTION = "average salary by department"
