"""Amounts in words."""

import pytest

from pages.components.catalogue import seconds, size


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(812, "812 bytes"), (1_400, "1.4 KB"), (1_400_000, "1.4 MB"), (512_000_000, "512 MB"), (2_048_000_000, "2.0 GB")],
)
def test_a_size_has_a_unit_that_people_know(amount: int, shown: str) -> None:
    assert size(amount) == shown


@pytest.mark.parametrize(("amount", "shown"), [(0.012, "0.01 s"), (2.13, "2.1 s"), (80.2, "1 min 20 s")])
def test_a_time_is_as_exact_as_it_needs_to_be(amount: float, shown: str) -> None:
    assert seconds(amount) == shown


def test_amounts_take_the_signs_and_the_words_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for language, told in {"de": ("1,4 MB", "2,1 s"), "ja": ("1.4 MB", "2.1 秒")}.items():
        monkeypatch.setattr("pages.components.catalogue.language", lambda name=language: name)
        assert (size(1_400_000), seconds(2.13)) == told
