"""What lives as long as the server process: one service, one turn runner, one reader of files, one sweeper."""

import gc
import threading

import streamlit as st

from agent.model_settings import ModelSettings
from agent.rehearsal import rehearse
from agent.service import AnalystService
from agent.settings import Settings
from pages.components.environment import environment_here
from pages.components.load_runner import LoadRunner
from pages.components.reopening import Reopenings
from pages.components.turn_runner import TurnRunner
from pages.components.ways import Ways

SWEEP_SECONDS = 60.0
READING = 8  # conversations whose files are read at once
IN_LINE = 256  # turns that run or wait for their place; a thread each, made when it is needed


def build_service() -> AnalystService:
    """The service with the settings of the environment, of `.env` below it and of Streamlit's secrets below that. A
    language model is used only where a key, or an address other than OpenAI's, is set."""
    environment = environment_here()
    settings = Settings.from_environment(environment)
    return AnalystService(settings, model=ModelSettings.from_environment(environment))


@st.cache_resource(show_spinner=False)
def service() -> AnalystService:
    """The one service of this process. Ended conversations are freed from the first use on; a model that the
    environment names is examined, and a first question rehearsed, in the background.
    """
    made = build_service()
    made.models.begin_exam()
    made.prepare_reader()
    threading.Thread(target=rehearse, name="rehearsal", daemon=True).start()
    threading.Thread(target=_sweep_forever, args=(made,), name="sweeper", daemon=True).start()
    return made


@st.cache_resource(show_spinner=False)
def runner() -> TurnRunner:
    """The one turn runner of this process."""
    return TurnRunner(service(), IN_LINE)


@st.cache_resource(show_spinner=False)
def loads() -> LoadRunner:
    """The one reader of files of this process."""
    return LoadRunner(service(), READING)


@st.cache_resource(show_spinner=False)
def reopenings() -> Reopenings:
    """The conversations of this process that are being opened."""
    return Reopenings(service())


@st.cache_resource(show_spinner=False)
def ways() -> Ways:
    """What is chosen in this process's conversations."""
    return Ways()


def _sweep_forever(swept: AnalystService) -> None:
    """An idle server would keep the data of its last visitors for ever: Streamlit itself frees lazily. What holds
    itself in a circle is collected here: done after each run of a page (`runner.postScriptGC`), it would leave a busy
    server little time for anything else."""
    pause = threading.Event()
    while not pause.wait(SWEEP_SECONDS):
        swept.sweep()
        gc.collect()
