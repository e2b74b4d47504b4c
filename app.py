"""The entry script: `streamlit run app.py` finds the server's `app` here, and runs this file for each page."""

import streamlit as st

from pages.components.navigation import run_selected_page
from pages.components.server import MIDDLEWARE, lifespan

if __name__ == "__main__":
    run_selected_page()
else:
    app = st.App(__file__, middleware=MIDDLEWARE, lifespan=lifespan)
