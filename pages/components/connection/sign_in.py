"""Who signed in, through Streamlit's own OpenID Connect. Off unless TALLY_SIGN_IN says so."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from typing import NoReturn

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.connection.browser import browser_identity
from pages.components.escape import escape


@dataclass(frozen=True)
class Person:
    """Whose conversations are shown. Without sign-in a browser stands for a person, without name and groups."""

    owner: str
    name: str = ""
    groups: tuple[str, ...] = ()


def person_here(service: AnalystService) -> Person:
    """Who looks at the page. Where people sign in, the page ends here until they have.

    StoreError when the store fails.
    """
    if not service.settings.sign_in:
        return Person(service.people.owner_of(browser_identity()))
    if not st.user.get("is_logged_in", False):
        _ask_to_sign_in()
    return _signed_in(service)


def _signed_in(service: AnalystService) -> Person:
    """By issuer and subject, the only claims that stay one person's (OpenID Connect Core 1.0, section 5.7)."""
    claims = st.user.to_dict()
    issuer, subject = str(claims.get("iss", "")), str(claims.get("sub", ""))
    if not (issuer and subject):
        _cannot("sign_in.no_subject")
    owner = hashlib.sha256(f"tally-person:{issuer}\n{subject}".encode()).hexdigest()
    said = claims.get(service.settings.groups_claim)
    groups = tuple(str(group) for group in said) if isinstance(said, list | tuple) else ()
    address = str(claims.get("email", ""))
    verified = frozenset({address}) if address and claims.get("email_verified") is True else frozenset()
    service.rights.note(owner, frozenset(groups) | verified)
    return Person(owner, str(claims.get("name") or address or subject), groups)


def show_person(person: Person) -> None:
    """Who is signed in, and the way out; nothing where nobody signs in."""
    if person.name:
        st.caption(say("sign_in.as", name=escape(person.name)))
        st.button(say("sign_in.out"), icon=":material/logout:", on_click=st.logout, width="stretch")


def _ask_to_sign_in() -> NoReturn:
    if find_spec("authlib") is None:
        _cannot("sign_in.no_library")
    if not (st.secrets.load_if_toml_exists() and "auth" in st.secrets):
        _cannot("sign_in.no_provider")
    st.title(say("first.name"), anchor=False)
    st.markdown(say("first.sentence"))
    st.write(say("sign_in.why"))
    st.button(say("sign_in.do"), type="primary", icon=":material/login:", on_click=st.login)
    st.stop()


def _cannot(why: str) -> NoReturn:
    st.title(say("sign_in.nobody"), anchor=False)
    st.error(say(why), icon=":material/error:")
    st.stop()
