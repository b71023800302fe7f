"""Checks of a phone's contacts, calls and text messages, read from Android's content providers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.evaluation.checks.rows import is_new
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import PhoneNumber, same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = [
    "call_absent",
    "call_exists",
    "contact_absent",
    "contact_exists",
    "conversation_absent",
    "message_exists",
    "messages_read",
]

#: What Android's tables show in parts.
_PEOPLE = "content://people/contacts"
_CONTACTS = "content://com.android.contacts/contacts"
_PHONES, _EMAILS = "content://com.android.contacts/data/phones", "content://com.android.contacts/data/emails"
_CALLS, _SMS = "content://call_log/calls", "content://sms"
#: Android's codes for the types of calls and messages.
_TYPES = {"incoming": "1", "outgoing": "2", "missed": "3"}
_SENT, _RECEIVED = "2", "1"


def _contact_changes(
    name: str, phone: str = "", email: str = "", starred: str = "", was: str | None = None
) -> tuple[Effect, ...]:
    there = {"display_name": name}
    if was is None:
        told = {"phone": phone and PhoneNumber(phone), "email": email, "starred": starred}
        return (Effect("add", _PEOPLE, row={"name": name, **{n: v for n, v in told.items() if v}}, most=1),)
    before = {"display_name": was}
    changed: tuple[tuple[object, str, str, Mapping[str, object]], ...] = (
        (was != name, _CONTACTS, "display_name", {}),
        (phone, _PHONES, "data1", {"data1": PhoneNumber(phone)}),
        (email, _EMAILS, "data1", {"data1": email}),
        (starred, _CONTACTS, "starred", {"starred": starred}),
    )
    return tuple([Effect("change", at, (c,), row={**there, **row}, was=before) for on, at, c, row in changed if on])


@check("contact_exists", effects=lambda **given: _contact_changes(**given))
def contact_exists(
    probe: Probe, name: str, phone: str = "", email: str = "", starred: str = "", was: str | None = None
) -> Verdict:
    """A contact with a name exists: a new one, or with ``was`` one that existed.

    Args:
        probe: Reads the device.
        name: The name, without regard to letter case.
        phone: A number of the contact, in any spelling; "" for any.
        email: An address of the contact; "" for any.
        starred: "1" if it must be a favourite, "0" if it must not, "" for either.
        was: The name that the very same contact had before: it was changed, and no other one was made in its place.
    """
    named = [r for r in probe.content(_CONTACTS) if same_text(r["display_name"], name, True)]
    if not named:
        return not_yet(f"There is no contact {name!r}.")
    problem = f"The contact {name!r} is not the one that was there."
    for contact in named:
        who = contact["_id"]
        numbers = _of(probe, _PHONES, who) if phone else []
        addresses = _of(probe, _EMAILS, who) if email else []
        if was is not None and probe.earlier and who not in _ids_of(probe, was):
            continue
        if was is None and probe.earlier and not is_new(probe, _CONTACTS, contact):
            problem = f"The contact {name!r} was there from the start."
            continue
        if phone and not any(map(PhoneNumber(phone).reaches, numbers)):
            problem = f"The contact {name!r} has the numbers {numbers}, not {phone}."
        elif email and not any(same_text(a, email, True) for a in addresses):
            problem = f"The contact {name!r} has the addresses {addresses}, not {email}."
        elif starred and contact["starred"] != starred:
            problem = f"The contact {name!r} is {'no' if starred == '1' else 'a'} favourite."
        else:
            return passed()
    return not_yet(problem)


def _of(probe: Probe, uri: str, contact: str) -> list[str]:
    """The numbers or the addresses of a contact."""
    return [r["data1"] for r in probe.content(uri) if r["contact_id"] == contact]


def _ids_of(probe: Probe, name: str) -> Iterator[str]:
    """The contacts that had a name."""
    for data in probe.earlier:
        if _CONTACTS in data.tables:
            yield from [r["_id"] for r in data.rows(_CONTACTS) if same_text(r["display_name"], name, True)]


@check("contact_absent", effects=lambda name: (Effect("remove", _CONTACTS, row={"display_name": name}),))
def contact_absent(probe: Probe, name: str) -> Verdict:
    """No contact has that name."""
    there = any(same_text(r["display_name"], name, True) for r in probe.content(_CONTACTS))
    return not_yet(f"There is a contact {name!r} still.") if there else passed()


def _called(number: str, kind: str = "outgoing") -> tuple[Effect, ...]:
    return (Effect("add", _CALLS, row={"number": PhoneNumber(number), "type": _TYPES[kind]}, most=1),)


@check("call_exists", effects=lambda **given: _called(**given))
def call_exists(probe: Probe, number: str, kind: str = "outgoing") -> Verdict:
    """The list of calls has a call with that number; ``kind`` is "outgoing", "incoming" or "missed"."""
    calls = [r for r in probe.content(_CALLS) if PhoneNumber(number).reaches(r["number"])]
    if any(r["type"] == _TYPES[kind] for r in calls):
        return passed()
    return not_yet(f"There is no {kind} call with {number} in the list of calls.")


@check("call_absent", effects=lambda number: (Effect("remove", _CALLS, row={"number": PhoneNumber(number)}),))
def call_absent(probe: Probe, number: str) -> Verdict:
    """The list of calls has no call with that number."""
    calls = [r for r in probe.content(_CALLS) if PhoneNumber(number).reaches(r["number"])]
    return not_yet(f"There is a call with {number} in the list still.") if calls else passed()


def _texted(number: str, text: str) -> tuple[Effect, ...]:
    return (Effect("add", _SMS, row={"type": _SENT, "address": PhoneNumber(number), "body": text}, most=1),)


@check("message_exists", effects=lambda **given: _texted(**given))
def message_exists(probe: Probe, number: str, text: str) -> Verdict:
    """A message with that text was sent to a number; white space is ignored."""
    sent = [r["body"] for r in probe.content(_SMS) if r["type"] == _SENT and PhoneNumber(number).reaches(r["address"])]
    if any(same_text(said, text) for said in sent):
        return passed()
    return not_yet(
        f"To {number} was sent {sent[-1]!r} last, not {text!r}." if sent else f"Nothing was sent to {number}."
    )


@check("conversation_absent", effects=lambda number: (Effect("remove", _SMS, row={"address": PhoneNumber(number)}),))
def conversation_absent(probe: Probe, number: str) -> Verdict:
    """No message from or to a number exists."""
    there = any(PhoneNumber(number).reaches(r["address"]) for r in probe.content(_SMS))
    return not_yet(f"There are messages from or to {number} still.") if there else passed()


def _marked(number: str, read: bool = True) -> tuple[Effect, ...]:
    return (Effect("change", _SMS, ("read",), row={"address": PhoneNumber(number), "read": read}),)


@check("messages_read", effects=lambda **given: _marked(**given))
def messages_read(probe: Probe, number: str, read: bool = True) -> Verdict:
    """Every message from a number has been read, or with ``read`` False at least one has not."""
    got = [
        r["read"] for r in probe.content(_SMS) if r["type"] == _RECEIVED and PhoneNumber(number).reaches(r["address"])
    ]
    if not got:
        return not_yet(f"There is no message from {number}.")
    if all(r == "1" for r in got) is read:
        return passed()
    return not_yet(f"Of {len(got)} messages from {number}, {got.count('0')} are unread.")
