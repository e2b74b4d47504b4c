"""The early check names what cannot work, and lets everything else through."""

import pytest

from agent.sandbox.sandbox import check_code


@pytest.mark.parametrize(
    ("code", "line", "says"),
    [
        ("import requests", 1, "no network"),
        ("x = 1\nfrom urllib.request import urlopen", 2, "no network"),
        ("from urllib import request", 1, "no network"),
        ("import subprocess as s", 1, "other programs"),
        ("open('x.csv')", 1, "no files"),
        ("open('x.csv', 'w')", 1, "no files"),
        ("d = pd.read_csv('sales.csv')", 1, "`datasets`"),
        ("df.to_csv('out.csv')", 1, "`result`"),
        ("plt.savefig('plot.png')", 1, "`fig`"),
        ("name = input()", 1, "questions"),
        ("x = (1", 1, "Python"),
        ("a\0b", None, "Python"),
        ("a" + ".b" * 20_000, None, "Python"),
        ("-" * 50_000 + "1", None, "Python"),
        ("x = 1\n" * 20_000, None, "characters"),
    ],
)
def test_what_cannot_work_is_named_with_its_line(code: str, line: int | None, says: str) -> None:
    complaint = check_code(code)
    assert complaint is not None
    assert (complaint.line, complaint.kind in {"refused", "syntax"}) == (line, True)
    assert says in complaint.message


@pytest.mark.parametrize(
    "code",
    [
        "import io\npd.read_csv(io.StringIO('a\\n1'))",
        "import os.path, urllib.parse",
        "df.to_csv()",
        "df.to_csv(buffer)",
        "fig.savefig(buffer, format='png')",
        "try:\n    import requests\nexcept ImportError:\n    requests = None",
        "result = df.groupby('a').sum()",
    ],
)
def test_everything_else_passes(code: str) -> None:
    assert check_code(code) is None
