"""What lives as long as the server process: one service, one turn runner, one sweeper."""

import os
import threading

import streamlit as st

from agent.service import AnalystService
from agent.settings import Settings
from pages.components.turn_runner import TurnRunner

SWEEP_SECONDS = 60.0


def build_service() -> AnalystService:
    """The service with the settings of the environment."""
    return AnalystService(Settings.from_environment(os.environ))


@st.cache_resource(show_spinner=False)
def service() -> AnalystService:
    """The one service of this process. Ended conversations are freed from the first use on."""
    made = build_service()
    threading.Thread(target=_sweep_forever, args=(made,), name="sweeper", daemon=True).start()
    return made


@st.cache_resource(show_spinner=False)
def runner() -> TurnRunner:
    """The one turn runner of this process."""
    return TurnRunner(service(), service().settings.turn_workers)


def _sweep_forever(swept: AnalystService) -> None:
    """An idle server would keep the data of its last visitors for ever: Streamlit itself frees lazily."""
    pause = threading.Event()
    while not pause.wait(SWEEP_SECONDS):
        swept.sweep()
