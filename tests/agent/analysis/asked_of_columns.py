"""What people ask of columns: their own orders, lists in a cell, correlations, what happens to the rest."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from tests.agent.analysis.asked import (
    CAMPAIGNS,
    CARS,
    HR,
    ORDERS,
    WEATHER,
    WORLD,
    Asked,
    Data,
    W,
    counted,
    frame,
    how_many,
    kept,
    looked,
    one,
    where,
)


def by_weekday(data: Data) -> pd.DataFrame:
    sizes = one(data).groupby(one(data)["ordered_at"].dt.day_of_week).size()
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    return frame(day=[names[at] for at in sizes.index], rows=sizes.values)


def by_decade(data: Data) -> pd.DataFrame:
    sizes = one(data).groupby(one(data)["hire_dt"].dt.year // 10 * 10).size()
    return frame(decade=sizes.index, rows=sizes.values)


def half_split(data: Data) -> pd.DataFrame:
    times = pd.to_timedelta(one(data)["HalfSplit"])
    mean = times.dt.total_seconds().groupby(one(data)["Sex"]).mean()
    return frame(sex=mean.index, seconds=mean.values)


OWN_ORDERS = (
    Asked("orders by weekday", (ORDERS,), counted(
        group_cols=["ordered_at_weekday"], prepare=[{"step": "date_part", "col": "ordered_at", "part": "weekday"}]),
        ("ordered_at_weekday", "rows"), by_weekday),
    Asked("how many were hired in each decade?", (HR,), counted(
        group_cols=["hire_dt_decade"], prepare=[{"step": "date_part", "col": "hire_dt", "part": "decade"}]),
        ("hire_dt_decade", "rows"), by_decade),
    Asked("mean half-way time of men and women", (W + "w2/data/marathon_results.csv",), {
        "op": "groupby_agg", "group_cols": ["Sex"], "metrics": {"HalfSplit": ["mean"]},
        "prepare": [{"step": "cast_type", "col": "HalfSplit", "to": "seconds"}]},
        ("Sex", "HalfSplit_mean"), half_split),
)  # fmt: skip


def in_seconds(rows: pd.DataFrame, column: str) -> "pd.Series[float]":
    return pd.to_timedelta(rows[column]).dt.total_seconds()


def mean_time(column: str, by: str, how: str = "mean") -> Callable[[Data], pd.DataFrame]:
    return lambda data: in_seconds(one(data), column).groupby(one(data)[by]).agg(how).reset_index()


CLOCKS = (
    Asked("when do members of each club check in on average?", (W + "w7/data/gymVisits.csv",), {
        "op": "groupby_agg", "group_cols": ["club"], "metrics": {"checkIn": ["mean"]}}, ("club", "checkIn_mean"),
        mean_time("checkIn", "club")),
    Asked("median net time of each age group", (W + "w2/data/marathon_results.csv",), {
        "op": "groupby_agg", "group_cols": ["AgeGroup"], "metrics": {"ChipTime": ["median"]}},
        ("AgeGroup", "ChipTime_median"), mean_time("ChipTime", "AgeGroup", "median")),
    Asked("average planned arrival before noon, by line", (W + "w3/data/puenktlichkeit_q4.csv",), {
        "op": "groupby_agg", "group_cols": ["Linie"], "metrics": {"Ank_soll": ["mean"]},
        "filters": [where("Ank_soll", "<", "12:00")]}, ("Linie", "Ank_soll_mean"),
        lambda data: (rows := one(data)[one(data)["Ank_soll"] < "12:00:00"]).pipe(
            lambda _: in_seconds(rows, "Ank_soll").groupby(rows["Linie"]).mean().reset_index())),
)  # fmt: skip


def strongest(data: Data) -> pd.DataFrame:
    cars = one(data).select_dtypes("number")
    names = [str(name) for name in cars.columns]
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    found = sorted((float(cars[a].corr(cars[b])) for a, b in pairs), key=abs, reverse=True)
    return frame(r=found[:3])


def two_named(data: Data) -> pd.DataFrame:
    r = one(data)["Horsepower"].corr(one(data)["Weight_in_lbs"])
    return frame(horsepower=[1, r], weight=[r, 1])


CORRELATED = (
    Asked("the three most correlated pairs", (CARS,), {
        "op": "correlation_matrix", "top_k": 3, "top_n": 20}, ("r",), strongest),
    Asked("correlation matrix of horsepower and weight alone", (CARS,), {
        "op": "correlation_matrix", "columns": ["Horsepower", "Weight_in_lbs"], "only": True},
        ("Horsepower", "Weight_in_lbs"), two_named),
    Asked("correlation of life expectancy and wealth in each continent", (WORLD,), {
        "op": "correlation", "columns": ["lifeExp", "gdpPercap"], "by": "continent"}, ("continent", "r"),
        lambda data: one(data).groupby("continent")[["lifeExp", "gdpPercap"]].apply(
            lambda rows: rows["lifeExp"].corr(rows["gdpPercap"])).reset_index()),
)  # fmt: skip


def two_kinds(data: Data) -> pd.DataFrame:
    sizes = one(data)["weather"].map({"rain": "wet", "drizzle": "wet"}).fillna("dry").value_counts().sort_index()
    return frame(kind=sizes.index, rows=sizes.values)


REPAIRED = (
    Asked("wet days (rain or drizzle) against all others", (WEATHER,), counted(group_cols=["kind"], prepare=[{
        "step": "recode_column", "col": "weather", "name": "kind", "mapping": {"rain": "wet", "drizzle": "wet"},
        "others": "dry"}]), ("kind", "rows"), two_kinds),
    Asked("mean revenue where 0 stands for not known", (CAMPAIGNS,), {
        "op": "column_summary", "columns": ["spend_usd"], "stats": ["mean"],
        "prepare": [{"step": "set_missing", "cols": ["spend_usd"], "values": [0]}]}, ("mean",),
        lambda data: frame(mean=[one(data)["spend_usd"].replace(0, np.nan).mean()])),
    Asked("how many orders have a number that starts with 51?", (ORDERS,), counted(
        where("order_id", "starts_with", "51")), ("rows",),
        how_many(lambda rows: rows["order_id"].astype(str).str.startswith("51"))),
)  # fmt: skip


def line_of(x: str, y: str, by: str) -> Callable[[Data], pd.DataFrame]:
    """The slope, the intercept and R squared of each group, by numpy."""

    def expected(data: Data) -> pd.DataFrame:
        rows = one(data).dropna(subset=[x, y])
        found = []
        for key, part in rows.groupby(by, dropna=False):
            slope, intercept = np.polyfit(part[x].astype(float), part[y].astype(float), 1)
            r2 = np.corrcoef(part[x].astype(float), part[y].astype(float))[0, 1] ** 2
            found.append([key, slope, intercept, r2, len(part)])
        return pd.DataFrame(found)

    return expected


def line(x: str, y: str, by: str) -> dict[str, object]:
    return {"op": "ols_regression", "x": [x], "y": y, "by": by}


LINE = ("slope", "intercept", "r2", "n")
LINES = (
    Asked("how does birth weight go with the mother's weight, for each race?", (W + "w2/data/lowbwt.csv",),
          line("lwt", "bwt", "race"), ("race", *LINE), line_of("lwt", "bwt", "race")),
    Asked("weight gain a week of each feed", (W + "w2/data/pig_feeding_trial.csv",),
          line("Week", "Weight_kg", "Cu_grp"), ("Cu_grp", *LINE), line_of("Week", "Weight_kg", "Cu_grp")),
    Asked("tip for each dollar of the bill, at lunch and dinner", (W + "w1/data/bistro_checks.csv",),
          line("total_bill", "tip", "time"), ("time", *LINE), line_of("total_bill", "tip", "time")),
)  # fmt: skip


METRO = "tests/agent/analysis/data/metro_stations.csv"


def listing(column: str, value: str, rows: pd.DataFrame) -> "pd.Series[bool]":
    return rows[column].fillna("").str.split(",").map(lambda values: value in [each.strip() for each in values])


def connecting(rows: pd.DataFrame, *lines: str) -> "pd.Series[bool]":
    return pd.concat([listing("connect_rer", line, rows) for line in lines], axis=1).any(axis=1)


def lines_of_each(data: Data) -> pd.DataFrame:
    rows = one(data).dropna(subset=["lines"])
    sizes = rows["lines"].str.split(",").map(lambda values: len({each.strip() for each in values}))
    return sizes.value_counts().sort_index().reset_index()


def each_connection(data: Data) -> pd.DataFrame:
    values = one(data)["connect_rer"].str.split(",").explode().str.strip().value_counts(dropna=True).sort_index()
    return frame(line=values.index, rows=values.values)


SEVERAL_LISTED = (
    Asked("how many stations connect to the RER A, the B or both?", (METRO,), counted(
        where("connect_rer", "lists", ["A", "b"])), ("rows",), how_many(lambda rows: connecting(rows, "A", "B"))),
    Asked("how many of those with a connection go to neither A nor B?", (METRO,), counted(
        where("connect_rer", "not_lists", ["A", "B"])), ("rows",),
        how_many(lambda rows: rows["connect_rer"].notna() & ~connecting(rows, "A", "B"))),
    Asked("how many stations have one line, two lines, ...?", (METRO,), counted(
        where("lines", "not_null"), group_cols=["number"],
        prepare=[{"step": "text_part", "col": "lines", "name": "number", "how": "count"}]), ("number", "rows"),
        lines_of_each),
)  # fmt: skip
LISTED = (
    Asked("how many stations connect to the RER A?", (METRO,), counted(where("connect_rer", "lists", "a")), ("rows",),
          how_many(lambda rows: listing("connect_rer", "A", rows))),
    Asked("stations in the 11th and the 12th at once", (METRO,), looked(
        where("location", "lists", "Paris 11th"), where("location", "lists", "Paris 12th"), columns=("name",),
        order="name"), ("name",), kept(("name",), "name", lambda rows: listing("location", "Paris 11th", rows)
                                       & listing("location", "Paris 12th", rows))),
    Asked("how many stations does each RER line connect to?", (METRO,), counted(
        where("connect_rer", "not_null"), group_cols=["connect_rer"],
        prepare=[{"step": "split_values", "col": "connect_rer"}]), ("connect_rer", "rows"), each_connection),
)  # fmt: skip
