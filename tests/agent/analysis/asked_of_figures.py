"""What people ask of figures: rates, differences, two dates, other columns, statistics, ages."""

from collections.abc import Callable

import pandas as pd

from tests.agent.analysis.asked import (
    CALLS,
    CAMPAIGNS,
    CARS,
    HR,
    LEAGUE,
    LOANS,
    ORDERS,
    PROJECTS,
    RENTALS,
    SUBS,
    TEA,
    WORLD,
    Asked,
    Data,
    Spec,
    W,
    count,
    counted,
    frame,
    how_many,
    kept,
    looked,
    month,
    one,
    total,
    where,
    whole_years,
)

RETURNED = where("status", "==", "returned")


def return_rate(by: pd.Series, data: pd.DataFrame) -> pd.Series:
    return (data["status"] == "returned").groupby(by).mean() * 100


def tea_rate_by_month(data: Data) -> pd.DataFrame:
    orders = one(data)
    rate = return_rate(month(orders["order_date"]), orders)
    return frame(
        period=rate.index,
        rate=rate.values,
        growth=(rate.diff() / rate.shift().where(rate.shift() != 0) * 100).values,
    )


def abandoned_by_week(data: Data) -> pd.DataFrame:
    calls = one(data)
    week = calls["start_ts"].dt.strftime("%G-W%V")
    rate = calls["abandoned"].astype(float).groupby(week).mean() * 100
    return frame(period=rate.index, rate=rate.values)


def ctr_by_month(data: Data) -> pd.DataFrame:
    weeks = one(data)
    sums = weeks.groupby(month(weeks["week_start"]))[["clicks", "impr"]].sum()
    rate = sums["clicks"] / sums["impr"] * 100
    return frame(period=rate.index, ctr=rate.values, change=rate.diff().values)


def campaign_ratios(data: Data) -> pd.DataFrame:
    sums = one(data).groupby("channel")[["clicks", "impr", "conv"]].sum().reset_index()
    return frame(
        channel=sums["channel"], clicks=sums["clicks"], ctr=sums["clicks"] / sums["impr"] * 100,
        conversion=sums["conv"] / sums["clicks"].where(sums["clicks"] != 0) * 100,
    )  # fmt: skip


EVENTS = {"step": "unpivot", "name": "event", "value": "day"}
DROP_DAYS = {"step": "drop_missing", "cols": ["day"]}


def two_dates(first: str, second: str) -> Spec:
    quantities = {name: {"filters": [where("event", "==", name)]} for name in (first, second)}
    return {
        "op": "time_trend", "date_col": "day", "grain": "month", "quantities": quantities, "cumulative": True,
        "prepare": [{**EVENTS, "cols": [first, second]}, DROP_DAYS], "computed": {"net": ["sub", first, second]},
    }  # fmt: skip


def counted_by_two_dates(first: str, second: str) -> Callable[[Data], pd.DataFrame]:
    def expected(data: Data) -> pd.DataFrame:
        rows = one(data)
        starts, ends = (rows[name].dropna().dt.to_period("M").value_counts() for name in (first, second))
        span = pd.period_range(
            min(starts.index.min(), ends.index.min()), max(starts.index.max(), ends.index.max()), freq="M"
        )
        starts, ends = starts.reindex(span, fill_value=0), ends.reindex(span, fill_value=0)
        return frame(
            period=span.astype(str), starts=starts.values, ends=ends.values, open=(starts - ends).cumsum().values
        )

    return expected


def sample_rate(name: str) -> Spec:
    return {"quantities": {"part": count(RETURNED), "all": count()}, "computed": {name: ["percent", "part", "all"]}}


RATES_OVER_TIME = (
    Asked("return rate by month and its growth", (TEA,), {
        "op": "time_trend", "date_col": "order_date", **sample_rate("rate"), "growth": "previous", "gaps": "skip",
    }, ("period", "rate", "rate_growth_pct"), tea_rate_by_month),
    Asked("share of abandoned calls week by week", (CALLS,), {
        "op": "time_trend", "date_col": "start_ts", "grain": "week", "gaps": "skip",
        "quantities": {"gone": count(where("abandoned", "==", 1)), "calls": count()},
        "computed": {"rate": ["percent", "gone", "calls"]},
    }, ("period", "rate"), abandoned_by_week),
    Asked("click-through rate by month, and by how many points it moved", (CAMPAIGNS,), {
        "op": "time_trend", "date_col": "week_start", "metrics": {"clicks": ["sum"], "impr": ["sum"]},
        "computed": {"ctr": ["percent", "clicks_sum", "impr_sum"]}, "growth": "previous", "gaps": "skip",
    }, ("period", "ctr", "ctr_change"), ctr_by_month),
)  # fmt: skip


def sales_per_head(data: Data) -> pd.DataFrame:
    grouped = one(data).groupby("dept")
    return frame(
        dept=grouped.size().index, people=grouped.size().values,
        remote=(grouped["remote_flg"].apply(lambda flags: (flags == "Y").mean()) * 100).values,
        left=(grouped["term_dt"].apply(lambda dates: dates.notna().mean()) * 100).values,
    )  # fmt: skip


def late_by_branch(data: Data) -> pd.DataFrame:
    loans = one(data)
    late = loans["back_date"] > loans["due_date"]
    grouped = loans.assign(late=late).groupby("branch")
    return frame(
        branch=grouped.size().index, late_pct=(grouped["late"].mean() * 100).values,
        fine_a_loan=(grouped["fine_gbp"].sum() / grouped.size()).values,
    )  # fmt: skip


SEVERAL_RATES = (
    Asked("clicks, click-through and conversion rate by channel", (CAMPAIGNS,), {
        "op": "groupby_agg", "group_cols": ["channel"],
        "metrics": {"clicks": ["sum"], "impr": ["sum"], "conv": ["sum"]},
        "computed": {"ctr": ["percent", "clicks_sum", "impr_sum"], "cr": ["percent", "conv_sum", "clicks_sum"]},
    }, ("channel", "clicks_sum", "ctr", "cr"), campaign_ratios),
    Asked("people, share remote and share who left, by department", (HR,), {
        "op": "groupby_agg", "group_cols": ["dept"], "quantities": {
            "people": count(), "away": count(where("remote_flg", "==", "Y")),
            "gone": count(where("term_dt", "not_null")),
        }, "computed": {"remote": ["percent", "away", "people"], "left": ["percent", "gone", "people"]},
    }, ("dept", "people", "remote", "left"), sales_per_head),
    Asked("share brought back late and fine a loan, by branch", (LOANS,), {
        "op": "groupby_agg", "group_cols": ["branch"], "metrics": {"fine_gbp": ["sum"]}, "quantities": {
            "late": count(where("back_date", ">", {"col": "due_date"})), "loans": count(),
        }, "computed": {"late_pct": ["percent", "late", "loans"], "a_loan": ["div", "fine_gbp_sum", "loans"]},
    }, ("branch", "late_pct", "a_loan"), late_by_branch),
)  # fmt: skip


def more_for_vip(data: Data) -> pd.DataFrame:
    mean = one(data).groupby("customer_type")["amount"].mean()
    business, other = mean["Business"], mean.drop("Business").iloc[0]
    return frame(more=[business - other], more_pct=[(business - other) / other * 100])


def march_april(data: Data) -> pd.DataFrame:
    sums = one(data).groupby(month(one(data)["order_date"]))["amount (EUR)"].sum()
    return frame(change=[(sums["2024-04"] - sums["2024-03"]) / sums["2024-03"] * 100])


def pay_gap(data: Data) -> pd.DataFrame:
    middle = one(data).groupby(["dept", "gender"])["base_sal_eur"].median().unstack()
    return frame(dept=middle.index, gap=(middle["M"] - middle["F"]).values)


def mean_of(col: str, agg: str, *filters: Spec) -> Spec:
    return {"col": col, "agg": agg, "filters": [*filters]}


DIFFERENCES = (
    Asked("how much more does a business rental cost on average, and in percent?", (RENTALS,), {
        "op": "groupby_agg", "quantities": {
            "business": mean_of("amount", "mean", where("customer_type", "==", "Business")),
            "other": mean_of("amount", "mean", where("customer_type", "!=", "Business")),
        }, "computed": {"more": ["sub", "business", "other"], "pct": ["pct_change", "business", "other"]},
    }, ("more", "pct"), more_for_vip),
    Asked("April 2024 against March, in percent", (TEA,), {
        "op": "groupby_agg", "quantities": {
            name: total("amount (EUR)", where("order_date", "==", name)) for name in ("2024-03", "2024-04")
        }, "computed": {"change": ["pct_change", "2024-04", "2024-03"]},
    }, ("change",), march_april),
    Asked("difference of the median pay of men and women by department", (HR,), {
        "op": "groupby_agg", "group_cols": ["dept"], "quantities": {
            sex: mean_of("base_sal_eur", "median", where("gender", "==", sex)) for sex in ("M", "F")
        }, "computed": {"gap": ["sub", "M", "F"]},
    }, ("dept", "gap"), pay_gap),
)  # fmt: skip

TWO_DATES = (
    Asked("hires and leavers a month, and the headcount", (HR,), two_dates("hire_dt", "term_dt"),
          ("period", "hire_dt", "term_dt", "net_cumulative"), counted_by_two_dates("hire_dt", "term_dt")),
    Asked("loans and returns a month, and what is out", (LOANS,), two_dates("out_date", "back_date"),
          ("period", "out_date", "back_date", "net_cumulative"), counted_by_two_dates("out_date", "back_date")),
    Asked("subscriptions begun and cancelled a month, and open at its end", (SUBS,), two_dates("start_dt", "cancel_dt"),
          ("period", "start_dt", "cancel_dt", "net_cumulative"), counted_by_two_dates("start_dt", "cancel_dt")),
)  # fmt: skip

OTHER_COLUMNS = (
    Asked("which loans came back after they were due?", (LOANS,),
          looked(where("back_date", ">", {"col": "due_date"}), columns=("loan_no",), order="loan_no", k=1000),
          ("loan_no",), kept(("loan_no",), "loan_no", lambda rows: rows["back_date"] > rows["due_date"])),
    Asked("projects that spent more than their budget", (PROJECTS,),
          looked(where("spentEUR", ">", {"col": "budgetEUR"}), columns=("projCode",), order="projCode"),
          ("projCode",), kept(("projCode",), "projCode", lambda rows: rows["spentEUR"] > rows["budgetEUR"])),
    Asked("how many matches did the away team win although it was behind at half time?", (LEAGUE,),
          counted(where("FTAG", ">", {"col": "FTHG"}), where("HTAG", "<", {"col": "HTHG"})), ("rows",),
          how_many(lambda rows: (rows["FTAG"] > rows["FTHG"]) & (rows["HTAG"] < rows["HTHG"]))),
)  # fmt: skip

FIGURES = (
    Asked("cars with more than twice the average horsepower", (CARS,),
          looked(where("Horsepower", ">", {"stat": "mean", "col": "Horsepower", "times": 2}), columns=("Name",),
                 order="Weight_in_lbs", k=1000), ("Name",),
          kept(("Name",), "Weight_in_lbs", lambda rows: rows["Horsepower"] > 2 * rows["Horsepower"].mean())),
    Asked("how many employees earn at least 10 % above the median of their department?", (HR,),
          counted(where("base_sal_eur", ">=", {"stat": "median", "col": "base_sal_eur", "by": ["dept"], "times": 1.1})),
          ("rows",), how_many(lambda rows: rows["base_sal_eur"]
                              >= 1.1 * rows.groupby("dept")["base_sal_eur"].transform("median"))),
    Asked("countries of 2007 between the median life expectancy and that of Japan", (WORLD,), looked(
        where("year", "==", 2007), where("lifeExp", "between", [
            {"stat": "median", "col": "lifeExp", "filters": [where("year", "==", 2007)]},
            {"stat": "value", "col": "lifeExp",
             "filters": [where("year", "==", 2007), where("country", "==", "Japan")]},
        ]), columns=("country",), order="lifeExp", k=1000), ("country",),
        kept(("country",), "lifeExp", lambda rows: (rows["year"] == 2007) & rows["lifeExp"].between(
            rows.loc[rows["year"] == 2007, "lifeExp"].median(),
            rows.loc[(rows["year"] == 2007) & (rows["country"] == "Japan"), "lifeExp"].item()))),
)  # fmt: skip

PATIENTS = W + "w2/data/patients.csv"


def mean_age(data: Data) -> pd.DataFrame:
    rows = one(data)
    ages = whole_years(pd.Timestamp("2025-06-15"), rows["dob"])
    mean = ages.groupby(rows["gp_practice"], dropna=False).mean()
    return frame(practice=mean.index, age=mean.values)


def served(data: Data) -> pd.DataFrame:
    rows = one(data)
    latest = rows["term_dt"].max()
    years = whole_years(latest, rows["hire_dt"])
    return frame(rows=[int((years >= 10).sum())])


AGES = (
    Asked("how many orders in the last 30 days?", (ORDERS,),
          counted(where("ordered_at", ">=", {"date": "today", "shift": -30})), ("rows",),
          how_many(lambda rows: rows["ordered_at"] >= pd.Timestamp("2025-05-16"))),
    Asked("mean age of the patients today, by practice", (PATIENTS,), {
        "op": "groupby_agg", "group_cols": ["gp_practice"], "metrics": {"age": ["mean"]},
        "prepare": [{"step": "derive_column", "name": "age", "expression": ["years", {"date": "today"}, "dob"]}],
    }, ("gp_practice", "age_mean"), mean_age),
    Asked("who had ten whole years with us by the day the last one left?", (HR,), counted(
        where("served", ">=", 10), prepare=[{"step": "derive_column", "name": "served", "expression": [
            "years", {"stat": "max", "col": "term_dt"}, "hire_dt"]}]), ("rows",), served),
)  # fmt: skip
