"""Imports what programs use and uses it once, so that a child starts with everything loaded."""

import importlib
import io
import logging
import warnings
from typing import Any

from agent.sandbox.clean_figure import check_figure
from agent.sandbox.clean_png import clean_png
from agent.sandbox.worker.scope import LIBRARIES, WARMED


def import_libraries() -> list[str]:
    """Imports everything and returns the names of modules that are not installed."""
    _keep_matplotlib_from_writing()
    missing = []
    for module in (*(library.module for library in LIBRARIES), *WARMED):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                importlib.import_module(module)
        except ImportError:
            missing.append(module)
    return missing


def _keep_matplotlib_from_writing() -> None:
    """matplotlib looks for a directory of its own and makes one; here it is told of one that does not exist.

    Its font list is then made in memory; that it cannot be saved is no news.
    """
    matplotlib = importlib.import_module("matplotlib")
    vars(matplotlib)["_get_config_or_cache_dir"] = lambda _getter: "/nonexistent"
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)


def rehearse() -> None:
    """Walks once through what most programs do, so that lazily loaded parts are there before the first fork."""
    pd = importlib.import_module("pandas")
    plt = importlib.import_module("matplotlib.pyplot")
    px = importlib.import_module("plotly.express")
    frame = pd.DataFrame({"group": ["a", "b", "a"], "x": [1.0, 2.0, 3.0], "n": [1, 2, 3]})
    frame["when"] = pd.date_range("2024-01-01", periods=3).tz_localize("UTC").tz_convert("Europe/Berlin")
    frame.groupby("group", as_index=False)["x"].agg(["mean", "sum"]).to_dict("split")
    frame.pivot_table(index="group", values="x", aggfunc="mean").describe()
    frame.merge(frame, on="group").sort_values("x_x")
    px.bar(frame, x="group", y="x", color="group").to_plotly_json()
    px.line(frame, x="n", y="x").to_plotly_json()
    figure, axes = plt.subplots()
    axes.plot([1, 2], [3, 4], label="x")
    axes.set_title("x")
    axes.legend()
    figure.savefig(io.BytesIO(), format="png")
    plt.close("all")
    _rehearse_reading(figure)
    _remember_thread_pools()


def _rehearse_reading(figure: Any) -> None:
    """Checks a picture and a chart as a reader does, which loads what checking them takes."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    clean_png(picture.getvalue())
    check_figure({"data": [{"type": "bar", "x": [1], "y": [1]}], "layout": {"title": {"text": "x"}}})


def _remember_thread_pools() -> None:
    """threadpoolctl, which scikit-learn asks, reads /proc to find the libraries that have thread pools, each time anew.
    A child may not read there; what is loaded now is what it has.
    """
    controllers = importlib.import_module("threadpoolctl")
    known = controllers.ThreadpoolController().lib_controllers
    controllers.ThreadpoolController._load_libraries = lambda made: made.lib_controllers.extend(known)
