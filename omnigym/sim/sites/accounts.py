"""Lakeside Services: offices of the town behind a sign-in page, each with one thing to do once one is signed in.

Records: ``accounts/<service>.json`` with the digest of who may sign in, which a task puts there, and
``visits/<service>.json`` with whether one is signed in and what was done. What is typed is never kept, so no file of
this site has a password.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from omnigym.sim.sites.address import Address
from omnigym.sim.sites.kit import card, centred, entry, heading, labelled, link, not_found, note, paragraph
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit, folder_of
from omnigym.sim.tables.table import Folder
from omnigym.sim.ui.nodes import Msg, Node, column, panel
from omnigym.sim.ui.widgets import button, field
from omnigym.sim.vfs import Vfs

HOST: Final = "services.lakeside.example"
_TITLE: Final = "Lakeside Services"


class Service(NamedTuple):
    """What one finds behind a sign-in page.

    Attributes:
        title: Its name.
        about: What is there to do.
        action: The button that does it.
        done: What the page says then.
    """

    title: str
    about: str
    action: str
    done: str


SERVICES: Final[Mapping[str, Service]] = {
    "library": Service("City Library", "Two books are due on Friday.", "Renew both books", "Both books are renewed."),
    "energy": Service("Lakeside Energy", "Your bill for March is 64.20.", "Pay the bill", "The bill is paid."),
    "register": Service(
        "Register Office", "Your passport runs out in May.", "Apply for a passport", "Your application has come in."
    ),
    "school": Service(
        "Evening School", "Bookkeeping for beginners has places left.", "Enrol in the course", "You are enrolled."
    ),
    "parking": Service(
        "Residents' Parking", "Your permit ends this month.", "Extend the permit", "The permit is extended."
    ),
    "clinic": Service(
        "Lakeside Clinic", "A free appointment: Tuesday at nine.", "Take the appointment", "The appointment is yours."
    ),
}


class Account(NamedTuple):
    """Who may sign in: a digest of the address and the password."""

    service: str
    digest: str = ""


class Stay(NamedTuple):
    """What came of signing in."""

    service: str
    signed_in: bool = False
    done: bool = False


_ACCOUNTS: Folder[Account] = Folder(
    "content://services/accounts", folder_of(HOST, "accounts"), Account, key="service", key_inside=False
)
_STAYS: Folder[Stay] = Folder(
    "content://services/visits", folder_of(HOST, "visits"), Stay, key="service", key_inside=False
)


def digest(service: str, email: str, password: str) -> str:
    """What an account keeps in place of a password."""
    return hashlib.sha256("\n".join((HOST, service, email.strip().casefold(), password)).encode()).hexdigest()


def account_file(service: str) -> str:
    """The portable path of an account, a JSON object with its ``digest``."""
    return f"AppData/Local/Sites/{HOST}/accounts/{service}.json"


def _stay(vfs: Vfs, service: str) -> Stay:
    return next((stay for stay in _STAYS.rows(vfs) if stay.service == service), Stay(service))


# -- pages ------------------------------------------------------------------------------------------------------------


def _list(w: int) -> Node:
    links = [link(f"page.{name}", service.title, f"/{name}") for name, service in SERVICES.items()]
    return centred(column(heading(_TITLE), *links, pad=(24, 24), gap=12), w, 480)


def _sign_in(name: str, email: str, password: str, problem: str, w: int) -> Node:
    secret = field(
        "page.password",
        password,
        name="Password",
        password=True,
        change=("input", "password"),
        submit=("page", "sign_in", name),
    )
    form = card(
        heading(f"Sign in to {SERVICES[name].title}"),
        note(problem, "page.problem") if problem else None,
        labelled("E-mail address", entry("email", email, "E-mail address", hint="name@example.com")),
        labelled("Password", secret),
        button("page.sign_in", "Sign in", style="accent", click=("page", "sign_in", name)),
    )
    return centred(column(form, pad=(24, 24)), w, 420)


def _inside(name: str, stay: Stay, w: int) -> Node:
    service = SERVICES[name]
    shown = card(
        heading(service.title),
        paragraph("You are signed in."),
        paragraph(service.about),
        note(service.done, "page.done") if stay.done else None,
        None if stay.done else button("page.action", service.action, style="accent", click=("page", "do", name)),
        button("page.sign_out", "Sign out", click=("page", "sign_out", name)),
    )
    return centred(column(shown, pad=(24, 24)), w, 480)


def _page(visit: Visit, stays: tuple[Stay, ...]) -> Page:
    name = (*visit.address.parts, "")[0]
    if not name:
        return Page(_TITLE, panel(_list, visit.w))
    if name not in SERVICES:
        return not_found(_TITLE)
    stay = next((s for s in stays if s.service == name), Stay(name))
    title = f"{SERVICES[name].title} - {_TITLE}"
    if stay.signed_in:
        return Page(title, panel(_inside, name, stay, visit.w))
    typed = (visit.typed("email"), visit.typed("password"), visit.typed("problem"))
    return Page(f"Sign in - {title}", panel(_sign_in, name, *typed, visit.w))


# -- what the controls do ---------------------------------------------------------------------------------------------


def _enter(ask: Ask, name: str, *_typed: str) -> Outcome:
    """Sign in; Enter in the field of the password sends what is in it, too, which the form has already."""
    email, password = ask.visit.typed("email"), ask.visit.typed("password")
    known = next((a.digest for a in _ACCOUNTS.rows(ask.vfs) if a.service == name), "")
    if known != digest(name, email, password):
        return Outcome(form=(("email", email), ("problem", "The address or the password is wrong.")))
    return Outcome(_kept(ask, _stay(ask.vfs, name)._replace(signed_in=True)), form=())


def _kept(ask: Ask, stay: Stay) -> Vfs:
    return _STAYS.kept(ask.vfs, stay.service, stay, ask.now_ms)


def _do(ask: Ask, name: str) -> Outcome:
    stay = _stay(ask.vfs, name)
    return Outcome(_kept(ask, stay._replace(done=True))) if stay.signed_in else Outcome()


def _leave(ask: Ask, name: str) -> Outcome:
    return Outcome(_kept(ask, _stay(ask.vfs, name)._replace(signed_in=False)), form=())


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {"sign_in": _enter, "do": _do, "sign_out": _leave}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None and msg[1] in SERVICES else Outcome()


def _load(vfs: Vfs, _address: Address) -> tuple[Stay, ...]:
    return _STAYS.rows(vfs)


def _entries(_vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return ()  # a search engine sees no page behind a sign-in


SITES = (Site(HOST, _TITLE, "site-docs", "What the town does for you.", _load, _page, _update, _entries, (_STAYS,)),)
