"""The data sets that come with the app can be read, and their questions are about them."""

import pytest

from registry.samples import SAMPLES, Sample, UnknownSampleError, content
from registry.store import DatasetStore


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=lambda sample: sample.sample_id)
def test_a_sample_is_read_without_leaving_anything_open(sample: Sample) -> None:
    dataset = DatasetStore().add_sample("ann", sample.sample_id)
    assert dataset.profile.rows > 200
    assert f"{dataset.profile.rows} " in sample.description
    assert not [column.name for column in dataset.profile.columns if column.kind in ("ambiguous_date", "empty")]
    assert any(column.kind == "number" for column in dataset.profile.columns)
    assert any(column.missing for column in dataset.profile.columns)
    assert dataset.receipt.of("converted")


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=lambda sample: sample.sample_id)
def test_a_sample_has_a_title_a_licence_and_questions(sample: Sample) -> None:
    assert 4 <= len(sample.questions) <= 5
    assert sample.title
    assert "CC0" in sample.licence


def test_an_unknown_sample_is_refused() -> None:
    with pytest.raises(UnknownSampleError, match="nothing"):
        content("nothing")
    with pytest.raises(UnknownSampleError):
        DatasetStore().add_sample("ann", "nothing")
