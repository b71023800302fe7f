"""Checks of what was carried from one app of a phone to another."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.documents import plain, write_docx
from omnigym.documents.mail import PHONE_MAILBOX
from omnigym.evaluation.checks.phone_carried import attachment_saved, document_line_added, mail_tells_note
from omnigym.evaluation.probe import Probe

_DOCUMENT = "Documents/a.docx"


@pytest.fixture
def phone() -> SimDevice:
    return SimDevice((270, 600), platform="android", scale=0.75)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("one\ntwo\nthree", True),
        ("one\n\ntwo\n three \n", True),
        ("three", False),
        ("three\none\ntwo", False),
        ("two\none\nthree", False),
        ("one\ntwothree", False),
    ],
)
def test_a_line_comes_after_all_others(phone: SimDevice, text: str, holds: bool) -> None:
    phone.write_file(_DOCUMENT, write_docx(plain("one\ntwo")))
    probe = Probe(phone)
    probe.begin((phone.user_data(),))
    phone.write_file(_DOCUMENT, write_docx(plain(text)))
    assert bool(document_line_added(probe, _DOCUMENT, "three")) is holds


@pytest.mark.parametrize(
    ("content", "holds"), [(b"06:12 train\n08:40 TP 573\n11:05 Lisbon\n", True), (b"06:12", False)]
)
def test_an_attachment_is_saved_byte_for_byte(phone: SimDevice, content: bytes, holds: bool) -> None:
    phone.write_file("Download/a.txt", content)
    saved = attachment_saved(Probe(phone), "Download/a.txt", "Your tickets to Lisbon", "itinerary.txt")
    assert bool(saved) is holds
    assert not attachment_saved(Probe(phone), "Download/a.txt", "Your tickets to Lisbon", "other.txt")


@pytest.mark.parametrize(
    ("body", "holds"),
    [("Wi-Fi at the cabin\nNetwork: LakeView\nPassword: heron-2291", True), ("Wi-Fi at the cabin", False)],
)
def test_a_mail_tells_all_of_a_note(phone: SimDevice, body: str, holds: bool) -> None:
    phone.write_file(f"{PHONE_MAILBOX}/Sent/a.eml", f"Subject: The code\nTo: a@example.com\n\n{body}\n".encode())
    assert bool(mail_tells_note(Probe(phone), "The code", "Wi-Fi at the cabin")) is holds
    assert not mail_tells_note(Probe(phone), "The code", "No such note")
