"""What stands in plain data (JSON), at any depth."""

from collections.abc import Iterator

from pydantic import JsonValue


def leaves_in(value: JsonValue) -> Iterator[JsonValue]:
    """Every value that holds no other, and the names that values stand under, in order."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from leaves_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves_in(part)
    else:
        yield value


def texts_in(value: JsonValue) -> Iterator[str]:
    """Every text, and the names that values stand under (metrics are told by column), in order."""
    return (leaf for leaf in leaves_in(value) if isinstance(leaf, str))
