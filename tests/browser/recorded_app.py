"""The app with recorded readings, for a server that starts with nothing imported before. Everything else is real."""

import streamlit as st

from pages.components.navigation import run_selected_page
from pages.components.server import MIDDLEWARE, lifespan
from tests.browser.servers import play_the_reader

play_the_reader()
if __name__ == "__main__":
    run_selected_page()
else:
    app = st.App(__file__, middleware=MIDDLEWARE, lifespan=lifespan)
