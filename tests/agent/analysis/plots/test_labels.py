"""Labels on a figure are text: nothing in the data is markup, a link or a placeholder."""

import json
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from agent.analysis.plots.figure import COLOURS, DASHES, MOST_SERIES, colour, dash
from agent.analysis.plots.labels import axis_lines, distinct_labels, plain_label
from agent.specs.parse import KINDS
from tests.agent.analysis.plots.tables import drawn, figure_of, table_of, tables_of

HOSTILE = ["<b>bold</b>", "<a href='https://evil.example'>x</a>", "a<br>b", "$x_1$", "line\nbreak", "\x00nul", "%{y}"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_angle_bracket_from_data_reaches_a_figure(kind: str) -> None:
    frame = pd.DataFrame({"<i>v</i>": range(21), "<b>k</b>": HOSTILE * 3, "%{x}": range(21)})
    spec = {
        "bar": {"x": "<b>k</b>", "y": "<i>v</i>"},
        "box": {"x": "<b>k</b>", "y": "<i>v</i>"},
        "hist": {"x": "<i>v</i>", "color": "<b>k</b>"},
        "scatter": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
        "line": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
        "pie": {"x": "<b>k</b>", "y": "<i>v</i>"},
        "pareto": {"x": "<b>k</b>", "y": "%{x}"},
        "area": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
        "heatmap": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
        "violin": {"x": "<b>k</b>", "y": "<i>v</i>"},
    }[kind] | {"kind": kind, "title": "<b>T</b>"}
    artifacts = drawn(spec, tables_of(frame))
    text = json.dumps(figure_of(artifacts), ensure_ascii=False)
    ours = text.replace("<br>", "").replace("<extra></extra>", "")
    assert "<" not in ours and ">" not in ours
    templates = [trace.get("hovertemplate", "") for trace in figure_of(artifacts)["data"]]
    assert all("% {" in template or "%{x}:" not in template for template in templates)


def test_the_table_keeps_the_cells_as_they_are() -> None:
    table = table_of(drawn({"kind": "bar", "x": "k"}, tables_of(pd.DataFrame({"k": HOSTILE}))))
    assert {row[0] for row in table["rows"]} == set(HOSTILE)


@given(st.lists(st.one_of(st.text(), st.integers(), st.none()), unique=True, max_size=20))
def test_different_cells_have_different_labels(cells: list[str | int | None]) -> None:
    labels = distinct_labels(cells)
    assert len(set(labels)) == len(cells) and all(labels)


@given(st.text())
def test_a_label_is_one_short_line_without_markup(text: str) -> None:
    label = plain_label(text)
    assert not set("<>\n\r\t\x00") & set(label) and len(label) <= 60
    label.encode("utf-8")


# What dichromats see, on linear RGB. Source: Machado, Oliveira and Fernandes 2009, severity 1.
EYES = {
    "usual": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(shade: str) -> NDArray[np.float64]:
    parts = np.array([int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def luminance(shade: str) -> float:
    return float(TO_XYZ[1] @ linear(shade))


def lab(shade: str, eyes: str) -> NDArray[np.float64]:
    """CIE L*a*b* of a colour as these eyes see it."""
    x, y, z = np.cbrt(TO_XYZ @ np.clip(EYES[eyes] @ linear(shade), 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_a_long_axis_title_stands_on_several_lines_and_brings_no_markup_of_its_own() -> None:
    frame = pd.DataFrame({"k": ["a", "b"], "Yearly salary before <b>tax</b> and all deductions": [1.0, 2.0]})
    spec = {"kind": "bar", "x": "k", "y": frame.columns[1], "agg": "mean"}
    title = figure_of(drawn(spec, tables_of(frame)))["layout"]["yaxis"]["title"]["text"]
    assert title.split("<br>") == ["Average yearly salary before", "‹b›tax‹/b› and all deductions"]


@given(st.text(max_size=300), st.integers(10, 80))
def test_axis_lines_are_short_few_and_without_angle_brackets(text: str, width: int) -> None:
    lines = axis_lines(text, width).split("<br>")
    assert len(lines) <= 3 and all(len(line) <= width for line in lines)
    assert not any(mark in line for line in lines for mark in "<>")


@pytest.mark.parametrize("eyes", EYES)
def test_colours_differ_for_all_eyes(eyes: str) -> None:
    distances = [float(np.linalg.norm(lab(a, eyes) - lab(b, eyes))) for a, b in combinations(COLOURS, 2)]
    assert min(distances) > 15  # about 2 is just noticeable


@pytest.mark.parametrize("shade", COLOURS)
def test_colours_are_seen_on_white_and_on_near_black(shade: str) -> None:
    dark, white = luminance("#0E1117"), 1.0
    assert (white + 0.05) / (luminance(shade) + 0.05) >= 3
    assert (luminance(shade) + 0.05) / (dark + 0.05) >= 3


def test_lines_differ_in_colour_or_dash() -> None:
    assert len({(colour(place), dash(place)) for place in range(MOST_SERIES)}) == MOST_SERIES
    assert len(DASHES) > 1
