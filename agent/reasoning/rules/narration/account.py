"""How an answer came about, told from its record alone: the reading, the rows, the formula, what was assumed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.analysis.frames.ledger import columns_missing, step_named
from agent.analysis.words import say
from agent.artifacts import rows_counted
from agent.reasoning.prompts import AboutAnswer, Explanation
from agent.reasoning.rules.narration.other_sides import other_sides
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.view import table_view
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.measures import (
    Aggregates,
    Aggregation,
    GroupbyAgg,
    Measure,
    RowLookup,
    ShareRatio,
    TimeTrend,
    ValueCounts,
    metric_name,
)
from agent.specs.parse import parse_spec
from agent.specs.references import literal, reference
from agent.state import Artifact, Ledger, LedgerStep
from registry.profile import DatasetProfile

"""How the ledger begins what it says of missing cells."""


@dataclass(frozen=True)
class Answered:
    """What is kept of an answer. `artifacts` are its results, whole."""

    question: str
    interpretation: str
    assumptions: tuple[str, ...]
    artifacts: tuple[Artifact, ...]


def account_of(
    kind: AboutAnswer, language: str, answered: Answered | None, datasets: Sequence[DatasetProfile]
) -> Explanation:
    """The account as a template with references, and questions that look at the same from other sides."""
    phrases = phrases_in(language)
    if answered is None:
        return Explanation(text=phrases.say("account.none"))
    specs = [parse_spec(one["spec"]) for one in answered.artifacts if one["spec"]]
    further = other_sides(kind, answered.question, specs[0], datasets, language) if specs else []
    lead = phrases.say(f"account.lead_{kind}", question=literal(answered.question))
    if kind in ("why", "judge"):
        look = phrases.say("account.look") if further else ""
        tested = _test(answered, phrases) if kind == "judge" else ""
        return Explanation(text=phrases.prose([lead, tested, look]), next_questions=further)
    lines = [*_reading_told(answered, phrases), *_rows_told(answered, phrases)]
    if kind != "rows":
        lines += _formulas_told(answered, phrases)
        lines += [phrases.say("account.assumed", assumption=literal(text)) for text in answered.assumptions]
    ends = [phrases.say("account.where"), *([phrases.say("account.sure_ask")] if kind == "sure" else [])]
    text = f"{lead}\n\n{phrases.bullets(lines)}\n\n{phrases.prose(ends)}"
    return Explanation(text=text, next_questions=further)


def _test(answered: Answered, phrases: Phrases) -> str:
    """The p-value of a test, where the answer is one of a single row."""
    main = next((one for one in answered.artifacts if one["kind"] == "table"), None)
    view = table_view(main) if main else None
    if view is None or len(view.rows) != 1 or view.number(0, "p") is None:
        return ""
    return phrases.say("account.p_value", p=view.ref(0, "p", "p_value"))


def _reading_told(answered: Answered, phrases: Phrases) -> Iterator[str]:
    if answered.interpretation:
        yield phrases.say("account.read", interpretation=literal(answered.interpretation))


def _rows_told(answered: Answered, phrases: Phrases) -> Iterator[str]:
    """The rows of the main result, with what each step kept or left out."""
    counted = [one for one in answered.artifacts if one["ledger"] is not None]
    main = next((one for one in counted if one["kind"] == "table"), next(iter(counted), None))
    if main is None or main["ledger"] is None:
        return
    ledger: Ledger = main["ledger"]
    total, used = f"{ledger['rows_total']:,}", f"{ledger['rows_used']:,}"
    if main["kind"] == "table":  # a figure alone has nothing that a reference could lead to
        total, used = (reference(main["artifact_id"], "#rows_total"), reference(main["artifact_id"], "#rows_used"))
    whole = ledger["rows_used"] == ledger["rows_total"] and ("rows_made" in ledger or not ledger["steps"])
    kind = "rows_all" if whole else "rows_some"
    yield phrases.say(f"account.{kind}", total=total, used=used, dataset=literal(ledger["dataset"]))
    said = _conditions_in_words(main, phrases)
    for step in ledger["steps"]:
        words = said.pop(0) if said and step["step"] == "filter" else literal(step["detail"])
        yield _step_told(step, words, phrases)
    if made := ledger.get("rows_made"):
        yield phrases.say(
            "account.made", step=literal(say(f"made.{made['step']}", phrases.language)), rows=f"{made['rows']:,}"
        )
    for note in ledger["notes"]:
        yield phrases.say("account.note", note=literal(note))


def _conditions_in_words(main: Artifact, phrases: Phrases) -> list[str]:
    """The conditions in the person's language, one a step of the ledger; [] where they do not match one by one."""
    spec = parse_spec(main["spec"]) if main["spec"] else None
    steps = [step for step in main["ledger"]["steps"] if step["step"] == "filter"] if main["ledger"] else []
    said = Wording(phrases).conditions(spec) if spec is not None else []
    return said if len(said) == len(steps) else []


def _step_told(step: LedgerStep, words: str, phrases: Phrases) -> str:
    """One step of the ledger; `words` are those of its detail."""
    before, after = f"{step['rows_before']:,}", f"{step['rows_after']:,}"
    if step["step"] == "filter":
        return phrases.say("account.filter", conditions=words, before=before, after=after)
    if columns := columns_missing(step):
        left = f"{step['rows_before'] - step['rows_after']:,}"
        return phrases.say("account.missing", columns=literal(columns), left=left)
    what = literal(step_named(step, phrases.language))
    return phrases.say("account.step", what=what, before=before, after=after)


def _formulas_told(answered: Answered, phrases: Phrases) -> list[str]:
    """A formula for each measure; charts draw the figures of one."""
    told = []
    for one in answered.artifacts:
        if one["kind"] != "table" or one["role"] != "main":
            continue
        spec = parse_spec(one["spec"]) if one["spec"] else None
        if isinstance(spec, Measure):
            scene = Scene(spec, (table_view(one),), Wording(phrases))
            told.append(phrases.say("account.formula", formula=formula_of(scene, one["title"])))
        elif one["code"]:
            told.append(phrases.say("account.program"))
    return list(dict.fromkeys(told))


def figures_of(answered: Answered) -> tuple[str, ...]:
    """The recorded words that the account may repeat, figures and all."""
    ledgers = [one["ledger"] for one in answered.artifacts if one["ledger"] is not None]
    counts = [
        f"{count:,}"
        for ledger in ledgers
        for step in ledger["steps"]
        for count in (step["rows_before"], step["rows_after"], step["rows_before"] - step["rows_after"])
    ]
    counts += [
        f"{count:,}"
        for ledger in ledgers
        for count in (ledger["rows_total"], ledger["rows_used"], rows_counted(ledger))
    ]
    details = [text for ledger in ledgers for text in (*(step["detail"] for step in ledger["steps"]), *ledger["notes"])]
    return (answered.question, answered.interpretation, *answered.assumptions, *details, *counts)


# ----------------------------------------------------------------
# What a measure computes, as a formula in plain words; with both numbers where the result holds them.


def formula_of(scene: Scene[Any], title: str) -> str:
    """The formula of a scene's measure; its title where the measure is known by a name of its own (a test)."""
    found = _FORMULAS.get(type(scene.spec))
    return found(scene) if found else scene.say("formula.other", title=literal(title))


def _group(scene: Scene[GroupbyAgg]) -> str:
    spec = scene.spec
    said = _metrics(scene, spec)
    if spec.top_per:
        kept = _names(scene, spec.top_per)
        return scene.say("formula.best", formula=_of_each(scene, said, spec.group_cols), groups=kept)
    return _of_each(scene, said, spec.group_cols)


def _of_each(scene: Scene[Any], said: str, groups: Sequence[str]) -> str:
    return scene.say("formula.each", formula=said, groups=_names(scene, groups)) if groups else said


def _names(scene: Scene[Any], columns: Sequence[str]) -> str:
    return scene.phrases.joined([scene.wording.derived_name(name, scene.spec) for name in columns])


def _trend(scene: Scene[TimeTrend]) -> str:
    said = scene.say(
        "formula.period", formula=_metrics(scene, scene.spec), column=scene.wording.name(scene.spec.date_col)
    )
    return _of_each(scene, said, [scene.spec.group_col] if scene.spec.group_col else [])


def _metrics(scene: Scene[Any], spec: Aggregates) -> str:
    asked = [(column, aggregation) for column, wanted in spec.metrics.items() for aggregation in wanted]
    named = [
        scene.say("formula.named", name=scene.wording.given(name), quantity=scene.wording.quantity(quantity))
        for name, quantity in spec.quantities.items()
    ]
    made = [scene.wording.given(name) for name in spec.computed]
    return scene.phrases.joined([*(_metric(scene, *metric) for metric in asked), *named, *made])


def _metric(scene: Scene[Any], column: str, aggregation: Aggregation) -> str:
    if column == "*":
        return scene.say("formula.rows" if aggregation == "count" else f"formula.rows_{aggregation}")
    name, table = metric_name(column, aggregation), scene.main
    words = scene.wording.name(column)
    alone = len(table.rows) == 1 and not table.keys and len(table.columns) == 1
    if aggregation == "mean" and alone and table.number(0, name) is not None:
        return scene.say("formula.mean_cells", value=table.ref(0, name), column=words, used=table.used)
    return scene.say(f"formula.{aggregation}", metric=scene.wording.metric(column, aggregation), column=words)


def _share(scene: Scene[ShareRatio]) -> str:
    spec, table = scene.spec, scene.main
    if spec.mode == "composition" or spec.numerator is None or spec.denominator is None:
        return scene.say("formula.share")
    if len(table.rows) == 1 and not table.keys:
        above, below = table.ref(0, "numerator"), table.ref(0, "denominator")
        shown = "ratio_pct" if table.has("ratio_pct") else "ratio"
        return scene.say("formula.ratio", ratio=table.ref(0, shown), above=above, below=below)
    above, below = scene.wording.quantity(spec.numerator), scene.wording.quantity(spec.denominator)
    return scene.say("formula.ratio_each", above=above, below=below)


def _looked_up(scene: Scene[RowLookup]) -> str:
    spec = scene.spec
    if spec.which == "matching" or spec.order_by is None:
        return scene.say("formula.lookup")
    end = scene.say(
        "lookup.max" if spec.which in ("max", "top") else "lookup.min", column=scene.wording.name(spec.order_by)
    )
    if spec.by:
        return scene.say("formula.extreme_each", end=end, groups=_names(scene, spec.by))
    return scene.say("formula.extreme", end=end)


def _count(scene: Scene[ValueCounts]) -> str:
    return scene.say("formula.counts", column=scene.wording.derived_name(scene.spec.column, scene.spec))


_FORMULAS: Mapping[type[Measure], Callable[[Scene[Any]], str]] = {
    GroupbyAgg: _group,
    TimeTrend: _trend,
    ShareRatio: _share,
    RowLookup: _looked_up,
    ValueCounts: _count,
}
