"""Whether two readings of a question mean the same computation, however they are written."""

import json
from collections.abc import Sequence

from agent.specs.parse import Spec
from agent.specs.reading import Reading


def same_meaning(one: Reading, other: Reading) -> bool:
    """Whether the answer of one is computed in the other too; order and titles do not count."""
    ours, theirs = [_essence(spec) for spec in one.specs], [_essence(spec) for spec in other.specs]
    return ours[0] in theirs or theirs[0] in ours


def without_duplicates(readings: Sequence[Reading]) -> list[Reading]:
    """Each meaning once, the first way it was read."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(same_meaning(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _essence(spec: Spec) -> str:
    told = spec.model_dump(mode="json", exclude_defaults=True)
    name = {key: getattr(spec, key, None) for key in ("op", "kind")}
    unimportant = {
        "title",
        "dataset_id",
        *(() if any(told.get(key) for key in ("top_k", "top_per", "skip")) else ("sort",)),
    }
    kept = {key: _order(value) for key, value in told.items() if key not in unimportant}
    tables = told.get("dataset_id")
    return json.dumps([name, kept, tables], sort_keys=True, ensure_ascii=False)


def _order(value: object) -> object:
    """Lists whose order means nothing, in one order."""
    if isinstance(value, list) and all(isinstance(item, str | dict) for item in value):
        return sorted(value, key=lambda item: json.dumps(item, sort_keys=True))
    return value
