"""Keys of two tables are found by the values that they share."""

from registry.shared_keys import shared_keys
from registry.store import DatasetStore

FLEET = "plate,depot\nAB-1,Oslo\nCD-2,Bergen\nEF-3,Oslo\nGH-4,Oslo\n"
TRIPS = "trip,vehicle,km,day type\n1,AB-1,30,work\n2,AB-1,12,free\n3,CD-2,44,work\n4,ZZ-9,7,work\n"


def keys_of(*tables: str) -> list[tuple[str, str, float]]:
    store = DatasetStore()
    for number, table in enumerate(tables):
        store.add("o", f"t{number}.csv", table.encode())
    return [(key.left, key.right, key.covered) for key in store.shared_keys("o")]


def test_names_may_differ_when_the_values_are_the_same() -> None:
    assert keys_of(FLEET, TRIPS) == [("plate", "vehicle", 0.667)]


def test_nothing_is_shared_by_a_single_table() -> None:
    assert keys_of(FLEET) == []


def test_columns_that_name_nothing_once_are_no_keys() -> None:
    one = "a,kind\n1,x\n2,y\n3,x\n4,y\n5,x\n"
    assert keys_of(one, one.replace("a,", "b,").replace("kind", "sort")) == []


def test_a_removed_table_shares_nothing_any_more() -> None:
    store = DatasetStore()
    store.add("o", "fleet.csv", FLEET.encode())
    gone = store.add("o", "trips.csv", TRIPS.encode())
    assert len(store.shared_keys("o")) == 1
    store.remove("o", gone.dataset_id)
    assert store.shared_keys("o") == shared_keys(store.datasets("o")) == ()
