"""The PNG shows the same data as the figure, on any machine, the same way each time."""

import threading
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from agent.analysis.png import draw_png
from agent.analysis.png.fonts import UNDRAWABLE, drawable, families
from tests.agent.analysis.plots.people import people_tables
from tests.agent.analysis.plots.tables import drawn, figure_of, tables_of
from tests.agent.analysis.plots.test_catalogue import SPECS, name_of


def pixels(png: bytes) -> Any:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)


def _shade(trace: dict[str, Any]) -> str:
    """A colour that the picture of a trace has to hold."""
    if trace["type"] == "heatmap":
        return str(trace["colorscale"][-1][1])
    marker = trace["marker"]
    shade = marker["colors"][-1 if len(marker["colors"]) < 8 else 0] if "colors" in marker else marker["color"]
    return shade if isinstance(shade, str) else str(shade[0])


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_every_plot_has_a_picture_that_is_not_blank(spec: dict[str, Any]) -> None:
    figure = figure_of(drawn(spec, people_tables()))
    png = draw_png(figure)
    shown = pixels(png)
    assert shown.shape == (600, 1000, 3)
    red, green, blue = (int(_shade(figure["data"][0])[at : at + 2], 16) for at in (1, 3, 5))
    coloured = (np.abs(shown - [red, green, blue]).sum(axis=2) < 150) & (np.ptp(shown, axis=2) > 40)
    trace = figure["data"][0]
    if trace.get("fill") or "stackgroup" in trace or trace["type"] == "box":
        coloured = np.ptp(shown, axis=2) > 40  # areas and boxes are seen through
    assert coloured.sum() > 200  # the marks themselves, in the figure's colour


def test_the_same_figure_gives_the_same_bytes() -> None:
    figure = figure_of(drawn(SPECS[1], people_tables()))
    first = draw_png(figure)
    draw_png(figure_of(drawn(SPECS[-1], people_tables())))
    assert draw_png(figure) == first
    assert b"Software" not in first and b"tIME" not in first


@pytest.mark.parametrize(
    "label", ["$\\frac{1}$ $x$", "a_b^c", "$", "\\alpha", "_hidden", "売上金額", "\U0010fffd", "%"]
)
def test_labels_are_letters_not_formulas(label: str) -> None:
    frame = pd.DataFrame({label: [label, label, "other"], "v": [1, 2, 3]})
    for spec in ({"kind": "bar", "x": label, "y": "v", "color": label}, {"kind": "box", "x": label, "y": "v"}):
        assert len(draw_png(figure_of(drawn(spec, tables_of(frame))))) > 5_000


def test_a_formula_and_its_letters_are_drawn_differently() -> None:
    figure = figure_of(drawn({"kind": "bar", "x": "team"}, people_tables()))
    pictures = []
    for title in ("$a_b$", "ab"):
        figure["layout"]["title"]["text"] = title
        pictures.append(pixels(draw_png(figure))[:40])
    # were it read as mathematics, both titles would be about as wide
    widths = [np.flatnonzero((picture < 128).any(axis=(0, 2))).max() for picture in pictures]
    assert widths[0] - widths[1] > 20


def test_a_letter_without_a_font_is_a_square() -> None:
    assert drawable("a\U0010fffdb") == f"a{UNDRAWABLE}b"
    assert drawable("abc µ – é") == "abc µ – é"


@pytest.mark.skipif(len(families()) < 2, reason="no Japanese font on this machine")
def test_japanese_is_drawn_where_a_font_is_there() -> None:
    assert drawable("売上金額(税込)") == "売上金額(税込)"


def test_threads_draw_one_after_the_other() -> None:
    figure = figure_of(drawn(SPECS[0], people_tables()))
    expected, found = draw_png(figure), []
    threads = [threading.Thread(target=lambda: found.append(draw_png(figure))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
