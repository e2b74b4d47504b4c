"""A frame must hold every computation that its question asks for; a word whose computation fell by the way is told."""

from collections.abc import Callable

import pytest

from agent.reasoning.rules.reading.frame import ColumnRef, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.parse import Parts, parts_of
from agent.reasoning.rules.reading.question import understand
from agent.reasoning.rules.reading.unkept import unkept_words
from tests.agent.reasoning.reading.conftest import Talk


def parts(talk: Callable[..., Talk], question: str) -> Parts:
    return parts_of(understand(talk("bakery_sales.csv").prompt(question)), None, None)


def column(name: str) -> ColumnRef:
    return ColumnRef(dataset_id="d", column=name)


PRICE = MetricSlot(columns=[column("price (EUR)")], agg="median")
KIND = GroupSlot(columns=[column("kind")])
KEPT = [
    ("median price", Frame(metrics=[PRICE]), []),
    ("average price", Frame(metrics=[PRICE]), ["average"]),
    ("average and median price", Frame(metrics=[PRICE]), ["average"]),
    ("median price per kind", Frame(metrics=[PRICE], groups=[KIND]), []),
    ("median price per kind", Frame(metrics=[PRICE]), ["per"]),
    ("kind with the highest median price", Frame(metrics=[PRICE], groups=[KIND]), ["highest"]),
    ("kind with the highest median price", Frame(metrics=[PRICE], groups=[KIND], order="desc"), []),
    ("how many different products", Frame(metrics=[MetricSlot()]), ["different"]),
    ("is price correlated with quantity", Frame(metrics=[PRICE]), ["correlated"]),
    ("is the price significantly higher for bread", Frame(metrics=[PRICE]), ["significantly"]),
    ("how many in total", Frame(metrics=[MetricSlot()]), []),
    ("sales that were not bread", Frame(metrics=[PRICE]), ["not"]),
    ("価格の平均", Frame(metrics=[PRICE]), ["平均"]),
    ("Durchschnitt der Preise", Frame(metrics=[PRICE]), ["durchschnitt"]),
]


@pytest.mark.parametrize(("question", "frame", "lost"), KEPT, ids=[f"{one[0]}-{one[2]}" for one in KEPT])
def test_a_computation_asked_for_is_kept_or_told(
    talk: Callable[..., Talk], question: str, frame: Frame, lost: list[str]
) -> None:
    assert [words.replace(" ", "") for words in unkept_words(parts(talk, question), frame)] == lost


def test_what_tells_all_of_the_data_keeps_every_word(talk: Callable[..., Talk]) -> None:
    assert unkept_words(parts(talk, "report with the average price"), Frame(intent="report")) == []
