"""Results by conversation: named in order, held without a name while parallel steps work, freed together."""

from agent.context import ArtifactStore
from tests.agent.made_artifacts import table


def test_held_results_have_no_name_until_they_are_taken_and_added() -> None:
    store = ArtifactStore()
    store.hold("c", "late", [table(["a"], [[2]], title="second")])
    store.hold("c", "early", [table(["a"], [[1]], title="first")])
    assert dict(store.all("c")) == {}
    named = [store.add("c", one) for slot in ("early", "late") for one in store.take("c", slot)]
    assert [(one["artifact_id"], one["title"]) for one in named] == [("A1", "first"), ("A2", "second")]
    assert store.take("c", "early") == []


def test_a_slot_that_is_held_again_is_replaced() -> None:
    store = ArtifactStore()
    store.hold("c", "lens", [table(["a"], [[1]], title="stopped")])
    store.hold("c", "lens", [table(["a"], [[1]], title="again")])
    assert [one["title"] for one in store.take("c", "lens")] == ["again"]


def test_what_is_held_is_freed_with_the_conversation() -> None:
    store = ArtifactStore()
    store.hold("c", "lens", [table(["a"], [[1]])])
    store.release("c")
    assert store.take("c", "lens") == []
