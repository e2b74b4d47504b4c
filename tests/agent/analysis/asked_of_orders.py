"""What people ask where an order, other rows or groups that are not there decide, and how it is read and drawn."""

import pandas as pd

from tests.agent.analysis.asked import (
    CALLS,
    CAMPAIGNS,
    GAMES,
    HR,
    LEAGUE,
    LOANS,
    ORDERS,
    PRICES,
    PROJECTS,
    RENTALS,
    TEA,
    WEATHER,
    WORLD,
    Asked,
    Data,
    Spec,
    W,
    count,
    counted,
    frame,
    looked,
    month,
    one,
    total,
    where,
)


def window(how: str, name: str, **more: object) -> Spec:
    return {"step": "window", "how": how, "name": name, **more}


def days_after_snow(data: Data) -> pd.DataFrame:
    days = one(data).sort_values("date")
    after = days[days["weather"].shift() == "snow"]
    sizes = after.groupby("weather").size()
    return frame(weather=sizes.index, rows=sizes.values)


def next_opening(data: Data) -> pd.DataFrame:
    games = one(data).sort_values("playedAt")
    sizes = games[(games["result"].shift() == "loss")].groupby("result").size()
    return frame(result=sizes.index, rows=sizes.values)


def one_above(data: Data) -> pd.DataFrame:
    land = one(data)[one(data)["year"] == 2007].sort_values("lifeExp", ascending=False).reset_index()
    at = land.index[land["country"] == "Germany"][0]
    return frame(country=[land["country"][at - 1]])


NEIGHBOURS = (
    Asked("what was the weather like right after a day with snow?", (WEATHER,), counted(
        where("before", "==", "snow"), group_cols=["weather"],
        prepare=[window("lag", "before", col="weather", order_by="date")]), ("weather", "rows"), days_after_snow),
    Asked("results of the game after a loss", (GAMES,), counted(
        where("before", "==", "loss"), group_cols=["result"],
        prepare=[window("lag", "before", col="result", order_by="playedAt")]), ("result", "rows"), next_opening),
    Asked("which country is one place above Germany in life expectancy of 2007?", (WORLD,), looked(
        where("below", "==", "Germany"), columns=("country",), order="lifeExp", prepare=[
            {"step": "filter_rows", "filters": [where("year", "==", 2007)]},
            window("lead", "below", col="country", order_by="lifeExp", ascending=False)]), ("country",), one_above),
)  # fmt: skip


def longest(flags: "pd.Series[bool]") -> int:
    best = so_far = 0
    for is_so in flags:
        so_far = so_far + 1 if is_so else 0
        best = max(best, so_far)
    return best


def longest_by_home(data: Data) -> pd.DataFrame:
    games = one(data).sort_values(["Date", "AwayTeam"])
    found = games.groupby("HomeTeam")["FTR"].apply(lambda results: longest(results == "H"))
    found = found[found > 0]
    return frame(team=found.index, run=found.values)


def streak(flag: str, *, of: Spec, order: str, by: tuple[str, ...] = (), **more: object) -> Spec:
    return {
        "op": "groupby_agg", "group_cols": [*by], "metrics": {"run": ["max"]}, "filters": [where(flag, "==", True)],
        "prepare": [{"step": "flag_rows", "name": flag, "filters": [of]},
                    window("run_length", "run", col=flag, order_by=order, by=[*by], **more)],
    }  # fmt: skip


STREAKS = (
    Asked("most days of rain in a row", (WEATHER,), streak("wet", of=where("precipitation", ">", 0), order="date"),
          ("run_max",), lambda data: frame(run=[longest(one(data).sort_values("date")["precipitation"] > 0)])),
    Asked("my longest winning streak", (GAMES,), streak("won", of=where("result", "==", "win"), order="playedAt"),
          ("run_max",), lambda data: frame(run=[longest(one(data).sort_values("playedAt")["result"] == "win")])),
    Asked("longest run of home wins of each team", (LEAGUE,), streak(
        "won", of=where("FTR", "==", "H"), order="Date", by=("HomeTeam",), then_by=["AwayTeam"]),
        ("HomeTeam", "run_max"), longest_by_home),
)  # fmt: skip


def none_in_march(data: Data) -> pd.DataFrame:
    orders = one(data)
    march = orders["order_date"].dt.strftime("%Y-%m") == "2024-03"
    never = sorted(set(orders["product"]) - set(orders.loc[march, "product"]))
    return frame(product=never)


def never_abandoned(data: Data) -> pd.DataFrame:
    calls = one(data)
    gone = calls[calls["wait_s"] > 400].groupby("q_name").size().reindex(sorted(calls["q_name"].unique()), fill_value=0)
    return frame(q_name=gone.index, rows=gone.values)


def customers_without(data: Data) -> pd.DataFrame:
    customers, orders = (data[name] for name in data)
    return frame(rows=[int((~customers["cust_id"].isin(orders["cust_id"])).sum())])


NEVER = (
    Asked("which products had no order in March 2024?", (TEA,), counted(
        where("order_date", "==", "2024-03"), group_cols=["product"], empty_groups=True,
        having=[where("rows", "==", 0)]), ("product",), none_in_march),
    Asked("calls that waited more than 400 seconds by queue, queues without one too", (CALLS,), counted(
        where("wait_s", ">", 400), group_cols=["q_name"], empty_groups=True), ("q_name", "rows"), never_abandoned),
    Asked("how many customers never ordered?", (W + "w1/data/shop_customers.csv", ORDERS), counted(prepare=[{
        "step": "join", "dataset_id": "shop_orders.csv", "left_on": ["cust_id"], "right_on": ["cust_id"], "how": "anti",
    }]), ("rows",), customers_without),
)  # fmt: skip


def top(col: str, k: int, **more: object) -> Spec:
    return {"step": "recode_column", "col": col, "name": "who", "top_k": k, "others": "all others", **more}


def top_ten_share(data: Data) -> pd.DataFrame:
    by = one(data).groupby("customer_id")["amount (EUR)"].sum().sort_values(ascending=False, kind="stable")
    best, rest = by.iloc[:10].sum(), by.iloc[10:].sum()
    return frame(who=["all others", "top ten"], share=[rest / by.sum() * 100, best / by.sum() * 100])


def best_products(data: Data) -> pd.DataFrame:
    by = one(data).groupby("product")["quantity"].sum()
    ranked = by.reset_index().sort_values(["quantity", "product"], ascending=[False, True])
    named = {**dict(zip(ranked["product"][:3], ranked["quantity"][:3], strict=True)),
             "all others": ranked["quantity"][3:].sum()}  # fmt: skip
    return frame(who=sorted(named), quantity=[named[name] for name in sorted(named)])


def channels_over_time(data: Data) -> pd.DataFrame:
    weeks = one(data)
    best = weeks.groupby("channel")["spend_usd"].sum().nlargest(1).index
    who = weeks["channel"].where(weeks["channel"].isin(best), "all others")
    sums = weeks.groupby([month(weeks["week_start"]), who])["spend_usd"].sum().unstack(fill_value=0).stack()
    return frame(period=sums.index.get_level_values(0), who=sums.index.get_level_values(1), spend=sums.values)


TOP = (
    Asked("what share of the sales do the top ten customers make?", (TEA,), {
        "op": "share_ratio", "group_cols": ["who"], "value": total("amount (EUR)"),
        "sort": {"by": "who", "ascending": True},
        "prepare": [top("customer_id", 10, order_by="amount (EUR)", labels=["top ten"])],
    }, ("who", "share_pct"), lambda data: top_ten_share(data).iloc[::-1]),
    Asked("the three best-selling products and everything else", (TEA,), {
        "op": "groupby_agg", "group_cols": ["who"], "metrics": {"quantity": ["sum"]},
        "prepare": [top("product", 3, order_by="quantity")],
    }, ("who", "quantity_sum"), best_products),
    Asked("spend a month of the largest channel against all others", (CAMPAIGNS,), {
        "op": "time_trend", "date_col": "week_start", "group_col": "who", "metrics": {"spend_usd": ["sum"]},
        "prepare": [top("channel", 1, order_by="spend_usd")], "sort": {"by": "period", "ascending": True},
    }, ("period", "who", "spend_usd_sum"), channels_over_time),
)  # fmt: skip


def moving_price(data: Data) -> pd.DataFrame:
    prices = one(data)
    mean = prices[prices["symbol"] == "MSFT"].groupby(month(prices["date"]))["price"].mean()
    return frame(period=mean.index, moving=mean.rolling(3).mean().values)


def running_by_branch(data: Data) -> pd.DataFrame:
    loans = one(data)
    sums = loans.groupby(["branch", month(loans["out_date"])])["fine_gbp"].sum().unstack(0, fill_value=0).cumsum()
    flat = sums.stack()
    return frame(period=flat.index.get_level_values(0), branch=flat.index.get_level_values(1), running=flat.values)


def moving_rain(data: Data) -> pd.DataFrame:
    days = one(data).sort_values("date")
    mean = days["temp_max"].rolling(7).mean()
    return frame(largest=[mean.max()])


WINDOWS = (
    Asked("three-month moving average of the Microsoft price", (PRICES,), {
        "op": "time_trend", "date_col": "date", "metrics": {"price": ["mean"]}, "moving": 3,
        "filters": [where("symbol", "==", "MSFT")],
    }, ("period", "price_mean_moving"), moving_price),
    Asked("fines a month, added up, for each branch", (LOANS,), {
        "op": "time_trend", "date_col": "out_date", "group_col": "branch", "metrics": {"fine_gbp": ["sum"]},
        "cumulative": True,
    }, ("period", "branch", "fine_gbp_sum_cumulative"), running_by_branch),
    Asked("warmest seven days in a row", (WEATHER,), {
        "op": "groupby_agg", "metrics": {"week": ["max"]},
        "prepare": [window("moving", "week", col="temp_max", order_by="date", n=7)],
    }, ("week_max",), moving_rain),
)  # fmt: skip


def pair(first: Spec, second: Spec, **computed: list[object]) -> Spec:
    return {"op": "groupby_agg", "quantities": {"a": first, "b": second}, "computed": computed}


def colours(data: Data) -> pd.DataFrame:
    wins = one(data)[one(data)["result"] == "win"].groupby("myColor").size()
    return frame(more=[bool(wins["white"] > wins["black"])])


def warmer_year(data: Data) -> pd.DataFrame:
    mean = one(data).groupby(one(data)["date"].dt.year)["temp_max"].mean()
    return frame(year=["2012" if mean[2012] > mean[2015] else "2015"])


def business_more(data: Data) -> pd.DataFrame:
    mean = one(data).groupby("customer_type")["amount"].mean()
    return frame(more=[bool(mean["Business"] > mean.drop("Business").iloc[0])])


def mean_of(col: str, *filters: Spec) -> Spec:
    return {"col": col, "agg": "mean", "filters": [*filters]}


YES_OR_NO = (
    Asked("do I win more often with white than with black?", (GAMES,), pair(
        count(where("result", "==", "win"), where("myColor", "==", "white")),
        count(where("result", "==", "win"), where("myColor", "==", "black")), more=["gt", "a", "b"]),
        ("more",), colours),
    Asked("which of the two years was warmer, 2012 or 2015?", (WEATHER,), {
        "op": "groupby_agg", "quantities": {year: mean_of("temp_max", where("date", "==", year))
                                            for year in ("2012", "2015")},
        "computed": {"warmer": ["argmax", "2012", "2015"]}}, ("warmer",), warmer_year),
    Asked("is a business rental dearer on average?", (RENTALS,), pair(
        mean_of("amount", where("customer_type", "==", "Business")),
        mean_of("amount", where("customer_type", "!=", "Business")), more=["gt", "a", "b"]), ("more",), business_more),
)  # fmt: skip

ORDERED = (
    Asked("projects by status, the largest budget first", (PROJECTS,), looked(
        columns=("projCode",), order="status", then_by=[{"by": "budgetEUR"}], k=50), ("projCode",),
        lambda data: one(data).sort_values(["status", "budgetEUR"], ascending=[True, False])[["projCode"]]),
    Asked("sales people, the best paid first", (HR,), looked(
        where("dept", "==", "Sales"), columns=("base_sal_eur",), order="base_sal_eur", descending=True, k=200),
        ("base_sal_eur",), lambda data: one(data)[one(data)["dept"] == "Sales"].sort_values(
            "base_sal_eur", ascending=False)[["base_sal_eur"]]),
    Asked("countries of Oceania of 2007 by population, largest first", (WORLD,), looked(
        where("continent", "==", "Oceania"), where("year", "==", 2007), columns=("country", "pop"), order="pop",
        descending=True), ("country", "pop"), lambda data: one(data)[
            (one(data)["continent"] == "Oceania") & (one(data)["year"] == 2007)
        ].sort_values("pop", ascending=False)[["country", "pop"]]),
)  # fmt: skip
