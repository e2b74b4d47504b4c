"""The app over the scripted service, whose answers may be hostile: the pages are the real ones."""

import streamlit as st
from starlette.middleware import Middleware

from pages.components import process
from pages.components.connection.browser import BrowserCookie
from pages.components.navigation import run_selected_page
from tests.pages.scripted_service import ScriptedService

process.build_service = ScriptedService
app = st.App(__file__, middleware=[Middleware(BrowserCookie)])

if __name__ == "__main__":
    run_selected_page()
