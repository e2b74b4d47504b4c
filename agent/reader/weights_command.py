"""`tally reader get | status | remove`: each tells what it did and gives whether all is well."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from agent.reader.engine_process import free_megabytes
from agent.reader.weights import (
    WeightsError,
    check,
    fetch,
    remove,
    sources_of,
    wanted_weights,
    weights_found,
    weights_path,
)
from agent.settings import Settings

_MEGABYTE = 2**20
_STEP = 0.05  # of the whole, between two lines of progress that go to no terminal


def get(settings: Settings) -> bool:
    """Fetches the weights unless they are there or nobody wants them."""
    if not settings.reader or settings.reader_url:
        print("The built-in reader needs no weights here: it is off, or at TALLY_READER_URL.")
        return True
    wanted, path = wanted_weights(), weights_path(settings)
    if weights_found(settings)[0]:
        print(f"The reader's weights are there: {path}.")
        return True
    print(f"Fetching the built-in reader's weights once, {wanted.bytes // _MEGABYTE:,} MB, to {path}.", flush=True)
    try:
        fetch(path, wanted, sources_of(wanted), _Progress())
    except (WeightsError, OSError) as error:
        print(f"\n{error} Until then questions are read by nobody but a connected model.", file=sys.stderr)
        return False
    print(f"\nThe reader's weights are there and checked: {path}.")
    return True


def status(settings: Settings) -> bool:
    """Says whether the reader runs here and whether its weights are whole, which reads them all."""
    if not settings.reader:
        print("The built-in reader is off (TALLY_READER).")
        return True
    if settings.reader_url:
        print("The built-in reader is at another server (TALLY_READER_URL).")
        return True
    path, (found, _) = weights_path(settings), weights_found(settings)
    if found is None:
        print(f"The reader's weights are not at {path}, or not whole. Run `tally reader get`.")
        return False
    check(found, wanted_weights())
    free = free_megabytes()
    print(f"The reader's weights are there and whole: {path}. It needs {settings.reader_megabytes:,} MB of memory.")
    if free < settings.reader_megabytes:
        print(f"Only {free:,.0f} MB are free now: end other programs, or give Tally more.")
    return free >= settings.reader_megabytes


def remove_weights(settings: Settings) -> bool:
    """Deletes what `get` fetched; a file that the person named is theirs."""
    path: Path = weights_path(settings)
    if settings.reader_weights:
        print(f"TALLY_READER_WEIGHTS names {path}: delete it yourself.")
        return False
    print(f"Deleted: {path}." if remove(path) else f"There are no weights at {path}.")
    return True


READER_ACTIONS: Mapping[str, Callable[[Settings], bool]] = {"get": get, "status": status, "remove": remove_weights}


class _Progress:
    """One line that grows older in a terminal, and a line now and then anywhere else."""

    def __init__(self) -> None:
        self._told = -1.0

    def __call__(self, there: int, whole: int) -> None:
        """Tells how much is there."""
        if sys.stdout.isatty():
            print(f"\r{there // _MEGABYTE:,} of {whole // _MEGABYTE:,} MB", end="", flush=True)
        elif there / whole >= self._told + _STEP:
            self._told = there / whole
            print(f"{there // _MEGABYTE:,} of {whole // _MEGABYTE:,} MB", flush=True)
