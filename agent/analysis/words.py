"""What results say, in the language that is told: from the catalogue in `phrases`, one data file a language."""

from collections.abc import Sequence
from pathlib import Path

from agent.errors import DataError, SpecError
from agent.specs.condition_words import conditions_of, conditions_words
from agent.specs.editing.labels import fit_chip
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec
from languages.catalogue import Catalogue

FOLDER = Path(__file__).parent / "phrases"


_CATALOGUE = Catalogue(FOLDER)
say, say_if_known = _CATALOGUE.say, _CATALOGUE.say_if_known


def refusal(key: str, /, **values: str | int) -> DataError:
    """The error of data that cannot serve: `refused` says what is wrong and `remedy` what to do, by the same key."""
    return DataError(say(f"refused.{key}", None, **values), say(f"remedy.{key}", None, **values))


def unfit(key: str, /, **values: str | int) -> SpecError:
    """The error of a spec that does not fit the columns, in the words of `refusal`."""
    return SpecError(say(f"refused.{key}", None, **values), say(f"remedy.{key}", None, **values))


def join_names(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return say("list.last", first=say("list.between").join(names[:-1]), last=names[-1])


def condition_words(spec: AnalysisSpec | PlotSpec) -> str:
    """`, where Species is Adelie and Sex is female`, to stand after a title; "" for all rows. Long ones are cut with a
    mark.
    """
    told = conditions_words(conditions_of(spec, worth_telling=True))
    return say("title.where", conditions=fit_chip(told)) if told else ""


def count_of(count: int, thing: str) -> str:
    """`1 row`, `1,200 rows`; the things are those of the catalogue's table `count`."""
    return _CATALOGUE.say_count(f"count.{thing}", count)


def missing_key(language: str | None = None) -> str:
    """How a group whose key is missing is called wherever people read it: "(no value)"."""
    return say("value.missing", language)
