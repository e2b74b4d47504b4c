"""What a model's readings are checked for, and how it is told."""

import json

import pytest

from agent.reasoning.chat.reading import compose_reading
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.sharing import Sharing
from languages.phrase_files import telling
from registry.store import DatasetStore


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_model_is_told_in_its_own_language_with_the_step_that_helps(language: str) -> None:
    lines = "".join(f"{ward},{hour:02}:30\n" for hour, ward in enumerate("AB" * 6))
    visits = DatasetStore().add("owner", "visits.csv", f"ward,arrival\n{lines}".encode()).profile
    spec = {"op": "groupby_agg", "group_cols": ["ward"], "metrics": {"arrival": ["skew"]}}
    reply = {"next_action": "act", "readings": [{"label": "x", "specs": [spec]}]}
    with telling(language), pytest.raises(UnusableError) as told:
        compose_reading(ReadQuestion("x", (visits,)), Sharing()).accept(json.dumps(reply))
    assert "needs numbers; arrival is times of day" in str(told.value)
    assert "cast_type" in str(told.value)
