"""What is packed for memory comes back as it was."""

from hypothesis import given
from hypothesis import strategies as st

from registry.packing import pack, unpack


@given(st.binary(max_size=5_000))
def test_bytes_come_back_as_they_were(content: bytes) -> None:
    assert unpack(pack(content)) == content


def test_text_takes_less_room() -> None:
    content = b"North,2024-01-05,12.50\n" * 1_000
    assert len(pack(content)) < len(content) / 10
