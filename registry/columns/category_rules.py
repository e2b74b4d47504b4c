"""Text columns: spellings of one category brought together, truth values, and names of things."""

import re
from collections import defaultdict
from functools import lru_cache

import numpy as np

from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.many_texts import different_texts
from registry.values.word_lists import folded

TRUE = frozenset({"true"})
FALSE = frozenset({"false"})
CATEGORY_LENGTH = 60
MOST_SPELLINGS = 12
"""Distinct cells that a column of true and false can have."""
ID_WORDS: frozenset[str] = frozenset(
    {
        "id", "ids", "uuid", "guid", "key", "sku", "isbn", "ean", "upc", "iban", "gtin", "asin", "imei", "vin",
        "fips",
    }
)  # fmt: skip
THING_WORDS = frozenset({
    "member", "donor", "customer", "client", "patient", "employee", "user", "student", "participant", "respondent",
    "supplier", "vendor", "driver", "borrower", "tenant", "pupil", "volunteer", "household", "device", "sensor",
    "subscriber", "policyholder", "contributor", "applicant", "candidate", "teacher", "cardholder", "runner",
    "mitglied", "spender", "kunde", "kundin", "mitarbeiter", "patientin", "nutzer", "teilnehmer", "lieferant",
    "schüler", "studentin", "haushalt", "gerät", "fahrer", "mieter", "bewerber", "lehrer",
    "会員", "顧客", "患者", "社員", "従業員", "利用者", "学生", "生徒", "参加者",
    "寄付者", "得意先", "取引先", "運転手", "応募者", "世帯",
})  # fmt: skip
"""Things that a table numbers. Words that as often head counts (visitor, passenger, guest) are not among them."""
ID_LAST_WORDS = frozenset(
    {"no", "nr", "num", "number", "nummer", "numero", "número", "numéro", "ref", "reference", "hash", "token"}
)
CODE_WORDS = frozenset(
    {
        "code",
        "codes",
        "zip",
        "zipcode",
        "postcode",
        "postal",
        "plz",
        "phone",
        "telephone",
        "tel",
        "fax",
        "mobile",
        "barcode",
        "serial",
    }
)
VERSION_WORDS: frozenset[str] = frozenset(
    {
        "version", "versions", "ver", "release", "build", "firmware", "revision", "chapter", "section", "clause",
        "paragraph", "kapitel", "abschnitt", "versión", "versione", "versie", "wersja", "バージョン", "版",
    }
)  # fmt: skip
NUMBERING_WORDS: frozenset[str] = frozenset({"no", "nr", "num", "number", "id", "code", "string"})
"""What may stand behind the word for a version: version_no is a version, build_time a time."""
MEASURE_WORDS: frozenset[str] = frozenset(
    {
        "cnt", "count", "counts", "qty", "quantity", "amount", "amt", "total", "sum", "avg", "mean", "price", "cost",
        "value", "rate", "share", "pct", "percent", "sales", "revenue", "units", "stock", "anzahl", "menge", "betrag",
        "preis", "nombre", "quantité", "cantidad", "precio", "数量", "個数",
    }
)  # fmt: skip
"""At the end of a name they say that numbers measure, whatever stands before: SKU_Cnt counts."""
ID_ENDING = re.compile(
    r"(番号|コード|编号|번호|(?<![A-Za-z])(ID|ＩＤ)|(?i:nummer|(?<![a-z])nr|[a-zß]nr|konto|referenz|kennung|kennzeichen|"
    r"schlüssel|numer|numéro|codice|código|blz|plz|postcode)|(?<=[A-Z])NO)\.?$"
)
ORDER_WORDS: frozenset[str] = frozenset(
    {
        "time", "t", "s", "sec", "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week",
        "weeks", "month", "months", "year", "years", "age", "rank", "ranking", "position", "step", "frame",
        "depth", "distance", "dose",
    }
)  # fmt: skip
UUID = re.compile(r"^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$", re.I)
ID_SHAPE = re.compile(r"^(?=.*\d)[A-Za-z]{0,6}[-_/ #]?\d{2,}([-_/.]?[A-Za-z0-9]+)*$")
NEARLY_UNIQUE = 0.95


def is_category_like(cells: Cells) -> bool:
    """Whether the values repeat, as those of categories do, and are short."""
    if not cells.values:
        return False
    if cells.filled < different_texts(cells) * 2:
        return False
    lengths = sorted(len(value) for value in cells.values)
    return lengths[len(lengths) // 2] <= CATEGORY_LENGTH


def unify_spellings(name: str, cells: Cells) -> tuple[Cells, tuple[ReceiptEntry, ...]]:
    """Values that differ only in case, width or blanks become the most frequent spelling."""
    if different_texts(cells) == len(cells.values):
        return cells, ()
    counts = cells.counts()
    groups: dict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(cells.values):
        if counts[index]:
            groups[folded(value)].append(index)
    winners = {key: max(group, key=lambda index: (counts[index], -index)) for key, group in groups.items()}
    changed = [index for key, group in groups.items() for index in group if index != winners[key]]
    if not changed:
        return cells, ()
    count = cells.count_of(changed)
    pairs = [f"{cells.values[index]} → {cells.values[winners[folded(cells.values[index])]]}" for index in changed]
    told = sentence("spellings.merged", count=count, column=name, shown=quoted(pairs))
    judged = Judgement("spellings_merged", tuple(pairs[:SHOWN]))
    replacement = [
        cells.values[winners[folded(value)]] if counts[index] else None for index, value in enumerate(cells.values)
    ]
    return cells.replaced(replacement), (
        ReceiptEntry("converted", told, name, count, cells.lines_of(changed), ("spellings", (name, False)), judged),
    )


def read_booleans(cells: Cells) -> "np.ndarray[tuple[int], np.dtype[np.bool_]] | None":
    """The truth of each distinct value when all say true or false; yes and no stay words."""
    if cells.native is not None:
        return cells.native if cells.native.dtype == np.bool_ else None
    if len(cells.values) > MOST_SPELLINGS:
        return None
    plain = [folded(value) for value in cells.values]
    if not plain or not set(plain) <= TRUE | FALSE:
        return None
    return np.array([value in TRUE for value in plain])


def header_words(name: str) -> list[str]:
    """The words of a column name: "customerID_no" gives customer, id, no."""
    return list(_words(name))


@lru_cache(maxsize=10_000)
def _words(name: str) -> tuple[str, ...]:
    bare = re.sub(r"[(\[（［].*?[)\]）］]", " ", name)
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", bare)
    return tuple(word.casefold() for word in re.split(r"[\W_]+", apart) if word)


def named_as_identifier(name: str) -> bool:
    """Whether a column name says that its values name things: order_no, customerId, 注文番号."""
    words = header_words(name)
    if not words or words[-1] in MEASURE_WORDS:
        return False
    return bool(set(words[-2:]) & ID_WORDS) or words[-1] in ID_LAST_WORDS or bool(ID_ENDING.search(name.strip()))


def only_says_number(name: str) -> bool:
    """Whether nothing but a word such as num or no makes a name that of an identifier: its values have to show it."""
    words = header_words(name)
    if not words or words[-1] not in ID_LAST_WORDS or set(words[-2:]) & ID_WORDS:
        return False
    return len(words) > 1 and words[-2] not in THING_WORDS


def names_a_thing(name: str) -> bool:
    """Whether a column is called by one of the things that have numbers: Member, Donor, Patient, 会員."""
    words = header_words(name)
    return len(words) == 1 and words[0] in THING_WORDS


def measures_order(name: str) -> bool:
    """Whether a counter below this name is a measurement all the same: a time, a rank."""
    return bool(set(header_words(name)) & ORDER_WORDS)


def named_as_code(name: str) -> bool:
    """Whether a column name says that its numbers are codes: postcode, phone."""
    return bool(set(header_words(name)) & CODE_WORDS)


def named_as_version(name: str) -> bool:
    """Whether a column name says that its numbers count versions or sections, whose 1.10 is not 1.1: what it names
    stands at its end, so that rec_ver_tat and "release weight" are none."""
    words = header_words(name)
    named = [word for word in words if word not in NUMBERING_WORDS] or words
    return bool(named) and named[-1] in VERSION_WORDS


def has_identifier_shape(cells: Cells) -> bool:
    """Nearly every row its own value, all of a shape such as SO-24001 or a UUID."""
    if cells.filled < 10 or len(cells.values) < cells.filled * NEARLY_UNIQUE:
        return False
    return all(ID_SHAPE.match(value) or UUID.match(value) for value in cells.values)
