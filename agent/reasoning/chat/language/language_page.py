"""The page about the analysis language, `docs/analysis-language.md`: its lists are made from the specs.

Written anew by `python -m agent.reasoning.chat.language.language_page`; a test holds the page to the specs.
"""

from pathlib import Path
from typing import Any

from agent.reasoning.chat.language.vocabulary import conventions, form_told, models_of, name_of
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec
from agent.specs.transforms import Transform

PAGE = Path("docs") / "analysis-language.md"
MARK = "<!-- Below here the page is made from the specs: python -m agent.reasoning.chat.language.language_page -->"
_LISTS: tuple[tuple[str, Any, str], ...] = (
    ("Measures (`op`)", AnalysisSpec, "op"),
    ("Plots (`kind`)", PlotSpec, "kind"),
    ("Steps of `prepare` (`step`)", Transform, "step"),
)


def made_part() -> str:
    """What all forms share, then every measure, plot and step with its fields and what it promises."""
    shared = ["## What all forms share", *(f"- {line}" for line in conventions())]
    lists = [
        [f"## {title}", *(form_told(name_of(model, key)) for model in models_of(union))] for title, union, key in _LISTS
    ]
    return "\n\n".join("\n".join([head, "", *lines]) for head, *lines in [shared, *lists]) + "\n"


def page(text: str) -> str:
    """The page with its made part as it has to be; what stands before the mark stays."""
    return f"{text.partition(MARK)[0]}{MARK}\n\n{made_part()}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
