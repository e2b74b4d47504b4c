"""Places in JSON by pointer (RFC 6901): `/specs/0/metrics/sales/1`."""

from copy import deepcopy

from pydantic import JsonValue

from agent.errors import SpecError

END = "-"
"""The place after the last item of a list."""


def pointer(*keys: str | int) -> str:
    """The pointer of these keys."""
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in keys)


def keys_of(path: str) -> tuple[str, ...]:
    """The keys of a pointer; () for the whole."""
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in path.split("/")[1:])


def value_at(document: JsonValue, path: str) -> JsonValue:
    """What stands at a place. SpecError when there is no such place."""
    found = document
    for key in keys_of(path):
        found = _inside(found, key, path)
    return found


def replace_at(document: JsonValue, path: str, value: JsonValue) -> JsonValue:
    """A copy with another value at a place; a new key, or the end (`-`) of a list, adds it."""
    return _change_at(document, path, value, remove=False)


def remove_at(document: JsonValue, path: str) -> JsonValue:
    """A copy without what stands at a place."""
    return _change_at(document, path, None, remove=True)


def _change_at(document: JsonValue, path: str, value: JsonValue, *, remove: bool) -> JsonValue:
    copied = deepcopy(document)
    *above, last = keys_of(path)
    holder = value_at(copied, pointer(*above))
    if remove:
        _inside(holder, last, path)
    if isinstance(holder, dict):
        if remove:
            del holder[last]
        else:
            holder[last] = value
    elif isinstance(holder, list) and remove:
        del holder[int(last)]
    elif isinstance(holder, list) and last == END:
        holder.append(value)
    elif isinstance(holder, list):
        _inside(holder, last, path)
        holder[int(last)] = value
    else:
        raise _nowhere(path)
    return copied


def _inside(holder: JsonValue, key: str, path: str) -> JsonValue:
    if isinstance(holder, dict) and key in holder:
        return holder[key]
    if isinstance(holder, list) and key.isdecimal() and int(key) < len(holder):
        return holder[int(key)]
    raise _nowhere(path)


def _nowhere(path: str) -> SpecError:
    return SpecError(f"The reading has nothing at {path!r}.", "Open its parts again; it may have changed meanwhile.")
