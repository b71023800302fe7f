"""Checks of a phone's contacts, calls and text messages, read from Android's content providers."""

from __future__ import annotations

from omnigym.evaluation.matching import same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
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

_CONTACTS = "content://com.android.contacts/contacts"
_PHONES, _EMAILS = "content://com.android.contacts/data/phones", "content://com.android.contacts/data/emails"
_CALLS, _SMS = "content://call_log/calls", "content://sms"
#: Android's codes for the types of calls and messages.
_TYPES = {"incoming": "1", "outgoing": "2", "missed": "3"}
_SENT, _RECEIVED = "2", "1"
#: Numbers count as the same if this many of their last digits are, since prefixes are written in several ways.
_TELLING = 7


def _contact_changes(name: str, phone: str = "", email: str = "", starred: str = "") -> tuple[Effect, ...]:
    there = {"display_name": name}
    return (
        Effect("add", _CONTACTS, row=there, most=1),
        *([Effect("change", _PHONES, ("data1",), row=there)] if phone else []),
        *([Effect("change", _EMAILS, ("data1",), row=there)] if email else []),
        *([Effect("change", _CONTACTS, ("starred",), row=there)] if starred else []),
    )


def _same_number(a: str, b: str) -> bool:
    x, y = ("".join(filter(str.isdecimal, n)) for n in (a, b))
    return x == y or (min(len(x), len(y)) >= _TELLING and x[-_TELLING:] == y[-_TELLING:])


@check("contact_exists", effects=lambda **given: _contact_changes(**given))
def contact_exists(probe: Probe, name: str, phone: str = "", email: str = "", starred: str = "") -> Verdict:
    """There is a contact with a name.

    Args:
        probe: Reads the device.
        name: The name, without regard to letter case.
        phone: A number of the contact, in any spelling; "" for any.
        email: An address of the contact; "" for any.
        starred: "1" if it must be a favourite, "0" if it must not, "" for either.
    """
    ids = {r["_id"]: r for r in probe.content(_CONTACTS) if r["display_name"].casefold() == name.casefold()}
    if not ids:
        return not_yet(f"There is no contact {name!r}.")
    numbers = [r["data1"] for r in probe.content(_PHONES) if r["contact_id"] in ids] if phone else []
    if phone and not any(_same_number(n, phone) for n in numbers):
        return not_yet(f"The contact {name!r} has the numbers {numbers}, not {phone}.")
    addresses = [r["data1"] for r in probe.content(_EMAILS) if r["contact_id"] in ids] if email else []
    if email and email.casefold() not in map(str.casefold, addresses):
        return not_yet(f"The contact {name!r} has the addresses {addresses}, not {email}.")
    if starred and all(r["starred"] != starred for r in ids.values()):
        return not_yet(f"The contact {name!r} is {'no' if starred == '1' else 'a'} favourite.")
    return passed()


@check("contact_absent", effects=lambda name: (Effect("remove", _CONTACTS, row={"display_name": name}),))
def contact_absent(probe: Probe, name: str) -> Verdict:
    """There is no contact with that name."""
    there = any(r["display_name"].casefold() == name.casefold() for r in probe.content(_CONTACTS))
    return not_yet(f"There is a contact {name!r} still.") if there else passed()


@check("call_exists", effects=lambda kind="outgoing", **_: (Effect("add", _CALLS, row={"type": _TYPES[kind]}, most=1),))
def call_exists(probe: Probe, number: str, kind: str = "outgoing") -> Verdict:
    """The list of calls has a call with that number; ``kind`` is "outgoing", "incoming" or "missed"."""
    calls = [r for r in probe.content(_CALLS) if _same_number(r["number"], number)]
    if any(r["type"] == _TYPES[kind] for r in calls):
        return passed()
    return not_yet(f"There is no {kind} call with {number} in the list of calls.")


@check("call_absent", effects=lambda number: (Effect("remove", _CALLS, row={"number": number}),))
def call_absent(probe: Probe, number: str) -> Verdict:
    """The list of calls has no call with that number."""
    calls = [r for r in probe.content(_CALLS) if _same_number(r["number"], number)]
    return not_yet(f"There is a call with {number} in the list still.") if calls else passed()


@check("message_exists", effects=lambda text, **_: (Effect("add", _SMS, row={"type": _SENT, "body": text}, most=1),))
def message_exists(probe: Probe, number: str, text: str) -> Verdict:
    """A message with that text was sent to a number; white space does not matter."""
    sent = [r["body"] for r in probe.content(_SMS) if r["type"] == _SENT and _same_number(r["address"], number)]
    if any(same_text(said, text) for said in sent):
        return passed()
    return not_yet(
        f"To {number} was sent {sent[-1]!r} last, not {text!r}." if sent else f"Nothing was sent to {number}."
    )


@check("conversation_absent", effects=lambda number: (Effect("remove", _SMS, row={"address": number}),))
def conversation_absent(probe: Probe, number: str) -> Verdict:
    """There is no message from or to a number."""
    there = any(_same_number(r["address"], number) for r in probe.content(_SMS))
    return not_yet(f"There are messages from or to {number} still.") if there else passed()


@check("messages_read", effects=lambda number, **_: (Effect("change", _SMS, ("read",), row={"address": number}),))
def messages_read(probe: Probe, number: str, read: bool = True) -> Verdict:
    """Every message from a number has been read, or with ``read`` False at least one has not."""
    got = [r["read"] for r in probe.content(_SMS) if r["type"] == _RECEIVED and _same_number(r["address"], number)]
    if not got:
        return not_yet(f"There is no message from {number}.")
    if all(r == "1" for r in got) is read:
        return passed()
    return not_yet(f"Of {len(got)} messages from {number}, {got.count('0')} are unread.")
