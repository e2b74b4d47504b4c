"""How to answer: folded away, and out of the way of whoever only asks."""

from dataclasses import dataclass, field

import streamlit as st

from agent.service import DEFAULT, AnalystService, TurnChoices, WorkflowChoice
from pages.components.escape import escape

_WORKFLOW = "workflow_chosen"
_SWITCHES = "workflow_switches"


@dataclass(frozen=True)
class HowToAnswer:
    """What the next question is asked with."""

    workflow: str = DEFAULT
    choices: TurnChoices = field(default_factory=TurnChoices)


def how_to_answer() -> HowToAnswer:
    """What the person chose for this tab; the plain way if nothing."""
    return HowToAnswer(str(st.session_state.get(_WORKFLOW, DEFAULT)), st.session_state.get(_SWITCHES, TurnChoices()))


def title_of(service: AnalystService, workflow: str) -> str:
    """The workflow's name for people."""
    return next((one.title for one in service.workflows() if one.name == workflow), workflow)


def show_workflow_choice(service: AnalystService) -> None:
    """One small button that opens the choice; it names the way that is chosen."""
    offered = service.workflows()
    chosen = how_to_answer()
    label = f"Way to answer: {escape(title_of(service, chosen.workflow))}"
    with st.popover(label, icon=":material/alt_route:", type="tertiary"):
        st.radio(
            "How shall the next question be answered?",
            [one.name for one in offered],
            index=next((place for place, one in enumerate(offered) if one.name == chosen.workflow), 0),
            format_func=lambda name: escape(title_of(service, name)),
            captions=[escape(one.description) for one in offered],
            key="workflow_radio",
            on_change=_keep_workflow,
            args=(service,),
        )
        _show_switches(service, chosen, offered)


def _keep_workflow(service: AnalystService) -> None:
    st.session_state[_WORKFLOW] = st.session_state["workflow_radio"]
    if st.session_state[_WORKFLOW] != DEFAULT:
        service.prepare_code()


def _show_switches(service: AnalystService, chosen: HowToAnswer, offered: list[WorkflowChoice]) -> None:
    if len(offered) < 2:
        return
    settings = chosen.choices.on(service.settings)
    st.toggle(
        "Show me generated code before it runs",
        value=settings.approve_code,
        key="switch_approve_code",
        on_change=_keep_switches,
    )
    st.toggle(
        "Compute it a second way where possible",
        value=settings.double_check,
        key="switch_double_check",
        on_change=_keep_switches,
        help="The analysis vocabulary computes the same question beside the code, and both results are compared.",
    )


def _keep_switches() -> None:
    st.session_state[_SWITCHES] = TurnChoices(
        approve_code=st.session_state["switch_approve_code"], double_check=st.session_state["switch_double_check"]
    )
