"""The entry script: `streamlit run app.py`."""

import streamlit as st
from starlette.middleware import Middleware

from pages.components.browser_cookie import BrowserCookie
from pages.components.navigation import run_selected_page

app = st.App(__file__, middleware=[Middleware(BrowserCookie)])

if __name__ == "__main__":
    run_selected_page()
