"""How to answer: folded away, and out of the way of whoever only asks."""

from dataclasses import replace
from typing import get_args

import streamlit as st

from agent.service import DEFAULT, AnalystService
from agent.settings import ApprovalPolicy
from pages.components.catalogue import language, say
from pages.components.escape import escape
from pages.components.process import ways
from pages.components.ways import HowToAnswer


def how_to_answer(conversation_id: str) -> HowToAnswer:
    """What the person chose for this conversation; the plain way if nothing."""
    return ways().of(conversation_id)


def title_of(service: AnalystService, workflow: str) -> str:
    """The workflow's name for people."""
    return next((one.title for one in service.workflows(language()) if one.name == workflow), workflow)


def show_workflow_choice(service: AnalystService, conversation_id: str) -> None:
    """One small button that opens the choice; it names the way that is chosen."""
    offered = service.workflows(language())
    chosen = how_to_answer(conversation_id)
    label = say("way.chosen", way=escape(title_of(service, chosen.workflow)))
    radio = f"way_{conversation_id}"
    st.session_state[radio] = chosen.workflow  # another tab may have changed it
    with st.popover(label, icon=":material/alt_route:", type="tertiary"):
        st.radio(
            say("way.which"),
            [one.name for one in offered],
            format_func={one.name: escape(one.title) for one in offered}.__getitem__,
            captions=[escape(one.description) for one in offered],
            key=radio,
            on_change=_keep_workflow,
            args=(service, conversation_id),
        )
        if len(offered) > 1:
            show_switches(service, conversation_id)


def show_switches(service: AnalystService, conversation_id: str) -> None:
    """What waits for a yes in this conversation, and whether code is computed a second way."""
    settings = how_to_answer(conversation_id).choices.on(service.settings)
    policy, twice = f"policy_{conversation_id}", f"twice_{conversation_id}"
    st.session_state[policy] = settings.approval_policy
    st.session_state[twice] = settings.double_check
    policies = {one: say(f"way.policy.{one}") for one in get_args(ApprovalPolicy)}
    st.radio(
        say("way.waits"),
        list(policies),
        format_func=policies.__getitem__,
        key=policy,
        on_change=_keep_switches,
        args=(conversation_id,),
    )
    st.toggle(
        say("way.twice"),
        key=twice,
        on_change=_keep_switches,
        args=(conversation_id,),
        help=say("way.twice_help"),
    )


def _keep_workflow(service: AnalystService, conversation_id: str) -> None:
    workflow = str(st.session_state[f"way_{conversation_id}"])
    ways().choose(conversation_id, replace(how_to_answer(conversation_id), workflow=workflow))
    if workflow != DEFAULT:
        service.prepare_code()


def _keep_switches(conversation_id: str) -> None:
    before = how_to_answer(conversation_id)
    policy, twice = (st.session_state[f"{name}_{conversation_id}"] for name in ("policy", "twice"))
    choices = replace(before.choices, approval_policy=policy, double_check=twice)
    ways().choose(conversation_id, replace(before, choices=choices))
