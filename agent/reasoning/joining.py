"""A reading that names a column of another table, with no step that brings it in: the one join that can be meant.

The built-in reader now and then forgets the step. It is added only where it leaves nothing open: the columns stand in
one other table, one key leads there, and that table has each key once, so that no row is multiplied or chosen.
"""

from collections.abc import Mapping, Sequence

from agent.analysis.validate import fit
from agent.specs.parse import Spec
from agent.specs.plain_data import spec_json, texts_in
from agent.specs.transforms import JoinDatasets
from registry.profile import DatasetProfile
from registry.shared_keys import SharedKey


def bring_columns_in(spec: Spec, datasets: Sequence[DatasetProfile], keys: Sequence[SharedKey]) -> Spec:
    """The spec over the table that has its columns, or with a join that brings them in; itself where it can be executed
    as it is, and where more than one way or none makes it so.
    """
    profiles = {table.dataset_id: table for table in datasets}
    if len(profiles) == 1 or fit([spec], datasets):
        return spec
    ways = [way for way in _ways(spec, profiles, keys) if fit([way], datasets)]
    return ways[0] if len(ways) == 1 else spec


def _ways(spec: Spec, profiles: Mapping[str, DatasetProfile], keys: Sequence[SharedKey]) -> list[Spec]:
    """The spec over each table that has all columns of tables which it names, else with each join that lacks none."""
    named = {
        text for text in texts_in(spec_json(spec)) if any(text in table.column_names for table in profiles.values())
    }
    whole = [one for one in profiles.values() if named <= set(one.column_names) and one.dataset_id != spec.dataset_id]
    if whole:
        return [spec.model_copy(update={"dataset_id": one.dataset_id}) for one in whole]
    here = profiles.get(spec.dataset_id or "")
    if here is None:
        return []
    lacking = [name for name in sorted(named) if name not in here.column_names]
    return [
        spec.model_copy(update={"prepare": [_join(key, lacking), *spec.prepare]})
        for key in (*keys, *(key.turned() for key in keys))
        if key.left_id == here.dataset_id and _names_once(profiles[key.right_id], key.right)
        and set(lacking) <= set(profiles[key.right_id].column_names)
    ]  # fmt: skip


def _names_once(table: DatasetProfile, column: str) -> bool:
    key = table.column(column)
    return key is not None and key.unique == key.count


def _join(key: SharedKey, columns: list[str]) -> JoinDatasets:
    return JoinDatasets(dataset_id=key.right_id, left_on=[key.left], right_on=[key.right], columns=columns)
