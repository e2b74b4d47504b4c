"""Bytes to text: encodings are found, and what is no text table is refused with a remedy."""

import gzip
import io
import zipfile

import pytest

from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.text.decoding import decode
from tests.registry.reading import column, read, said

JAPANESE = (
    "日付,店舗,商品,金額\n2024/01/01,札幌店,ボールペン,120\n"
    "2024/01/02,仙台店,ノート,280\n2024/01/03,札幌店,えんぴつ,90\n"
)
GERMAN = "Straße,Größe,Name\nHauptstraße,5,Müller\nAm Käfer,7,Jörg\nÖlweg,9,Weiß\n"
CHINESE = "日期,城市,销售额\n2024-01-01,北京,120\n2024-01-02,上海,90\n2024-01-03,广州,70\n"
KOREAN = "날짜,도시,금액\n2024-01-01,서울,120\n2024-01-02,부산,90\n2024-01-03,대구,70\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "utf-8"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (GERMAN, "utf-8"),
        (GERMAN, "cp1252"),
        (CHINESE, "gb18030"),
        (KOREAN, "euc_kr"),
        ("imię,miasto\nŁukasz Wójcik,Łódź\nŻaneta Źrebięca,Kraków\nŚwiętosław Gżegżółka,Gdańsk\n", "cp1250"),
        ("price,note\n5 €,“good”\n7 €,café\n", "cp1252"),
        ("zeit,temp (°C),ort\n1,kühl bei 2°,a\n2,3° wärmer,b\n", "cp1252"),
        ("name,city\nJosé,Málaga\nZoë,Orléans\n", "latin-1"),
    ],
)
def test_the_encoding_is_found(text: str, encoding: str) -> None:
    table = read(text.encode(encoding))
    assert list(table.frame.columns) == text.split("\n", maxsplit=1)[0].split(",")
    assert table.frame.iloc[0, 0] is not None
    rows = [line.split(",") for line in text.strip().split("\n")[1:]]
    assert table.frame.iloc[:, 1].astype(str).tolist() == [row[1] for row in rows]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_byte_order_marks_and_wide_characters_are_understood(encoding: str) -> None:
    table = read("name,size\nMüller,5\nWeiß,7\n".encode(encoding))
    assert table.frame.to_dict("list") == {"name": ["Müller", "Weiß"], "size": [5, 7]}


def test_an_assumed_encoding_is_in_the_receipt() -> None:
    assert "Shift-JIS" in said(read(JAPANESE.encode("cp932")), "assumed", "encoding").text


def test_the_person_can_choose_the_encoding() -> None:
    text = "name,size\nПетр,5\n"
    assert column(text.encode("cp1251"), "name", ReadingChoices(encoding="cp1251")) == ["Петр"]


@pytest.mark.parametrize("encoding", ["no-such-code", "base64", "rot13", "utf-32"])
def test_a_choice_that_does_not_fit_is_refused(encoding: str) -> None:
    with pytest.raises(UnreadableFileError):
        read("a,b\n1,2\n", ReadingChoices(encoding=encoding))


def test_a_few_broken_bytes_are_shown_and_told() -> None:
    text = ("name,size\n" + "Müller und Söhne,5\n" * 60).encode() + b"M\xfcller,6\n"
    table = read(text)
    assert len(table.frame) == 61
    assert said(table, "warning", "no valid characters").lines == (62,)


def zipped(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x" * 100)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  \n \r\n\t", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"a,b,c\n", "no rows"),
        (b"# only a comment\na,b,c\n\n", "no rows"),
        (zipped("xl/workbook.xml"), "no workbook"),
        (zipped("letter.docx"), "no file that can be read"),
        (gzip.compress(b"", mtime=0), "is empty"),
        (b"%PDF-1.7 ...", "PDF document"),
        (b"\x89PNG\r\n\x1a\n....", "picture"),
        (bytes(range(256)) * 20, "no text file"),
        (
            b"name,size\n\x81\x8d\x8f\x90\x9d\xff\xfe\x81\x8d,1\n\x81\x8d\xff\x90,2\n",
            "cannot be read in any known encoding",
        ),
        (b'[{"a": 1}, {"a": ', "JSON"),
        (b"<!DOCTYPE html><html></html>", "web page"),
    ],
)
def test_what_is_no_table_is_refused_with_a_remedy(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read(content)
    assert words in refused.value.message
    assert refused.value.remedy
    assert refused.value.actor == "person"


def test_control_characters_are_removed_and_counted() -> None:
    table = read("name,size\na\x00b,1\nc,2\nd,3\n")
    assert table.frame["name"].tolist() == ["ab", "c", "d"]
    assert said(table, "skipped", "control character").lines == (2,)


@pytest.mark.parametrize(("encoding", "head", "sign"), [("cp932", "お引出し", "¥"), ("euc_kr", "출금액", "₩")])
def test_a_backslash_before_an_amount_is_the_sign_of_the_currency_in_japan_and_korea(
    encoding: str, head: str, sign: str
) -> None:
    text = f'{head},folder\n"\\6,674",\\2024\\01\n"-\\1,200",a\\5\n\\980,b\n'
    shown = f'{head},folder\n"{sign}6,674",\\2024\\01\n"-{sign}1,200",a\\5\n{sign}980,b\n'
    assert decode(text.encode(encoding), "a.csv", encoding).text == shown


def test_a_backslash_elsewhere_stays_one() -> None:
    assert decode(b'v,w\n"\\6,674",a\n', "a.csv").text == 'v,w\n"\\6,674",a\n'
