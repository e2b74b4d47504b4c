"""Numbers in the form that a question asks for, `@mean_load[...]`: as a program would read them back.

Source of the form: the answers that public benchmarks of data analysis ask for (InfiAgent-DABench).
"""

import re
from collections.abc import Iterator

_PLACE = re.compile(r"@\w+\[")
_FORMATTED = re.compile(r"\|\s*(\.\d+|integer|number|plain(?:\.\d+)?|percent|signed_percent|p_value)\s*$")
_PLAIN = {"integer": "plain.0", "number": "plain"}


def plain_in_forms(template: str) -> str:
    """The template with the references in such places written without thousands separators and units; whoever asks for
    a percentage or a p-value there still gets one. Everything else stays as it is.
    """
    written, end = [], 0
    for match in _PLACE.finditer(template):
        if match.start() < end:
            continue
        written.append(template[end : match.end()])
        end = match.end()
        for text, is_reference in _pieces(template[end:]):
            end += len(text)
            written.append(_plainly(text) if is_reference else text)
    return "".join([*written, template[end:]])


def _pieces(rest: str) -> Iterator[tuple[str, bool]]:
    """What stands in a place, piece by piece up to its closing bracket, and whether it is a reference."""
    start = 0
    while start < len(rest) and rest[start] not in "]\n":
        if rest[start] == "{" and "}" in rest[start:]:
            end = rest.index("}", start) + 1
            yield rest[start:end], True
        else:
            end = start + 1
            yield rest[start:end], False
        start = end


def _plainly(reference: str) -> str:
    inside = reference[1:-1]
    formatted = _FORMATTED.search(inside)
    if formatted is None:
        return "{" + inside.rstrip() + " | plain}"
    form = formatted.group(1)
    plain = f"plain{form}" if form.startswith(".") else _PLAIN.get(form, form)
    return "{" + inside[: formatted.start()] + f"| {plain}" + "}"
