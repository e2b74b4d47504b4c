"""The words that Streamlit itself writes into the page, in the reader's language: Streamlit knows English alone."""

import json
from html import escape

import streamlit as st

from languages.phrase_files import ENGLISH
from pages.components.catalogue import language, say, say_in_english

_SAID = (
    "file_upload", "help_for", "heading_link", "choose", "choose_several",
    "upload", "upload_file", "upload_files", "add_files", "drop_file", "drop_files", "send", "stop", "from_user",
    "from_assistant", "sidebar", "collapse", "expand", "pages", "menu", "notifications", "running", "connecting",
    "close", "help", "skip", "tabs_left", "tabs_right", "fullscreen", "leave_fullscreen", "search", "search_hint",
    "close_search", "previous_result", "next_result", "download", "columns", "ascending", "descending", "format",
    "autosize", "pin", "unpin", "hide", "copy_name", "statistics", "copy", "clear", "clear_all", "clear_entry", "open",
    "selected", "increment", "decrement", "show_password", "hide_password", "enter_to_apply", "keys_to_apply",
    "keys_to_apply_mac", "enter_to_submit", "picture", "picture_short", "zoom", "pan", "zoom_in", "zoom_out",
    "autoscale", "reset_axes", "box", "lasso", "lost", "not_responding", "connection_error", "again",
)  # fmt: skip
"""What is known of Streamlit's words, by their names in the phrases; English is how Streamlit writes them."""
SCRIPT = """
{
  const page = document.documentElement;
  const holder = document.querySelector("[data-streamlit-words]");
  const { language, words } = JSON.parse(holder.dataset.streamlitWords);
  const of = (name) => `[data-testid="${name}"]`;
  const whole = [
    "stFileUploaderDropzone", "stElementToolbar", "stDataFrameColumnMenu", "stTooltipContent", "stConnectionStatus",
    "stStatusWidget", "InputInstructions", "stCodeCopyButton", "stToolbar", "stSidebarHeader",
  ].map(of).concat(".modebar", "[class*='gdg-search']", of("stSkipToContent"), "[role='dialog'] h2").join();
  const marked = [
    "stChatMessageContent", "stTooltipHoverTarget", "stSidebar", "stSidebarNav", "stMainMenuButton",
  ].map(of).concat(
    ["stChatInput", "stSelectbox", "stMultiSelect", "stNumberInput", "stTextInput", "stTabs", "stDialog", "stCode",
     "stToast", "stExpandSidebarButton", "stSidebarCollapseButton", "stTooltipIcon"]
      .flatMap((name) => [`button${of(name)}`, `${of(name)} button`]),
    ["nav", "input[type='file']", `${of("stMultiSelect")} input`, `${of("stSelectbox")} input`],
    [`${of("stMultiSelect")} [role='group']`, `${of("stHeaderActionElements")} a`, of("stChatInputFileUploadButton")],
  ).join();
  const marks = ["aria-label", "title", "placeholder", "data-title", "aria-description"];
  const known = (english) => Object.hasOwn(words, english) && words[english];
  const told = (english) => known(english.trim());
  const beginnings = Object.keys(words).filter((one) => one.endsWith(" "));
  const label = (english, isTool) => {
    const beginning = beginnings.find((one) => english.startsWith(one));
    const [tool, ...rest] = english.split(": ");
    if (beginning) return words[beginning] + english.slice(beginning.length);
    return told(english) || (isTool && known(tool) && [known(tool), ...rest].join(": "));
  };
  const mend = (one) => {
    for (const mark of marks) {
      const found = one.getAttribute(mark);
      const word = found && label(found, one.dataset.testid === "stBaseButton-elementToolbar");
      if (word && word !== found) one.setAttribute(mark, word);
    }
  };
  const mendAll = () => {
    page.lang = language;
    for (const one of document.querySelectorAll(marked)) mend(one);
    for (const icon of document.querySelectorAll("[role='img'][aria-label$=' icon']")) icon.ariaHidden = "true";
    const hovers = document.querySelector(`${of("stElementToolbar")}:is(:hover, :focus-within)`);
    for (const place of document.querySelectorAll(whole)) {
      if (place.dataset.testid === "stTooltipContent" && !hovers) continue;
      for (const one of [place, ...place.querySelectorAll("*")]) mend(one);
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const word = told(texts.currentNode.nodeValue);
        if (word && word !== texts.currentNode.nodeValue) texts.currentNode.nodeValue = word;
      }
    }
  };
  if (!page.dataset.words) {
    page.dataset.words = "told";
    let waits = false;
    const later = () => {
      if (waits) return;
      waits = true;
      setTimeout(() => { waits = false; mendAll(); }, 50);
    };
    new MutationObserver(later).observe(document.body, {
      subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: marks,
    });
    mendAll();
  }
}
"""
"""Looks where Streamlit's own elements stand, at all of them or at their labels alone, and nowhere that data stand: a
cell, a column or a conversation called "Search" stays as it is."""


def tell_in_language() -> None:
    """Has Streamlit's own words replaced wherever the page shows them, and the page named as being in the language."""
    tongue = language()
    words = {} if tongue == ENGLISH else {say_in_english(f"streamlit.{key}"): say(f"streamlit.{key}") for key in _SAID}
    told = escape(json.dumps({"language": tongue, "words": words}), quote=True)
    st.html(f'<span data-streamlit-words="{told}"></span><script>{SCRIPT}</script>', unsafe_allow_javascript=True)
