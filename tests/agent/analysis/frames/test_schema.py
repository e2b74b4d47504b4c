"""Years are written without the sign of thousands, whatever their column is called."""

import pytest

from agent.analysis.frames.schema import schema_of
from tests.agent.reasoning.narration.worked import shop


@pytest.mark.parametrize(
    ("header", "numbers", "plain"),
    [
        ("", range(1900, 1914), True),
        ("Season", range(1990, 2001), True),
        ("Year", (1990, 1990, 2005), True),
        ("kcal", (1800, 1900, 2050), False),
        ("units", range(1, 12), False),
    ],
)
def test_years_are_known_by_their_name_or_by_their_span(header: str, numbers: range, plain: bool) -> None:
    table = shop(f"{header},births\n" + "".join(f"{one},{one * 7 % 13}.5\n" for one in numbers), "years.csv")
    assert next(iter(schema_of(table.profile).values())).plain is plain
