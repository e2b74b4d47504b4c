"""The Scientist's prompts about data for a model: requirements, columns, profile, alignment, limitation."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from agent.reasoning.chat.coding import PROFILE_KEYS
from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.plain import names_cargo, names_told
from agent.reasoning.chat.replies import UnusableError, parse_reply, prose
from agent.reasoning.chat.shown.about import About, lines_block, notes_block
from agent.reasoning.chat.shown.linking import spelled_names
from agent.reasoning.chat.shown.mask import Mask, payload
from agent.reasoning.chat.shown.profile_text import Written
from agent.reasoning.chat.shown.quoting import LONGEST_NAME, quote
from agent.reasoning.chat.shown.references import repair_references
from agent.reasoning.chat.shown.veil import FindValues
from agent.reasoning.chat.telling import check_strictly
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.prompts import Explanation
from agent.reasoning.scientist_prompts import (
    MOST_DETAILED,
    Alignment,
    CheckAlignment,
    ColumnSelection,
    DataProfile,
    ExplainLimitation,
    FormulateRequirements,
    ProfileData,
    Requirements,
    SelectColumns,
)
from agent.reasoning.sharing import Sharing
from agent.state import Artifact

GO_AHEAD = frozenset({"proceed", "proceed_with_caveats"})
COLUMNS_COUNTED = 60  # columns of which the missing cells are told


def compose_requirements(prompt: FormulateRequirements, sharing: Sharing, find: FindValues) -> Composed[Requirements]:
    """What answering takes."""
    about = About(prompt, sharing, find)
    written = about.data()
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "past": about.past,
            "notes": notes_block(
                about.note("Earlier requirements", prompt.previous),
                about.note("Their gaps", prompt.gaps),
                about.note("Advice", prompt.guidance),
            ),
            "question": about.question,
        },
    )

    def accept(reply: str) -> Requirements:
        found = parse_reply(reply, Requirements)
        back = about.veil.back_text
        return Requirements(
            variables_needed=spelled_names(about.back(found.variables_needed), prompt.datasets),
            constraints=about.back(found.constraints),
            analysis_type=back(found.analysis_type),
            success_criteria=back(found.success_criteria),
            reasoning=back(found.reasoning),
        )

    return Composed(words, accept, Form("requirements", answer_schema(Requirements)), about.veil.named(written))


def compose_selection(prompt: SelectColumns, sharing: Sharing, find: FindValues) -> Composed[ColumnSelection]:
    """Columns for a detailed look, from a short line of each."""
    about = About(prompt, sharing, find)
    written = about.data(detailed=frozenset())
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "notes": notes_block(about.note("Requirements", prompt.requirements)),
            "question": about.question,
        },
    )

    def accept(reply: str) -> ColumnSelection:
        wanted = spelled_names(about.back(parse_reply(reply, ColumnSelection).columns), prompt.datasets)
        columns = _existing(wanted, prompt)
        if not columns:
            raise UnusableError("None of these columns is listed. Choose columns spelled as listed.")
        return ColumnSelection(columns=columns[:MOST_DETAILED])

    return Composed(words, accept, Form("columns", answer_schema(ColumnSelection)), about.veil.named(written))


def compose_profile(prompt: ProfileData, sharing: Sharing, find: FindValues) -> Composed[DataProfile]:
    """What there is of what is needed. The profile is written anew from the data, for only so it keeps to what the
    person lets out; the columns in detail are those of the prompt.
    """
    about = About(prompt, sharing, find)
    written = about.data(_in_detail(prompt))
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "notes": notes_block(
                about.note("Requirements", prompt.requirements), about.note("Advice", prompt.guidance)
            ),
            "question": about.question,
        },
    )

    def accept(reply: str) -> DataProfile:
        found = parse_reply(reply, DataProfile)
        available = spelled_names(about.back(found.available_columns), prompt.datasets)
        absent = spelled_names(about.back(found.missing_columns), prompt.datasets)
        if made_up := [name for name in available if name not in _existing(available, prompt)]:
            raise UnusableError(f"{about.veil.text(made_up[0])} is no column of the tables: it is missing.")
        if there := _existing(absent, prompt):
            raise UnusableError(f"{about.veil.text(there[0])} is a column of the tables: it is available.")
        back = about.veil.back_text
        return DataProfile(
            available_columns=available,
            missing_columns=absent,
            data_quality={spelled_names([back(name)], prompt.datasets)[0]: back(told)
                          for name, told in found.data_quality.items()},
            limitations=about.back(found.limitations),
            is_suitable=found.is_suitable,
            reasoning=back(found.reasoning),
        )  # fmt: skip

    return Composed(words, accept, Form("profile", answer_schema(DataProfile)), about.veil.named(written))


def compose_alignment(prompt: CheckAlignment, sharing: Sharing, find: FindValues) -> Composed[Alignment]:
    """Whether the data can satisfy the requirements. Of columns held back no count of missing cells goes out."""
    about = About(prompt, sharing, find)
    tables = {artifact["artifact_id"]: artifact for artifact in prompt.missingness}
    mask, counted = Mask(about.veil, prompt.missingness), Written()
    lines = [line for name, table in tables.items() for line in _missing(name, table, about, counted)]
    profile = _part(prompt.data_profile, *PROFILE_KEYS)
    words = render(
        prompt.template,
        {
            "notes": notes_block(about.note("Requirements", prompt.requirements), about.note("The data", profile)),
            "missing": lines_block("missing", lines),
            "round": "It was looked at before: revise nothing again." if prompt.iterations else "",
            "question": about.question,
        },
    )

    def accept(reply: str) -> Alignment:
        found = parse_reply(reply, Alignment)
        if found.aligned != (found.recommendation in GO_AHEAD):
            raise UnusableError('aligned is true with "proceed" and "proceed_with_caveats", and with no other.')
        if found.recommendation == "proceed_with_caveats" and not found.caveats:
            raise UnusableError("Give the caveats.")
        if not found.aligned and not found.gaps:
            raise UnusableError("Say in gaps what is missing.")
        caveats = [repair_references(mask.back(prose(caveat)), tables) for caveat in found.caveats]
        for caveat in caveats:
            check_strictly(caveat, tables, said=prompt.question)
        told = {"gaps": about.back(found.gaps), "reasoning": about.veil.back_text(found.reasoning)}
        return found.model_copy(update={**told, "caveats": caveats})

    return Composed(words, accept, Form("alignment", answer_schema(Alignment)), about.veil.named(counted))


def compose_limitation(prompt: ExplainLimitation, sharing: Sharing, find: FindValues) -> Composed[Explanation]:
    """Why not, in prose. Of the data only column names go out."""
    about = About(prompt, sharing, find)
    told = _part(prompt.alignment, "gaps", "reasoning")
    needed = _part(prompt.requirements, "variables_needed", "analysis_type")
    words = render(
        prompt.template,
        {
            "data": names_told(about.veil),
            "notes": notes_block(about.note("Needed", needed), about.note("Why it cannot be done", told)),
            "question": about.question,
        },
    )
    return Composed(
        words, lambda reply: Explanation(text=about.veil.back_text(prose(reply))), cargo=names_cargo(about.veil)
    )


# ---------------------------------------------------------------- parts


def _part(whole: Mapping[str, JsonValue], *keys: str) -> dict[str, JsonValue]:
    return {key: whole[key] for key in keys if key in whole and whole[key] not in (None, [], {}, "")}


def _existing(names: list[str], prompt: SelectColumns | ProfileData) -> list[str]:
    known = {name for profile in prompt.datasets for name in profile.column_names}
    return [name for name in names if name in known]


def _in_detail(prompt: ProfileData) -> frozenset[str]:
    """The columns that the prompt's detailed profile is about."""
    names = (name for profile in prompt.datasets for name in profile.column_names)
    return frozenset(name for name in names if f"{name!r} (" in prompt.detailed)


def _missing(name: str, artifact: Artifact, about: About, counted: Written) -> list[str]:
    """A line a column with its missing cells, counted in `counted`."""
    table = payload(artifact)
    place = {column: number for number, column in enumerate(table["columns"])}
    lines = []
    for row in table["rows"][:COLUMNS_COUNTED]:
        column = cast(str, row[place["column"]])
        if column in about.veil.withheld:
            continue
        shown = about.veil.column(column)
        counted.columns.append(shown)
        lines.append(
            f"Counts {name}: {quote(shown, LONGEST_NAME)}, missing {row[place['missing']]} of {row[place['rows']]}, "
            f"missing_pct {row[place['missing_pct']]}"
        )
    return lines
