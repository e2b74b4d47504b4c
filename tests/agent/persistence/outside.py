"""What happens to a store from outside: another program, another version, an accident."""

import sqlite3
from pathlib import Path

import psycopg
import pytest

from agent.persistence.storage import open_storage
from agent.settings import SettingError, Settings


def refused(settings: Settings) -> str:
    """The sentence in which opening is refused."""
    with pytest.raises(SettingError) as told:
        open_storage(settings)
    assert told.value.actor == "person" and told.value.remedy
    return str(told.value)


def file_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:"))


def change(address: str, sql: str) -> None:
    """Changes a store from outside, as another version or an accident would."""
    if address.startswith("sqlite:"):
        with sqlite3.connect(file_of(address)) as connection:
            connection.execute(sql)
        connection.close()
    else:
        with psycopg.connect(address, autocommit=True) as server:
            server.execute(sql)
