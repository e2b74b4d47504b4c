"""In the form that a question asks for numbers are written as a program reads them; elsewhere as people do."""

import pytest

from agent.grounding.answer_forms import plain_in_forms


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ("@mean[{S1.a_mean | .2}]", "@mean[{S1.a_mean | plain.2}]"),
        ("@mean[{S1.a_mean}]", "@mean[{S1.a_mean | plain}]"),
        ("@n[{S1.rows | integer}] rows: {S1.rows | integer}", "@n[{S1.rows | plain.0}] rows: {S1.rows | integer}"),
        ("@list[{S1[#1].a | .1}, {S1[#2].a | .1}]", "@list[{S1[#1].a | plain.1}, {S1[#2].a | plain.1}]"),
        ("@x[{S1[North | Web].a | .1}]", "@x[{S1[North | Web].a | plain.1}]"),
        ("@x[{S1[North | Web].a}]", "@x[{S1[North | Web].a | plain}]"),
        ("@share[{S1.share | percent}]", "@share[{S1.share | percent}]"),
        ("@is[yes] and {S1.a | .2}", "@is[yes] and {S1.a | .2}"),
        ("{S1[North].a | .2} by @mail", "{S1[North].a | .2} by @mail"),
        ("@open[{S1.a", "@open[{S1.a"),
        ("@a[{S1.a}]\n@b[{= S1.a / S1.b | .3}]", "@a[{S1.a | plain}]\n@b[{= S1.a / S1.b | plain.3}]"),
    ],
)
def test_references_in_a_form_are_plain(template: str, written: str) -> None:
    assert plain_in_forms(template) == written
