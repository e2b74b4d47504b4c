"""What the app was started with."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from agent.model_settings import environment_with

SECRETS_TABLE = "tally"
"""The table in secrets.toml. Streamlit copies names outside of a table into the environment, which child processes
inherit."""


def environment_here() -> Mapping[str, str]:
    """The variables of the environment, of `.env` below it and of Streamlit's secrets below that."""
    return {**_secrets(), **environment_with(Path(".env"))}


def _secrets() -> dict[str, str]:
    """The names in the app's table of secrets.toml; {} when there is no such file or table."""
    if not st.secrets.load_if_toml_exists():
        return {}
    return {name: str(value) for name, value in st.secrets.get(SECRETS_TABLE, {}).items()}
