"""Specs as a plain pandas program that gives the same numbers, to be read, changed and run in the sandbox."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from agent.analysis.clock_times import as_computed
from agent.analysis.frames.schema import schema_of
from agent.analysis.pandas_code.catalogue import MEASURES
from agent.analysis.pandas_code.conditions import keep_matching
from agent.analysis.pandas_code.orders import own_orders
from agent.analysis.pandas_code.pictures import DRAWERS, FIGURE
from agent.analysis.pandas_code.program import ROWS, Program, Written
from agent.analysis.pandas_code.steps import apply_step
from agent.analysis.validate import check_spec
from agent.errors import SpecError
from agent.specs.parse import Spec
from registry.profile import DatasetProfile

__all__ = ["MEASURES", "AsCode", "as_code"]


@dataclass(frozen=True)
class AsCode:
    """A program. `tables` names, in order, the tables in its `result` as readings name them: "S1", "S1_2", "S2";
    `titles` are their keys there."""

    code: str
    tables: tuple[str, ...]
    titles: tuple[str, ...]


def as_code(specs: Sequence[Spec], profiles: Mapping[str, DatasetProfile], *, today: date | None = None) -> AsCode:
    """The program that computes the specs one after the other, in `result` (tables by title), `fig` and `rows_used`.
    Dates told from today are written out; without `today` the machine's date is meant. `rows_used` is told in rows of
    the data: a program whose steps make several rows of one (unpivot, a join with several partners) tells none.

    SpecError or DataError when one does not fit the data.
    """
    parts: list[str] = []
    titles: list[str] = []
    names: list[str] = []
    several = sum(spec.type == "plot" for spec in specs) > 1
    for number, spec in enumerate(specs, 1):
        check_spec(spec, profiles)
        program, written = _program(as_computed(spec, profiles, today), profiles)
        parts.append("\n".join([f"# {_comment(written[0].title)}", *program.lines]))
        for place, each in enumerate(written, 1):
            if each.variable == FIGURE:
                parts += ["figures.append(fig)"] if several else []
                continue
            titles.append(_distinct(each.title, titles))
            names.append(f"S{number}" + (f"_{place}" if place > 1 else ""))
            parts.append(f"result[{titles[-1]!r}] = {each.variable}")
        if number == 1 and not program.multiplied:
            parts.append(f"rows_used = int({program.counted or written[0].rows_used})")
    opening = [*(["result = {}"] if names else []), *(["figures = []"] if several else [])]
    closing = ["fig = figures"] if several else []
    return AsCode("\n".join([*opening, *parts, *closing]) + "\n", tuple(names), tuple(titles))


def _program(spec: Spec, profiles: Mapping[str, DatasetProfile]) -> tuple[Program, list[Written]]:
    profile = _profile(spec, profiles)
    program = Program(profiles, schema_of(profile))
    program.add(f"{ROWS} = df" if len(profiles) == 1 else f"{ROWS} = datasets[{profile.dataset_id!r}]")
    for step in spec.prepare:
        apply_step(program, step)
    keep_matching(program, spec.row_filters)
    own_orders(program, spec, profile)
    if spec.type == "plot":
        return program, DRAWERS[spec.kind](spec, program)
    return program, MEASURES[spec.op].write(spec, program)


def _profile(spec: Spec, profiles: Mapping[str, DatasetProfile]) -> DatasetProfile:
    wanted = spec.dataset_id
    if wanted is None and getattr(spec, "of", None) is not None:
        wanted = spec.of.dataset_id  # type: ignore[union-attr]
    if wanted is None and len(profiles) == 1:
        wanted = next(iter(profiles))
    if wanted is None or wanted not in profiles:
        raise SpecError("The spec does not say which data set is meant.", f"Use one of {', '.join(profiles)}.")
    return profiles[wanted]


def _distinct(title: str, taken: Sequence[str]) -> str:
    number = 2
    name = title
    while name in taken:
        name, number = f"{title} ({number})", number + 1
    return name


def _comment(title: str) -> str:
    """A title as one line of a comment: names of columns may hold line ends."""
    return textwrap.shorten(" ".join(title.split()), 110, placeholder=" ...")
