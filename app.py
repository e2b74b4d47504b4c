"""The entry script: `streamlit run app.py`."""

from pages.components.navigation import run_selected_page

if __name__ == "__main__":
    run_selected_page()
