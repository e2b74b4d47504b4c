"""The step that brings in another data set, as lines of a program."""

from agent.analysis.schema import schema_of
from agent.analysis.transforms.join import brought_columns
from agent.analysis.written.conditions import joined_mask
from agent.analysis.written.program import ROWS, Program, cell, listed
from agent.specs.transforms import JoinDatasets

_OTHER = "other"


def join(program: Program, step: JoinDatasets) -> None:
    """As the step `join`. Missing keys match nothing; of several different rows a key, the first in order is taken."""
    keys = [f"__key{at}" for at in range(len(step.right_on))]
    brought = brought_columns(step, program.schema, program.profiles)
    made = [f"{key!r}: {cell(name, _OTHER)}" for key, name in zip(keys, step.right_on, strict=True)]
    made += [f"{each.name!r}: {cell(each.source, _OTHER)}" for each in brought]
    program.add(f"{_OTHER} = datasets[{step.dataset_id!r}]")
    if step.right_filters:
        other = Program(program.profiles, schema_of(program.profiles[step.dataset_id]))
        program.add(f"{_OTHER} = {_OTHER}[{joined_mask(other, step.right_filters, _OTHER)}]")
    program.add(
        f"{_OTHER} = pd.DataFrame({{{', '.join(made)}}}).dropna(subset={listed(keys)})",
    )
    on = f"left_on={listed(step.left_on)}, right_on={listed(keys)}"
    if step.how in ("semi", "anti"):
        wanted = "both" if step.how == "semi" else "left_only"
        program.add(
            f"{ROWS} = {ROWS}.merge({_OTHER}.drop_duplicates(), how='left', {on}, indicator='__found')",
            f"{ROWS} = {ROWS}[{cell('__found')} == {wanted!r}].drop(columns={listed([*keys, '__found'])})",
        )
        return
    if step.distinct_right:
        names = [each.name for each in brought]
        ordered = f".sort_values({listed(names)}, na_position='first', kind='stable')" if names else ""
        program.add(f"{_OTHER} = {_OTHER}.drop_duplicates(){ordered}.drop_duplicates({listed(keys)})")
    else:
        program.multiply_rows()
    program.add(f"{ROWS} = {ROWS}.merge({_OTHER}, how={step.how!r}, {on}).drop(columns={listed(keys)})")
