"""What is downloaded: a table as CSV, and the whole report as a zip."""

import csv
import io
import zipfile
from collections.abc import Mapping
from typing import Any, cast

from agent.analysis.plots.written import written_in
from agent.analysis.png import draw_png
from agent.report.cells import header, told_cell
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.departures import CSV_NAME, departures_csv
from agent.report.elements import pictures_of
from agent.report.escape import spreadsheet_cell
from agent.report.markdown import report_markdown
from agent.report.names import figure_file, table_file
from agent.state import Artifact, TablePayload, picture_of
from languages.phrase_files import told_language

_BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets read UTF-8 as the machine's own encoding
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold: the same report gives the same bytes


def table_csv(artifact: Artifact) -> bytes:
    """All rows that the artifact holds as CSV, under the heads that people read: UTF-8 with byte order mark, comma,
    quoted text, full precision.

    Text that a spreadsheet would compute gets an apostrophe in front; numbers stay numbers; missing is empty.
    """
    table = cast(TablePayload, artifact["payload"])
    target = io.StringIO(newline="")
    # text is quoted always, so that no separator inside a cell can split it where a semicolon parts columns
    writer = csv.writer(target, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    columns = table["columns"]
    writer.writerow([spreadsheet_cell(header(one, table["units"], table.get("headings", {}))) for one in columns])
    for row in table["rows"]:
        told = (told_cell(table, column, cell) for column, cell in zip(columns, row, strict=True))
        writer.writerow([spreadsheet_cell(cell) for cell in told])
    return (_BYTE_ORDER_MARK + target.getvalue()).encode("utf-8")


def figure_png(artifact: Artifact) -> bytes:
    """The picture of a figure artifact, with the signs and dates of the language that is told."""
    payload = cast(Mapping[str, Any], artifact["payload"])
    return draw_png(payload if picture_of(payload) else written_in(payload, told_language()))


def write_zip(content: ReportContent) -> bytes:
    """report.md with its figures as PNG and all tables as CSV, and egress.csv where a model was asked. The same content
    gives the same bytes.
    """
    report = compose(content)
    files: dict[str, bytes] = {"report.md": report_markdown(report, figures="linked").encode("utf-8")}
    if content.departures.requests:
        files[CSV_NAME] = departures_csv(content.departures)
    for picture in pictures_of(report.parts):
        files[figure_file(picture.artifact)] = figure_png(picture.artifact)
    for artifact in content.artifacts.values():
        if artifact["kind"] == "table":
            files[table_file(artifact)] = table_csv(artifact)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)
    return target.getvalue()
