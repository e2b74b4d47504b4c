"""Files of several tables: which of them become data sets."""

from collections.abc import Sequence

from registry.dataset import Dataset, ReadingChoices
from registry.errors import RegistryError
from registry.sentences import quoted, sentence
from registry.store import DatasetStore


class UnknownTableError(RegistryError):
    """No file holds a table of this name."""


def load_tables(
    store: DatasetStore, owner: str, file_name: str, content: bytes, wanted: Sequence[str] = ()
) -> tuple[Dataset, ...]:
    """The tables of a file that have one of these titles, each as a data set; its main table when it has none of them.

    Raises what `DatasetStore.add` raises.
    """
    main = store.add(owner, file_name, content)
    keys = [table.key for table in main.offered if table.title in wanted or table.key in wanted]
    if not keys:
        return (main,)
    if main.table not in keys:
        store.remove(owner, main.dataset_id)
        return tuple(store.add(owner, file_name, content, ReadingChoices(table=key)) for key in keys)
    others = [store.add(owner, file_name, content, ReadingChoices(table=key)) for key in keys if key != main.table]
    return (main, *others)


def load_beside(store: DatasetStore, owner: str, dataset_id: str, key: str) -> Dataset:
    """Another table of a file that is loaded already, as a data set of its own.

    Raises UnknownDatasetError when there is no such data set, and what `DatasetStore.add` raises.
    """
    beside = store.get(owner, dataset_id)
    content = store.content(owner, dataset_id)
    return store.add(owner, beside.receipt.file_name, content, ReadingChoices(table=key))


def check_all_found(wanted: Sequence[str], datasets: Sequence[Dataset]) -> None:
    """UnknownTableError when one of these tables is in none of the files."""
    offered = [table for dataset in datasets for table in dataset.offered]
    known = {name for table in offered for name in (table.title, table.key)}
    missing = [name for name in wanted if name not in known]
    if missing:
        titles = quoted(dict.fromkeys(table.title for table in offered))
        remedy = sentence("do.there_are", shown=titles) if offered else sentence("do.no_table_option")
        raise UnknownTableError(sentence("refused.tables_not_found", shown=quoted(missing)), remedy)
