"""A few static rules of style. No data ever enters here."""

from collections.abc import Iterable
from pathlib import Path

import streamlit as st

from pages.components.streamlit_words import tell_in_language

ICON = Path(__file__).parent / "tally.svg"

_RULES = """
<style>
.stMainBlockContainer { max-width: 72rem; padding-top: 2.25rem; }
[data-testid^="stBaseButton-primary"] { background-color: #1f6f5c; border-color: #1f6f5c; color: #fff; }
[data-testid^="stBaseButton-primary"]:hover { background-color: #185a4a; border-color: #185a4a; color: #fff; }
[data-testid="stMain"] [data-testid="stPageLink-NavLink"] p { text-decoration: underline; }
.stChatInput, [data-testid="stBottomBlockContainer"] { max-width: 72rem; }
[data-testid="stBottomBlockContainer"] { margin: 0 auto; padding-bottom: 1.25rem; }
.stButton button, .stDownloadButton button { text-align: left; }
[class*="st-key-option_"] button, [class*="st-key-option_"] button > div,
[data-testid="stSidebarUserContent"] button, [data-testid="stSidebarUserContent"] button > div {
  justify-content: flex-start;
}
[data-testid="stSidebarUserContent"] button p { text-align: left; }
.stElementContainer:has([data-streamlit-words]) { display: none; }
[class*="st-key-chat_sample_"], [class*="st-key-data_sample_"] { margin-top: auto; }
[data-testid="stChatInputTextArea"]::placeholder { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.stChatMessage { scroll-margin-top: 1.5rem; padding: 0.5rem 0; background: none; }
.stChatMessage a[href*="#source-"] { text-decoration: none; margin-left: 0.1em; color: inherit; }
.stChatMessage a[href*="#source-"]:hover { text-decoration: underline; }
.stChatMessage a[href*="#source-"]:has(strong) { margin-left: 0; }
.stChatMessage a[href*="#source-"] strong { text-decoration: underline dotted; text-underline-offset: 0.25em; }
:has(> [class*="st-key-sources_"]) { display: none; }
:has(> .stVerticalBlock > :only-child > [class*="st-key-sources_"]) { display: none; }
[class*="st-key-line_"] button { padding-top: 0; padding-bottom: 0; min-height: 2rem; }
[class*="st-key-line_"] button p { font-size: 0.875rem; }
[class*="st-key-source_"] { scroll-margin-top: 5rem; outline: none; }
[class*="st-key-added_"] { scroll-margin-top: 4.5rem; }
[data-testid="stChatMessageAvatarUser"], [data-testid="stChatMessageAvatarAssistant"] { display: none; }
[data-testid="stChatMessage"]:has([data-testid="stChatMessageAvatarUser"]) {
  width: fit-content; max-width: 90%; margin-left: auto; padding: 0.6rem 1rem; border-radius: 0.9rem;
  background: color-mix(in srgb, currentColor 7%, transparent);
}
[data-testid="stCaptionContainer"] { color: inherit; opacity: 0.78; }
[data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
[class*="st-key-drop_first"] [data-testid="stFileUploaderDropzone"] {
  min-height: 8rem; flex-direction: column; justify-content: center; align-items: center; gap: 0.5rem;
  border: 2px dashed color-mix(in srgb, currentColor 35%, transparent);
}
@media (max-width: 640px) {
  [class*="st-key-drop_first"] [data-testid="stFileUploaderDropzone"] { min-height: 6rem; }
  .stMainBlockContainer { padding-top: 3.5rem; }
  .stChatMessage { scroll-margin-top: 4rem; }
  .stMainBlockContainer h1 { font-size: 2rem; }
  button[kind], button[data-testid], [role="tab"],
  [data-testid="stSidebarNavLink"], [data-testid="stPageLink-NavLink"] {
    min-height: 44px;
  }
}
@media (min-width: 641px) {
  [data-testid="stHeader"] { background: none; height: 2.5rem; min-height: 2.5rem; }
  [class*="st-key-earlier_"] button { min-height: 1.75rem; padding-top: 0; padding-bottom: 0; }
}
@media (min-width: 2400px) { html { font-size: 24px; } [data-testid="stSidebar"] { min-width: 20rem; } }
</style>
"""

_HOLD = """
  const hold = (bring) => {
    let looks = 0, still = 0, tall = 0;
    const look = () => {
      bring();
      const now = document.querySelector('[data-testid="stMainBlockContainer"]')?.offsetHeight;
      const isDrawn = !document.querySelector('[data-test-script-state="running"]');
      still = isDrawn && now === tall ? still + 1 : 0;
      tall = now;
      looks += 1;
      if (still >= 20 || looks >= 800) leave();
    };
    const again = setInterval(look, 150);
    const leave = () => clearInterval(again);
    for (const act of ["wheel", "touchstart", "mousedown", "keydown"]) addEventListener(act, leave, { once: true });
  };
"""
"""Brings something into sight, again and again, for charts and answers take their room late: until the page has been
still for some looks, which come late themselves where the machine is slow. It lets go at the reader's first move."""
_SHOW_LATEST_QUESTION = f"""
{{{_HOLD}
  hold(() => {{
    const said = document.querySelectorAll('[data-testid="stChatMessage"]');
    if (said.length > 1) said[said.length - 2].scrollIntoView({{ block: "start" }});
    const box = document.querySelector('[data-testid="stChatInputTextArea"]');
    const idle = document.activeElement === document.body;
    if (box && idle && matchMedia("(pointer: fine)").matches) box.focus({{ preventScroll: true }});
  }});
}}
"""
"""Streamlit scrolls a chat to its end, where the number of a long answer is out of sight. This brings the latest
question to the top, once a turn: the turn's number makes it a new element. The box for questions has the keyboard
again, unless the reader has it elsewhere, or has none but a screen."""
_SHOW_CARD = f"""
{{{_HOLD}
  hold(() => document.querySelector('[class*="st-key-added_"]')?.scrollIntoView({{ block: "start" }}));
}}
"""
"""The same for the card of a file that has just come in: what it asks stands at its top."""
_OPEN_SOURCE = f"""
{{{_HOLD}
  const page = document.documentElement;
  let came = null;
  const show = (turn, mark) => {{
    const find = () => document.querySelector(`.st-key-source_${{CSS.escape(turn)}}_${{mark}}`);
    const until = Date.now() + 60000;
    let pressed = 0;
    const look = setInterval(() => {{
      const panel = find();
      if (panel || Date.now() > until) clearInterval(look);
      if (panel) {{
        panel.tabIndex = -1;
        panel.focus({{ preventScroll: true }});
        hold(() => find()?.scrollIntoView({{ block: "start" }}));
        return;
      }}
      const marks = [...document.querySelectorAll(`.st-key-marks_${{CSS.escape(turn)}} button`)];
      const button = marks.find((one) => one.innerText.trim() === mark);
      if (button && button.ariaChecked !== "true" && Date.now() - pressed > 2000) {{
        pressed = Date.now();
        button.click();
      }}
    }}, 100);
  }};
  const leadBack = (panel) => {{
    const look = setInterval(() => {{
      if (panel.isConnected) return;
      clearInterval(look);
      const link = came?.isConnected ? came : document.querySelector(`a[href$="${{CSS.escape(came?.hash ?? "-")}}"]`);
      link?.focus();
    }}, 100);
  }};
  const open = (event) => {{
    if (event.target.closest('[class*="st-key-close_source_"] button'))
      leadBack(event.target.closest('[class*="st-key-source_"]'));
    const link = event.target.closest('a[href*="#source-"]');
    const [, turn, mark] = link?.hash.match(/^#source-(.+)-([0-9]+)$/) ?? [];
    if (!turn) return;
    event.preventDefault();
    came = link;
    show(turn, mark);
  }};
  if (!page.dataset.sources) {{
    page.dataset.sources = "open";
    document.addEventListener("click", open);
  }}
}}
"""
"""The mark of a number is a link; it presses the mark's button below the answer, and brings what opens into sight.
The buttons of a page that is being drawn may come late. Closing it leads back to the number, once it is gone."""
_RECALL = """
{
  const page = document.documentElement;
  const write = (box, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.setSelectionRange(text.length, text.length);
  };
  let back = 0, brought = null;
  const recall = (event) => {
    const box = event.target;
    if (box.dataset?.testid !== "stChatInputTextArea" || event.isComposing) return;
    const isAsIs = brought !== null && box.value === brought;
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || !(isAsIs || (step === 1 && box.value === ""))) return;
    const said = [...document.querySelectorAll('[data-testid="stChatMessage"]')]
      .filter((one) => one.querySelector('[data-testid="stChatMessageAvatarUser"]'))
      .map((one) => one.querySelector('[data-testid="stMarkdownContainer"]')?.innerText.replaceAll("\u2060", "").trim())
      .filter(Boolean);
    back = Math.min(Math.max((isAsIs ? back : 0) + step, 0), said.length);
    brought = back ? said[said.length - back] : "";
    write(box, brought);
    event.preventDefault();
  };
  if (!page.dataset.recall) {
    page.dataset.recall = "on";
    document.addEventListener("keydown", recall, true);
  }
}
"""
"""Arrow up in an empty box brings the last question back, once more the one before; arrow down leads forward again. A
text that was changed is the reader's, and stays. The signs without width that keep shown text harmless are left out."""
SCRIPTS = (_SHOW_LATEST_QUESTION, _SHOW_CARD, _OPEN_SOURCE, _RECALL)
"""All scripts that pages write into themselves, for the server to let through; any other is held back."""


def begin_page(title: str) -> None:
    """Names the page, keeps lines readable on wide screens and letters large enough on very large ones; Streamlit's own
    words in the reader's language."""
    st.set_page_config(page_title=f"{title} - Tally", page_icon=str(ICON), layout="wide")
    st.html(_RULES)
    tell_in_language()


def show_from_latest_question(turns: int) -> None:
    """Scrolls to the last question, so that its answer is read from its first number on. `turns` counts the turns."""
    st.html(f"<script>{_SHOW_LATEST_QUESTION}</script><!-- turn {turns} -->", unsafe_allow_javascript=True)


def show_from_card(dataset_ids: Iterable[str]) -> None:
    """Scrolls to the first card of files that came in, once for the same data sets."""
    named = " ".join(one.replace("-", "_") for one in dataset_ids)  # two in a row would end the comment
    st.html(f"<script>{_SHOW_CARD}</script><!-- cards {named} -->", unsafe_allow_javascript=True)


def recall_questions_by_keys() -> None:
    """Lets arrow up bring earlier questions back into the box."""
    st.html(f"<script>{_RECALL}</script><!-- recall -->", unsafe_allow_javascript=True)


def open_sources_from_marks() -> None:
    """Makes the marks of numbers open what they stand on."""
    st.html(f"<script>{_OPEN_SOURCE}</script><!-- marks -->", unsafe_allow_javascript=True)
