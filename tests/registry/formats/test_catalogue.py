"""The catalogue: every format found by its bytes, whatever the file is called."""

from registry.formats.catalogue import ENDINGS, FORMATS, format_of
from registry.formats.delimited import DELIMITED
from registry.formats.naming import table_name
from registry.offered import OfferedTable
from tests.registry.formats.test_arrow_file import TABLE, arrow, parquet, stream
from tests.registry.formats.test_sqlite_file import SHOP
from tests.registry.formats.workbooks import ods, ods_text, xlsx

EXAMPLES = {
    "Excel workbook": (xlsx({"S": [["a"], [1]]}), ods("S", [[ods_text("a")]])),
    "Parquet file": (parquet(TABLE),),
    "Arrow file": (arrow(TABLE), stream(TABLE)),
    "SQLite database": (SHOP,),
    "JSON": (b'[{"a": 1}]', b'\xef\xbb\xbf {"a": 1}\n{"a": 2}', '[{"a": 1}]'.encode("utf-16")),
    "CSV": (b"a,b\n1,2\n", b"[a],{b}\n1,2\n", b""),
}


def test_every_format_recognises_its_own_bytes_under_any_name() -> None:
    assert set(EXAMPLES) == {each.name for each in FORMATS}
    for name, contents in EXAMPLES.items():
        for content in contents:
            assert format_of(content, "upload.bin").name == name


def test_delimited_text_is_asked_last() -> None:
    assert FORMATS[-1] is DELIMITED


def test_endings_are_lower_case_and_each_is_of_one_format() -> None:
    assert len(set(ENDINGS)) == len(ENDINGS)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in ENDINGS)


def test_a_table_is_called_by_its_file_and_its_title_once() -> None:
    offered = (OfferedTable("a", "Orders"), OfferedTable("b", "Towns"))
    assert table_name("shop.xlsx", offered, "a") == "shop – Orders.xlsx"
    assert table_name("shop – Orders.xlsx", offered, "a") == "shop – Orders.xlsx"
    assert table_name("shop – Orders.xlsx", offered, "b") == "shop – Towns.xlsx"
    assert table_name("shop.xlsx", (), "a") == "shop.xlsx"
    assert table_name("shop", offered, "a") == "shop – Orders"
