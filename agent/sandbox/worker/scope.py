"""The names a program finds: libraries by their usual short names."""

import importlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Library:
    """A short name and what it stands for: a module, or `attribute` of it."""

    name: str
    module: str
    attribute: str | None = None


LIBRARIES: tuple[Library, ...] = (
    Library("pd", "pandas"),
    Library("np", "numpy"),
    Library("plt", "matplotlib.pyplot"),
    Library("px", "plotly.express"),
    Library("go", "plotly.graph_objects"),
    Library("make_subplots", "plotly.subplots", "make_subplots"),
    Library("sns", "seaborn"),
    Library("sklearn", "sklearn"),
    Library("scipy", "scipy"),
    Library("stats", "scipy.stats"),
    Library("statsmodels", "statsmodels"),
    Library("sm", "statsmodels.api"),
    Library("smf", "statsmodels.formula.api"),
)

WARMED: tuple[str, ...] = (
    # what programs import by themselves most often; imported here it costs them nothing
    "plotly.figure_factory",
    "matplotlib.figure",
    "matplotlib.dates",
    "matplotlib.backends.backend_agg",
    "scipy.optimize",
    "scipy.signal",
    "scipy.cluster.hierarchy",
    "sklearn.cluster",
    "sklearn.decomposition",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.pipeline",
    "sklearn.preprocessing",
    "statsmodels.tsa.api",
    "pandas.plotting",
    "pyarrow.acero",
    "pyarrow.compute",
    "statistics",
    "zoneinfo",
    "decimal",
    "fractions",
    "difflib",
    "uuid",
    # these load libraries of the system, which a locked-down child cannot open any more
    "bz2",
    "ctypes",
    "hashlib",
    "lzma",
    "sqlite3",
    "ssl",
    "zlib",
)


def scope() -> dict[str, object]:
    """A fresh namespace with every library that is installed."""
    names: dict[str, object] = {"__name__": "__main__", "__builtins__": __builtins__}
    for library in LIBRARIES:
        try:
            module = importlib.import_module(library.module)
        except ImportError:
            continue  # reported when the zygote starts
        names[library.name] = getattr(module, library.attribute) if library.attribute else module
    return names
