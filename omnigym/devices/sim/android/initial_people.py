"""Contacts, calls and messages that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.people import CALLS, CONTACTS, SMS, Call, Sms
from omnigym.devices.sim.common.contacts import Contact
from omnigym.devices.sim.vfs import Vfs

__all__ = ["with_people"]

_HOUR = 3_600_000
_CONTACTS = (
    ("Alice Warner", "+1 555 010 2231", "alice.warner@example.com", "Brightside Labs", True),
    ("Ben Ortega", "+1 555 010 7784", "ben.ortega@example.com", "", False),
    ("Carla Rossi", "+1 555 010 3390", "carla.rossi@example.com", "Rossi Bakery", False),
    ("Daniel Cho", "+1 555 010 6612", "daniel.cho@example.com", "Northwind", False),
    ("Dr. Patel", "+1 555 010 9005", "", "City Clinic", False),
    ("Emma Lindqvist", "+1 555 010 4418", "emma.lindqvist@example.com", "", True),
    ("Grace Okafor", "+1 555 010 8127", "grace.okafor@example.com", "", False),
    ("Jonas Weber", "+1 555 010 5563", "jonas.weber@example.com", "Weber & Sons", False),
    ("Mia Tanaka", "+1 555 010 2076", "mia.tanaka@example.com", "", False),
    ("Mom", "+1 555 010 1122", "", "", True),
    ("Noah Brown", "+1 555 010 3745", "noah.brown@example.com", "", False),
    ("Sofia Marin", "+1 555 010 6951", "sofia.marin@example.com", "Marin Travel", False),
)
#: (number, kind, hours ago, seconds)
_CALLS = (
    ("+1 555 010 3390", "incoming", 70, 184),
    ("+1 555 010 9005", "outgoing", 50, 95),
    ("+1 555 019 8800", "missed", 45, 0),
    ("+1 555 010 1122", "incoming", 26, 611),
    ("+1 555 010 7784", "outgoing", 20, 47),
    ("+1 555 010 4418", "missed", 3, 0),
)
#: (address, body, sent, hours ago)
_SMS = (
    ("+1 555 010 1122", "Are you coming for lunch on Sunday?", False, 52),
    ("+1 555 010 1122", "Yes, I will bring a cake.", True, 51),
    ("+1 555 010 1122", "Wonderful! Your father will be glad.", False, 51),
    ("+1 555 010 7784", "The meeting room is booked until four.", False, 29),
    ("+1 555 010 7784", "Thanks, I will be there at three.", True, 28),
    ("+1 555 010 6951", "Your tickets to Lisbon are ready.", False, 22),
    ("+1 555 019 3300", "Your parcel will be delivered tomorrow between 10 and 12.", False, 15),
    ("+1 555 010 4418", "Did you see the photos from the lake?", False, 4),
)


def with_people(vfs: Vfs, now: int) -> Vfs:
    """The files with the people of a user, as of the virtual moment ``now``."""
    contacts = tuple([Contact(n, *entry) for n, entry in enumerate(_CONTACTS, 1)])
    calls = tuple([Call(n, a, k, now - h * _HOUR, s) for n, (a, k, h, s) in enumerate(_CALLS, 1)])
    sms = tuple([Sms(n, a, b, s, now - h * _HOUR + n, s or h > 4) for n, (a, b, s, h) in enumerate(_SMS, 1)])
    vfs = CONTACTS.written(vfs, contacts, now)
    return SMS.written(CALLS.written(vfs, calls, now), sms, now)
