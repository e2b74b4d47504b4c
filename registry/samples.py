"""Small data sets that come with the app, so that a newcomer can ask at once. All are made up."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from registry.errors import RegistryError
from registry.sentences import sentence

FOLDER = Path(__file__).parent / "sample_data"


class UnknownSampleError(RegistryError):
    """There is no sample of this id."""


@dataclass(frozen=True)
class Sample:
    """A data set that comes with the app, with questions that it answers."""

    sample_id: str
    title: str
    description: str
    file_name: str
    licence: str
    questions: tuple[str, ...]


def content(sample_id: str) -> bytes:
    """The bytes of the sample's file. UnknownSampleError if there is none of this id."""
    if sample_id not in SAMPLES:
        raise unknown_sample(sample_id)
    return (FOLDER / SAMPLES[sample_id].file_name).read_bytes()


def unknown_sample(sample_id: str) -> UnknownSampleError:
    """The error about an id that no sample has."""
    names = ", ".join(SAMPLES)
    return UnknownSampleError(
        sentence("refused.no_sample", name=repr(sample_id)), sentence("do.choose_one_of", names=names)
    )


MADE_UP = "Made up for this app; free to use (CC0)."

SAMPLES: Mapping[str, Sample] = {
    sample.sample_id: sample
    for sample in (
        Sample(
            "tea_shop",
            "Orders of a tea shop",
            "620 orders of two years: date, region, channel, product, quantity, amount, status.",
            "tea_shop_orders.csv",
            MADE_UP,
            (
                "What is the total amount by region?",
                "How did the amount develop month by month?",
                "Which product was ordered most often?",
                "What is the average amount by channel?",
                "Show the five largest orders.",
            ),
        ),
        Sample(
            "seedlings",
            "Seedlings in a greenhouse",
            "216 seedlings of three species: bed, light, height, leaves and weight, with a few gaps.",
            "seedlings.csv",
            MADE_UP,
            (
                "What is the average height by species?",
                "Is height correlated with fresh weight?",
                "Draw a histogram of the leaf width.",
                "Which columns have missing values?",
                "Show fresh weight by light as a box plot.",
            ),
        ),
        Sample(
            "staff_survey",
            "A staff survey",
            "312 answers: department, office, years in the company, satisfaction, weekly hours, salary.",
            "staff_survey.csv",
            MADE_UP,
            (
                "What is the average satisfaction by department?",
                "How many people work in each office?",
                "What is the median salary by level?",
                "Do weekly hours and satisfaction go together?",
                "What share of the staff works remotely?",
            ),
        ),
    )
}
"""By id, in the order they are offered."""
