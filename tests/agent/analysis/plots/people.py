"""A small made-up data set for all plots: 600 people with every kind of column, some cells missing."""

import numpy as np
import pandas as pd

from agent.analysis.frames.source import Table
from tests.agent.analysis.plots.tables import tables_of


def people(rows: int = 600) -> pd.DataFrame:
    random = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "team": random.choice(["North", "South", "East"], rows),
            "sex": random.choice(["f", "m"], rows),
            "age": random.integers(18, 70, rows),
            "pay": random.lognormal(8, 0.5, rows).round(2),
            "hired": pd.Timestamp("2021-02-10") + pd.to_timedelta(random.integers(0, 800, rows), unit="D"),
            "city": [f"Settlement {place % 90:03d}" for place in range(rows)],
        }
    )
    frame.loc[frame.index[:9], "pay"] = np.nan
    frame.loc[frame.index[20:24], "team"] = None
    return frame


def people_tables(rows: int = 600) -> dict[str, Table]:
    return tables_of(people(rows), units={"pay": "USD"})
