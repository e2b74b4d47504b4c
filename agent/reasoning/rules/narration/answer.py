"""The answer in prose: each spec of the reading told by its narrator, the answer's own first."""

import re
from collections.abc import Mapping

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import DeclineRequest, NarrateAnswer, Narration, ReadingResult, Refusal
from agent.reasoning.rules.narration.caveats import caveats_of
from agent.reasoning.rules.narration.form_lines import form_lines
from agent.reasoning.rules.narration.operations.catalogue import NARRATORS
from agent.reasoning.rules.narration.operations.totals import compared
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.suggestions import alternatives, next_questions
from agent.reasoning.rules.narration.view import TableView, table_view
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.measures import Measure
from agent.specs.plots import Plot

_SPEC_NAME = re.compile(r"\bS\d+(?:_\d+)?(?=[\[.])")
AnyScene = Scene[Measure | Plot]


def narrate_answer(prompt: NarrateAnswer) -> Narration:
    """Prose, caveats and next questions for results that agree; the first is the answer.

    When an earlier text was sent back for a figure, conditions are told without any.
    """
    phrases = phrases_in(detect_language(prompt.question))
    units = {column.name: column.unit for data in prompt.datasets for column in data.columns if column.unit}
    dates = [column.name for data in prompt.datasets for column in data.columns if column.kind in ("date", "datetime")]
    only_date = dates[0] if len(dates) == 1 else None
    wording = Wording(phrases, allows_figures=not prompt.violations, units=units, only_date=only_date)
    first, *others = prompt.results
    scenes = scenes_of(first, wording)
    paragraphs = [tell(scene, beside_measure=_has_measure(scenes)) for scene in scenes]
    if prompt.beside is not None and len(paragraphs) == 1:
        lead, break_, rest = paragraphs[0].partition("\n\n")
        paragraphs = [f"{phrases.prose([lead, compared(scenes[0], prompt.beside)])}{break_}{rest}"]
    also = [_also(other, phrases, wording) for other in others]
    text = "\n\n".join(part for part in [*paragraphs, phrases.prose(also)] if part)
    form = form_lines(prompt, scenes, phrases)
    return Narration(
        text="\n\n".join(part for part in (text or phrases.say("nothing.plain"), form) if part),
        caveats=caveats_of(scenes, prompt, phrases, text),
        next_questions=next_questions(first.reading, prompt.datasets, prompt.question, phrases.language),
    )


def scenes_of(result: ReadingResult, wording: Wording) -> list[AnyScene]:
    """One scene a spec, with the tables that it gave: measures in the order of the reading, then charts."""
    scenes = []
    for number, spec in enumerate(result.reading.specs, start=1):
        tables = _tables_of(result, f"S{number}")
        if tables or isinstance(spec, Plot):
            scenes.append(Scene[Measure | Plot](spec, tables, wording))
    return sorted(scenes, key=lambda scene: isinstance(scene.spec, Plot))


def tell(scene: AnyScene, *, beside_measure: bool = False) -> str:
    """The paragraphs of one spec. A chart beside a measure's table needs no words: it shows the same."""
    if isinstance(scene.spec, Measure):
        op: str = scene.spec.model_dump()["op"]
        return NARRATORS[op](scene) if scene.main.rows else scene.nothing()
    kind: str = scene.spec.model_dump()["kind"]
    return "" if beside_measure else NARRATORS[kind](scene)


def bind(template: str, names: Mapping[str, str]) -> str:
    """A reading's headline with the names of its specs replaced by those of their artifacts."""
    return _SPEC_NAME.sub(lambda found: names.get(found.group(), found.group()), template)


def _tables_of(result: ReadingResult, name: str) -> tuple[TableView, ...]:
    """The tables of a spec: `S1`, then `S1_2`, `S1_3`; figures hold no cells and are left out."""
    kept = {artifact["artifact_id"]: artifact for artifact in (*result.artifacts, *result.whole)}
    further = sorted(
        (other for other in result.names if other.startswith(f"{name}_")), key=lambda other: int(other.rsplit("_")[-1])
    )
    found = (kept.get(result.names.get(key, "")) for key in (name, *further))
    return tuple(table_view(artifact) for artifact in found if artifact is not None and artifact["kind"] == "table")


def _has_measure(scenes: list[AnyScene]) -> bool:
    return any(isinstance(scene.spec, Measure) for scene in scenes)


def _also(other: ReadingResult, phrases: Phrases, wording: Wording) -> str:
    """One sentence for a further reading that gave the same answer."""
    label = wording.name(other.reading.label)
    if not wording.may_write(label):
        return ""
    headline = bind(other.reading.headline, other.names)
    if not headline:
        return phrases.say("answer.agrees", label=label)
    return phrases.say("answer.also", label=label, headline=headline.rstrip("."))


# ----------------------------------------------------------------
# Saying no: why not, and which questions the data can answer instead.


OTHER = "other"


def decline_request(prompt: DeclineRequest) -> Refusal:
    """The reason by the kind in `rationale` ("prediction", "outside_world", ...), then questions to ask instead."""
    phrases = phrases_in(detect_language(prompt.question))
    kind = prompt.rationale if phrases.has(f"decline.{prompt.rationale}") else OTHER
    reason = phrases.say(f"decline.{kind}")
    offers = alternatives(prompt.datasets, prompt.question, phrases.language)
    closing = phrases.say("decline.instead") if offers else phrases.say("decline.no_data")
    return Refusal(text=phrases.prose([reason, closing]), alternatives=offers)
