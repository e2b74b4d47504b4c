"""Downloads: the zip holds what its Markdown names; CSV files hold numbers and harmless text."""

import base64
import csv
import io
import zipfile
from dataclasses import replace
from typing import cast

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from PIL import Image

from agent.report.bundle import table_csv, write_zip
from agent.report.escape import spreadsheet_cell
from agent.report.html import write_html
from agent.report.names import safe_name
from agent.state import Artifact, Cell, PicturePayload, TablePayload
from tests.agent.report.content import FENCE, HOSTILE, hostile_content, table_artifact


def artifact_of(columns: list[str], rows: list[list[Cell]]) -> Artifact:
    table = TablePayload(columns=columns, rows=rows, total_rows=len(rows), key_columns=[], formats={}, units={})
    return Artifact(**{**table_artifact(), "payload": table})


def read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_every_link_and_picture_of_the_report_is_in_the_zip() -> None:
    packed = zipfile.ZipFile(io.BytesIO(write_zip(hostile_content())))
    report = packed.read("report.md").decode("utf-8")
    inside = [child for token in MarkdownIt("commonmark").parse(report) for child in token.children or []]
    named = {str(one.attrs["href"]) for one in inside if one.type == "link_open"}
    named |= {str(one.attrs["src"]) for one in inside if one.type == "image"}
    assert named == set(packed.namelist()) - {"report.md"} and len(named) == 3
    assert packed.read("figures/A2.png").startswith(b"\x89PNG")


def test_a_picture_of_a_program_is_in_every_form_of_the_report() -> None:
    written = io.BytesIO()
    Image.new("RGB", (2, 1), (1, 2, 3)).save(written, "PNG")
    encoded = base64.b64encode(written.getvalue()).decode("ascii")
    content = hostile_content()
    drawn = {**content.artifacts["A2"], "payload": PicturePayload(png=encoded, width=2, height=1)}
    with_picture = replace(content, artifacts={**content.artifacts, "A2": Artifact(**drawn)})  # type: ignore[typeddict-item]
    packed = zipfile.ZipFile(io.BytesIO(write_zip(with_picture)))
    assert packed.read("figures/A2.png") == written.getvalue()
    assert b"](figures/A2.png)" in packed.read("report.md")
    assert f'src="data:image/png;base64,{encoded}"'.encode() in write_html(with_picture)


def test_the_same_content_gives_the_same_zip() -> None:
    assert write_zip(hostile_content()) == write_zip(hostile_content())


def test_names_in_the_zip_are_safe() -> None:
    for name in ("../../etc/passwd", "C:\\x", "a b.exe", "", "…", "A3"):
        assert set(safe_name(name)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    assert safe_name("A3") == "A3" and safe_name("") == "unnamed"


def test_formulas_become_text_and_numbers_stay_numbers() -> None:
    artifact = artifact_of(
        ["=col", "n"], [["=1+1", -5], ["+x", -1.25], ["-a", 3], ["@f", 0.1], ["\tt", None], ["ok", 1]]
    )
    rows = read(table_csv(artifact))
    assert rows[0] == ["'=col", "n"]
    assert [row[0] for row in rows[1:]] == ["'=1+1", "'+x", "'-a", "'@f", "'\tt", "ok"]
    assert [row[1] for row in rows[1:]] == ["-5", "-1.25", "3", "0.1", "", "1"]


def test_numbers_keep_every_digit() -> None:
    value = 0.1 + 0.2
    assert float(read(table_csv(artifact_of(["v"], [[value]])))[1][0]) == value
    assert read(table_csv(artifact_of(["v"], [[2**60 + 1]])))[1] == [str(2**60 + 1)]


def test_a_csv_opens_in_a_spreadsheet_as_utf_8() -> None:
    data = table_csv(artifact_of(["売上"], [["東京"]]))
    assert data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n")
    assert read(data) == [["売上"], ["東京"]]


def test_the_csv_of_hostile_data_reads_back() -> None:
    artifact = table_artifact()
    table = cast(TablePayload, artifact["payload"])
    frame = pd.read_csv(io.BytesIO(table_csv(artifact)))
    assert frame.iloc[:, 1].tolist() == [row[1] for row in table["rows"]]
    assert {text.removeprefix("'") for text in frame.iloc[:, 0]} == set(HOSTILE) - {FENCE}


@given(st.text())
def test_no_text_begins_a_formula(text: str) -> None:
    written = read(table_csv(artifact_of(["x"], [[text]])))[1][0]
    assert not written.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_truth_is_written_in_words() -> None:
    assert [spreadsheet_cell(cell) for cell in (True, False, None, 1, "x")] == ["true", "false", None, 1, "x"]
