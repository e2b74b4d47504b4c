"""Files and samples on their way into the conversation, and what became of each."""

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Protocol

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService
from pages.components import process
from pages.components.catalogue import amount, language, say, say_count, say_if_known, size
from pages.components.data.mending.refused import RefusedFile, add_refused, refused_here
from pages.components.data.upload_preview import added_here
from pages.components.escape import escape
from pages.components.load_runner import Load
from pages.components.welcome import pick_files, take_files
from registry.dataset import Dataset
from registry.samples import SAMPLES

SUCCESS_SECONDS = 8.0
PROBLEM_SECONDS = 120.0
POLL_SECONDS = 0.4
_OUTCOMES = "load_outcomes"
_HANDLED = "handled_files"
_PATHS = "paths_tried"


class NamedFile(Protocol):
    """What Streamlit hands over for one uploaded file."""

    name: str
    file_id: str

    def getvalue(self) -> bytes: ...


@dataclass(frozen=True)
class Outcome:
    """What became of one file: rows and columns, or one sentence with a remedy."""

    name: str
    rows: int = 0
    columns: int = 0
    warnings: int = 0
    others: int = 0  # tables of the file that were not loaded
    problem: str = ""
    was_cancelled: bool = False
    dataset_id: str = ""  # of what was loaded
    restores: bool = False  # a file that the conversation misses: over when the next one was chosen
    at: float = field(default_factory=time.monotonic)

    @property
    def is_news(self) -> bool:
        """Whether it still has to be told: pages are drawn again at any moment, so once is not enough."""
        return time.monotonic() - self.at < (PROBLEM_SECONDS if self.problem else SUCCESS_SECONDS)


def load_files(service: AnalystService, conversation_id: str, files: Iterable[NamedFile]) -> None:
    """Has each file read once, however often the page runs; `take_ended` finds what became of it.

    The set is fetched first and nothing of Streamlit is touched between noting and reading: a rerun that arrives in the
    middle ends the run only before or after a file.
    """
    handled: set[str] = st.session_state.setdefault(_HANDLED, set())
    new = [file for file in files if file.file_id not in handled]
    handled.update(file.file_id for file in new)
    if new:
        loads = [_load(service, conversation_id, file.name, file.getvalue()) for file in new]
        process.loads().start(conversation_id, loads)


def restore_files(service: AnalystService, conversation_id: str, files: Iterable[NamedFile]) -> None:
    """Has the files read again that a reopened conversation needs."""
    process.loads().start(conversation_id, [_restoring(service, conversation_id, file) for file in files])


def _restoring(service: AnalystService, conversation_id: str, file: NamedFile) -> Load:
    content = file.getvalue()
    work = partial(service.restore_dataset, conversation_id, file.name, content)
    return Load(file.name, work, len(content), is_new=False, restores=True)


def load_text(service: AnalystService, conversation_id: str, text: str) -> None:
    """Has pasted cells read under a name that no data set has."""
    names = {dataset.name for dataset in service.datasets.datasets(conversation_id)}
    number = next(number for number in count(1) if _pasted(number) not in names)
    content = text.encode("utf-8", errors="replace")
    process.loads().start(conversation_id, [_load(service, conversation_id, _pasted(number), content)])


def _load(service: AnalystService, conversation_id: str, name: str, content: bytes) -> Load:
    return Load(name, partial(service.datasets.add, conversation_id, name, content), len(content), content)


def load_path(service: AnalystService, conversation_id: str, path: str) -> None:
    """Has a file or folder read where it lies, by its path. What was wrong with paths before is told no longer."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    tried: set[str] = st.session_state.setdefault(_PATHS, set())
    outcomes[:] = [one for one in outcomes if not (one.problem and one.name in tried)]
    tried.add(path)
    work = partial(service.datasets.add_path, conversation_id, path)
    load = Load(path, work, service.datasets.size_at(path))
    process.loads().start(conversation_id, [load])


def load_again(service: AnalystService, conversation_id: str, name: str, fingerprint: str) -> None:
    """Has a missing data set read where it lies on disk; nothing where that is under way."""
    if not any(load.name == name for load in process.loads().under_way(conversation_id)):
        work = partial(service.read_dataset_again, conversation_id, fingerprint)
        process.loads().start(conversation_id, [Load(name, work, 0, is_new=False)])


def _pasted(number: int) -> str:
    return f"{say('paste.file')}.tsv" if number == 1 else f"{say('paste.file')} {number}.tsv"


def take_ended(service: AnalystService, conversation_id: str) -> None:
    """Notes what became of files that have been read since: the card of each, or why there is none.

    As in `load_files`, nothing of Streamlit is touched once the first of them is taken.
    """
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    added, refused = added_here(), refused_here()
    turns = len(service.turns(conversation_id))
    ended = process.loads().ended(conversation_id)
    if any(load.restores for load in ended):
        outcomes[:] = [outcome for outcome in outcomes if not outcome.restores]
    for load in ended:
        if load.dataset is not None:
            if load.is_new:
                outcomes.append(_cargo_of(load.dataset))
                added[load.dataset.dataset_id] = turns
                refused[:] = [file for file in refused if file.key != load.waiting]
        elif load.mendable is not None:
            add_refused(refused, RefusedFile(conversation_id, load.name, load.mendable, _why(load)))
        elif load.was_cancelled:
            outcomes.append(Outcome(load.name, was_cancelled=True, restores=load.restores))
        else:
            outcomes.append(Outcome(load.name, problem=_why(load), restores=load.restores))


def _why(load: Load) -> str:
    return load.refused.told(language()) if load.refused else say("loading.broke_off")


def add_sample(service: AnalystService, conversation_id: str, sample_id: str) -> None:
    """Loads a sample data set (a button's callback)."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    try:
        sample = service.datasets.add_sample(conversation_id, sample_id)
        outcomes.append(_cargo_of(sample))
        added_here()[sample.dataset_id] = len(service.turns(conversation_id))
    except TallyError as refused:
        outcomes.append(Outcome(SAMPLES[sample_id].title, problem=refused.told(language())))


def show_uploader(service: AnalystService, conversation_id: str, key: str) -> None:
    """A place to drop files; files are loaded as they arrive, and the place is empty again afterwards."""
    take_up_files(service, conversation_id, pick_files(service.settings, key))


def take_up_files(service: AnalystService, conversation_id: str, files: Sequence[NamedFile]) -> None:
    """Has what was dropped read, and draws the page anew; nothing where nothing was."""
    if files:
        load_files(service, conversation_id, files)
        take_files()
        st.rerun()


@st.fragment(run_every=POLL_SECONDS)
def show_loads(conversation_id: str, drawn: int) -> None:
    """How far the files are that are read now, and a way to end that. Looks again by itself, and draws the whole page
    anew when one has ended; `drawn`: how many were under way when the page was drawn."""
    loads = process.loads().under_way(conversation_id)
    if len(loads) != drawn:
        st.rerun()
    if not loads:
        return
    now, waiting = loads[0], len(loads) - 1
    with st.container(border=True, key="loads"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/hourglass_top: **{escape(now.name)}**", width="stretch")
            st.button(say("loading.cancel"), key="cancel_loads", icon=":material/close:", disabled=now.signal.is_set(),
                      on_click=process.loads().cancel, args=(conversation_id,))  # fmt: skip
        st.progress(now.reached.share if now.reached else 0.0)
        st.caption(say("loading.ending") if now.signal.is_set() else _so_far(now, waiting))


def _so_far(load: Load, waiting: int) -> str:
    """ "78.6 MB · 1,000,000 rows · column 3 of 10"."""
    parts = [size(load.size)]
    if load.rows:
        parts.append(say_count("rows", load.rows))
    if load.reached and load.reached.part in ("columns", "summary"):
        doing = {"done": amount(load.reached.done + 1), "of": amount(load.reached.of)}
        parts.append(say(f"loading.{load.reached.part}", **doing))
    elif load.reached:
        parts.append(say(f"loading.{load.reached.part}"))
    if waiting:
        parts.append(say_count("loading.waiting", waiting))
    return " · ".join(parts)


def show_samples(service: AnalystService, conversation_id: str, key: str) -> None:
    """The sample data sets, one click each."""
    have = {dataset.name for dataset in service.datasets.datasets(conversation_id)}
    columns = st.columns(len(SAMPLES))
    for column, sample in zip(columns, SAMPLES.values(), strict=True):
        with column.container(border=True, height="stretch"):
            about = f"sample.{sample.sample_id}"
            st.markdown(f"**{escape(say_if_known(f'{about}.title', sample.title))}**")
            st.caption(escape(say_if_known(f"{about}.description", sample.description)))
            st.button(
                say("files.sample_loaded" if sample.file_name in have else "files.sample"),
                key=f"{key}_sample_{sample.sample_id}",
                disabled=sample.file_name in have,
                on_click=add_sample,
                args=(service, conversation_id, sample.sample_id),
                width="stretch",
                help=say("files.licence", licence=escape(sample.licence)),
            )


def show_outcomes(shown: Collection[str] = ()) -> None:
    """What became of the files that came in last; `shown`: ids of data sets that stand on the page with all of that."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    outcomes[:] = [outcome for outcome in outcomes if outcome.is_news]
    for outcome in outcomes:
        if outcome.dataset_id in shown:
            continue
        if outcome.was_cancelled:
            st.info(say("loading.cancelled", name=escape(outcome.name)), icon=":material/block:")
        elif outcome.problem:
            told = say("files.not_loaded", name=escape(outcome.name), why=escape(outcome.problem))
            st.error(told, icon=":material/error:")
        else:
            st.success(_sentence(outcome), icon=":material/check:")


def _sentence(outcome: Outcome) -> str:
    parts = [say_count("rows", outcome.rows), say_count("columns", outcome.columns)]
    parts += [say_count("warnings", outcome.warnings)] if outcome.warnings else []
    told = say("files.loaded", name=escape(outcome.name), parts=say("files.between").join(parts))
    return told + (say_count("files.more_tables", outcome.others) if outcome.others else "")


def _cargo_of(dataset: Dataset) -> Outcome:
    warnings = len(dataset.receipt.of("warning"))
    others = max(0, len(dataset.offered) - 1)
    return Outcome(
        dataset.name,
        dataset.profile.rows,
        len(dataset.profile.columns),
        warnings,
        others,
        dataset_id=dataset.dataset_id,
    )


# ----------------------------------------------------------------
# Cells copied from a spreadsheet, pasted into the page: a table like any other.


def show_pasting(service: AnalystService, conversation_id: str, key: str) -> None:
    """A place to paste cells into; what became of them is told where it is told of files."""
    with st.expander(say("paste.title"), icon=":material/content_paste:"):
        place = f"{key}_pasted"
        st.text_area(say("paste.cells"), key=place, placeholder="Name\tAmount\nNorth\t10", height=150)
        st.button(
            say("paste.load"), key=f"{key}_load_pasted", on_click=_load_pasted, args=(service, conversation_id, place)
        )


def _load_pasted(service: AnalystService, conversation_id: str, place: str) -> None:
    """Loads what was pasted, and empties the place."""
    if st.session_state[place].strip():
        load_text(service, conversation_id, st.session_state[place])
        st.session_state[place] = ""
