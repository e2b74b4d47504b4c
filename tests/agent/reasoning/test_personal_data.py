"""Columns that likely hold personal data are proposed to be held back."""

import pytest

from agent.reasoning.personal_data import likely_personal
from registry.store import DatasetStore

TABLE = """contact,phone,full_name,name,customer_id,dob,city,product_name,amount,iban,zip code
a@x.test,+49 30 1234567,Ann Lee,Ann Lee,C-1,1980-02-01,Rome,Lamp,10.5,DE89 3704 0044 0532 0130 00,10115
b@x.test,+49 30 7654321,Bo Dahl,Bo Dahl,C-2,1990-03-04,Oslo,Chair,11.5,DE89 3704 0044 0532 0130 01,20095
c@x.test,+49 30 5555555,Cy Roe,Cy Roe,C-3,1970-05-06,Rome,Lamp,12.5,DE89 3704 0044 0532 0130 02,80331
"""


def proposed(content: str) -> dict[str, str]:
    profile = DatasetStore().add("owner", "people.csv", content.encode()).profile
    return {found.column: found.kind for found in likely_personal(profile)}


def test_personal_columns_are_proposed_and_others_are_not() -> None:
    assert proposed(TABLE) == {
        "contact": "email",
        "phone": "phone",
        "full_name": "name",
        "name": "name",
        "customer_id": "personal id",
        "dob": "birth date",
        "iban": "personal id",
        "zip code": "address",
    }


@pytest.mark.parametrize("header", ["E-Mail", "Telefon", "Nachname", "氏名", "メール", "SSN", "Geburtsdatum"])
def test_headers_of_several_languages_tell(header: str) -> None:
    assert list(proposed(f"{header},amount\nx,1\ny,2\nz,3\n")) == [header]


@pytest.mark.parametrize("header", ["region", "name of product", "price", "order date", "filename", "telemetry"])
def test_ordinary_headers_do_not(header: str) -> None:
    assert proposed(f"{header},amount\nlow,1\nhigh,2\nlow,3\nhigh,4\nlow,5\n") == {}


def test_a_reason_is_given_without_any_value() -> None:
    profile = DatasetStore().add("owner", "people.csv", TABLE.encode()).profile
    found = likely_personal(profile)
    assert found[0].reason == "The values of contact look like email addresses."
    assert not [each for each in found if "@" in each.reason or "Ann" in each.reason]
