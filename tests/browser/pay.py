"""A file whose means and medians differ, and what plain pandas says of it."""

import io

import pandas as pd

DEPARTMENTS = ("Sales", "Care", "Design")
_ROWS = [
    (DEPARTMENTS[place % 3], 2000 + 40 * (place % 7) + (9000 if place % 9 == 0 else 0), 100 + (place * place) % 61)
    for place in range(90)
]
CONTENT = "\n".join(["department,salary,bonus", *(",".join(map(str, row)) for row in _ROWS)]).encode()
FRAME = pd.read_csv(io.BytesIO(CONTENT))


def told(column: str, how: str) -> list[str]:
    """The lines of an answer by department, as pandas computes them."""
    found = FRAME.groupby("department")[column].agg(how)
    return [f"{name}: {amount:,.2f}".rstrip("0").rstrip(".") for name, amount in found.items()]
