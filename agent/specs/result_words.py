"""What a result is called in words of a language: its measures, its title; the only place that makes them, for chips,
sentences, headings, axes and titles.
"""

from collections.abc import Sequence

from agent.specs.aggregations import Aggregation
from agent.specs.locales import column_words, without_unit
from agent.specs.words import words_in

_ROWS = "*"
_OF_OTHER_UNITS = ("var", "skew")
"""Statistics whose numbers do not carry the unit of their column."""


def measure_words(
    column: str,
    aggregation: Aggregation,
    language: str | None = None,
    *,
    bare: bool = False,
    unit: str | None = None,
) -> str:
    """ "average body mass (g)", "number of rows", "total net sales"; a sum is only "net sales" where it is `bare`, as
    it may be in a heading or title that has no other statistic of the column. `unit`: what the numbers beside the words
    carry, which the header then need not name.
    """
    words = words_in(language)
    of_rows = f"measure.rows_{aggregation}"
    if column == _ROWS and of_rows in words.texts:  # what no rows have, such as a sum, is refused later, and told then
        return words.say(of_rows)
    key = "measure.bare_sum" if bare and aggregation == "sum" else f"measure.{aggregation}"
    shown = without_unit(column, unit if aggregation not in _OF_OTHER_UNITS else None)
    return words.say(key, column=column_words(shown, language))


def as_title(text: str) -> str:
    """The text as it begins a title; one that begins with a `made_up_name` stays as it is."""
    return text if "_" in text.partition(" ")[0] else text[:1].upper() + text[1:]


def result_title(measured: Sequence[str], groups: Sequence[str] = (), language: str | None = None) -> str:
    """ "Net sales, number of rows by product and month". `groups`: headers as they are."""
    words = words_in(language)
    what = words.say("value.between").join(measured)
    if not groups:
        return as_title(what)
    named = [column_words(group, language) for group in groups]
    *some, last = named
    told = words.say("label.and_groups").join([words.say("value.between").join(some), last] if some else [last])
    return as_title(words.say("label.by", what=what, groups=told))
