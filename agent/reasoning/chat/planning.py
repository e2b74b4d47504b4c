"""PlanTools and ClassifyQuestion for a model: who plans, and which tools of the catalogue with which arguments."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from pydantic import Field, JsonValue

from agent.analysis.validate import check_spec
from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.examples import TABLE, chosen_for
from agent.reasoning.chat.language.forms import ActionForm, answer_schema, plain_schema
from agent.reasoning.chat.language.tool_offers import BY_CALLS, as_plan_text, tool_offers
from agent.reasoning.chat.language.tool_words import (
    arguments_schemas,
    as_tool_example,
    tool_example_for,
    tool_example_of,
    tool_words,
)
from agent.reasoning.chat.language.vocabulary import beside
from agent.reasoning.chat.plain import names_cargo, names_told
from agent.reasoning.chat.reading import LONGEST_TROUBLE, executable, label_reading, questions_of
from agent.reasoning.chat.replies import parse_reply
from agent.reasoning.chat.shown.about import About, lines_block
from agent.reasoning.chat.shown.linking import link_columns
from agent.reasoning.chat.shown.profile_text import match_lines
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.code_prompts import AboutQuestion
from agent.reasoning.prompts import ReadQuestion, Reply
from agent.reasoning.reviewed_prompts import (
    Classification,
    ClassifyQuestion,
    PlannedCall,
    PlanTools,
    ToolPlan,
    ToolReading,
)
from agent.reasoning.sense import check_sense
from agent.reasoning.sharing import Sharing
from agent.specs.parse import Spec
from agent.tools.catalogue import call_for, planned_call
from registry.profile import DatasetProfile

EXAMPLES_SHOWN = 3
GUIDANCE_TOLD = 2


class CallForm(Reply):
    """A tool with its arguments."""

    tool_name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolReadingForm(Reply):
    """One meaning of the question, as calls."""

    label: str
    calls: list[CallForm] = Field(min_length=1, max_length=4)


class ToolPlanForm(ActionForm):
    """What to do with the question."""

    readings: list[ToolReadingForm] = Field(default_factory=list, max_length=3)


def compose_classification(prompt: ClassifyQuestion, sharing: Sharing, find: FindValues) -> Composed[Classification]:
    """Who plans. Of the data only column names go out."""
    about = About(AboutQuestion(prompt.asked), sharing, find)
    words = render(prompt.template, {"data": names_told(about.veil), "past": about.past, "question": about.question})

    def accept(reply: str) -> Classification:
        found = parse_reply(reply, Classification)
        return found.model_copy(update={"rationale": about.veil.back_text(found.rationale)})

    return Composed(words, accept, Form("classification", answer_schema(Classification)), names_cargo(about.veil))


def compose_tools(
    prompt: PlanTools, sharing: Sharing, find: FindValues, *, detailed_schema: bool = True, by_calls: bool = False
) -> Composed[ToolPlan]:
    """The plan. What the critic and the person said of earlier plans goes out as their words, values held back.

    `by_calls` offers the tools as functions: calls are read, and checked, as the plan that they mean.
    """
    about = About(AboutQuestion(prompt.asked), sharing, find)
    written = about.data()
    matched = match_lines(about.veil.matches, written)
    several = len(prompt.asked.datasets) > 1
    words = render(
        prompt.template,
        {
            "dataset_key": ", dataset_id" if several else "",
            "by_calls": BY_CALLS if by_calls else "",
            "tools": tool_words(),
            "data": "\n".join(written.lines),
            "example_table": TABLE,
            "examples": "\n".join(map(as_tool_example, chosen_for(prompt.asked.question, EXAMPLES_SHOWN))),
            "forms": beside(about.question, "\n".join([about.past, _trouble(prompt, about)]), joins=several),
            "words": lines_block("words", matched),
            "past": about.past,
            "guidance": lines_block("guidance", _guidance(prompt, about)),
            "trouble": _trouble(prompt, about),
            "question": about.question,
        },
    )
    return Composed(
        words=words,
        accept=lambda reply: _plan(parse_reply(as_plan_text(reply), ToolPlanForm), about.veil, prompt.asked),
        form=Form("plan", plan_schema(several, detailed_schema)),
        cargo=about.veil.named(written),
        example=tool_example_for,
        tools=tool_offers(several) if by_calls else (),
    )


@cache
def plan_schema(several_tables: bool, detailed: bool) -> dict[str, JsonValue]:
    """The JSON schema of a plan, with the arguments of each tool spelled out when `detailed`."""
    schema = ToolPlanForm.model_json_schema()
    if not detailed:
        plain: dict[str, JsonValue] = plain_schema(schema, several_tables)
        return plain
    schema["$defs"]["ToolReadingForm"]["properties"]["calls"]["items"] = {"$ref": "#/$defs/Call"}
    kept = {name: definition for name, definition in schema.pop("$defs").items() if name != "CallForm"}
    found = {name: plain_schema(definition, several_tables) for name, definition in kept.items()}
    definitions = {**found, **arguments_schemas(several_tables)}
    return {**plain_schema(schema, several_tables), "$defs": cast(JsonValue, definitions)}


def _guidance(prompt: PlanTools, about: About) -> list[str]:
    """The critic's words may quote cells of the answer, so under restrictions they stay here."""
    critic = () if about.restricted else prompt.guidance[-GUIDANCE_TOLD:]
    return [
        *(f"The critic says of an earlier answer: {about.found(text)}" for text in critic),
        *(f"The person says of an earlier plan: {about.said(text)}" for text in prompt.feedback),
        *(f"What would mend it: {about.said(text)}" for text in _mending(prompt)),
    ]


def _mending(prompt: PlanTools) -> list[str]:
    """Words of the critic as a follow-up; those of the person have been told."""
    return [prompt.followup.question] if prompt.followup and not prompt.feedback else []


def _trouble(prompt: PlanTools, about: About) -> str:
    if not prompt.asked.last_error or about.restricted:
        return ""
    said = about.found(prompt.asked.last_error, LONGEST_TROUBLE)
    example = tool_example_of(call_for(spec).tool.name for reading in prompt.asked.failed for spec in reading.specs)
    like = f" A worked example of such a call, over the other table:\n{example}" if example else ""
    return f"Calls that were tried for this question did not work: {said}. Write other ones.{like}"


# ---------------------------------------------------------------- the reply


def _plan(form: ToolPlanForm, veil: Veil, asked: ReadQuestion) -> ToolPlan:
    """The plan in real names. UnusableError when it says act and no reading can be executed."""

    def read(name: str, given: ToolReadingForm) -> ToolReading:
        reading = _reading(name, given, veil, asked.datasets)
        specs = [spec for call in reading.calls for spec in planned_call(call.tool_name, call.arguments).specs]
        check_sense(specs, asked.datasets, questions_of(asked))
        return reading

    readings = executable(form.readings, read, veil) if form.next_action == "act" else []
    return ToolPlan(**form.told(veil, readings[0].interpretation if readings else ""), readings=readings)


def _reading(name: str, given: ToolReadingForm, veil: Veil, datasets: tuple[DatasetProfile, ...]) -> ToolReading:
    """A reading whose calls fit the data: first as the model sees them, so that an error names nothing held back."""
    spelled = [CallForm(tool_name=call.tool_name, arguments=_link(call, veil.datasets)) for call in given.calls]
    for call in spelled:
        _check(call.tool_name, call.arguments, veil.datasets)
    only = {"dataset_id": datasets[0].dataset_id} if len(datasets) == 1 else {}
    calls = [PlannedCall(tool_name=call.tool_name, arguments=veil.back({**call.arguments, **only})) for call in spelled]
    specs = [spec for call in calls for spec in _check(call.tool_name, call.arguments, datasets)]
    return ToolReading(**label_reading(name, given.label, specs[0], veil), calls=calls)


def _link(call: CallForm, datasets: tuple[DatasetProfile, ...]) -> dict[str, JsonValue]:
    """The arguments with columns spelled as in the data; a sort by the column alone means its one aggregate."""
    given = {name: value for name, value in call.arguments.items() if name not in ("type", "op", "kind", "title")}
    column, operation = given.get("column"), given.get("operation")
    if column is None or operation is None:
        return link_columns(given, datasets)
    spelled = link_columns({**given, "metrics": {str(column): [operation]}}, datasets)
    return {name: value for name, value in spelled.items() if name != "metrics"}


def _check(tool: str, arguments: Mapping[str, JsonValue], datasets: tuple[DatasetProfile, ...]) -> tuple[Spec, ...]:
    """What the call means. SpecError or DataError when it names no tool, or does not fit it or the columns."""
    specs = planned_call(tool, arguments).specs
    for spec in specs:
        check_spec(spec, {profile.dataset_id: profile for profile in datasets})
    return specs
