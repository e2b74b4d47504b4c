"""Labels on a figure are text: nothing in the data is markup, a link or a placeholder."""

import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.plots.figure import COLOURS, DASHES, MOST_SERIES, colour, dash
from agent.analysis.plots.labels import distinct_labels, plain_label
from tests.agent.analysis.plots.tables import drawn, figure_of, table_of, tables_of

HOSTILE = ["<b>bold</b>", "<a href='https://evil.example'>x</a>", "a<br>b", "$x_1$", "line\nbreak", "\x00nul", "%{y}"]


@pytest.mark.parametrize("kind", ["bar", "box", "hist", "scatter", "line"])
def test_no_angle_bracket_from_data_reaches_a_figure(kind: str) -> None:
    frame = pd.DataFrame({"<i>v</i>": range(21), "<b>k</b>": HOSTILE * 3, "%{x}": range(21)})
    spec = {
        "bar": {"x": "<b>k</b>", "y": "<i>v</i>"},
        "box": {"x": "<b>k</b>", "y": "<i>v</i>"},
        "hist": {"x": "<i>v</i>", "color": "<b>k</b>"},
        "scatter": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
        "line": {"x": "<i>v</i>", "y": "%{x}", "color": "<b>k</b>"},
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


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("shade", COLOURS)
def test_colours_are_seen_on_white_and_on_near_black(shade: str) -> None:
    dark, white = luminance("#0E1117"), 1.0
    assert (white + 0.05) / (luminance(shade) + 0.05) >= 3
    assert (luminance(shade) + 0.05) / (dark + 0.05) >= 3


def test_lines_differ_in_colour_or_dash() -> None:
    assert len({(colour(place), dash(place)) for place in range(MOST_SERIES)}) == MOST_SERIES
    assert len(DASHES) > 1
