"""Checks of what records hold, and of the page that is open."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.actions import OpenApp, Press, Type
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

ORDERS = "AppData/Local/Shop/orders"
FIRST = {"number": "1", "items": [{"product": "tea", "quantity": 2}, {"product": "jam", "quantity": 1}], "paid": True}
SECOND = {"number": "2", "items": [], "note": "Ring\nthe  bell", "posts": [{"text": "Hello there", "by": "Ann"}]}


@pytest.fixture
def device() -> SimDevice:
    device = SimDevice()
    for record in (FIRST, SECOND):
        device.write_file(f"{ORDERS}/{record['number']}.json", json.dumps(record).encode())
    device.write_file(f"{ORDERS}/broken.json", b"{")
    device.set_clipboard(ClipboardContent(text="Hello there\r\n"))
    return device


@pytest.mark.parametrize(
    ("name", "args", "passes"),
    [
        ("record_holds", {"fields": {"number": "1"}}, True),
        ("record_holds", {"fields": {"number": "1", "paid": True, "items": [{"product": "tea", "quantity": 2}]}}, True),
        ("record_holds", {"fields": {"items": [{"product": "tea", "quantity": 1}]}}, False),
        ("record_holds", {"fields": {"items": [{"product": "tea"}, {"product": "jam"}]}}, True),
        ("record_holds", {"fields": {"items": [{"product": "tea"}, {"product": "rum"}]}}, False),
        ("record_holds", {"fields": {"number": 1}}, False),
        ("record_holds", {"fields": {"paid": 1}}, False),
        ("record_holds", {"fields": {"number": "2", "note": "Ring the bell"}}, True),
        ("record_holds", {"fields": {"number": "2", "items": "none"}}, False),
        ("record_holds", {"fields": {"number": "1", "note": "Ring the bell"}}, False),
        ("record_holds", {"path": f"{ORDERS}/2.json", "fields": {"number": "2"}}, True),
        ("record_holds", {"path": f"{ORDERS}/2.json", "fields": {"number": "1"}}, False),
        ("record_holds", {"path": f"{ORDERS}/broken.json", "fields": {}}, False),
        ("record_holds", {"path": "AppData/Local/Shop/none", "fields": {}}, False),
        ("record_lacks", {"fields": {"number": "3"}}, True),
        ("record_lacks", {"fields": {"number": "2"}}, False),
        ("record_lacks", {"path": "AppData/Local/Shop/none", "fields": {"number": "2"}}, False),
        ("record_holds_clipboard", {"fields": {"number": "2"}, "items": "posts", "text": "text"}, True),
        ("record_holds_clipboard", {"fields": {"number": "2"}, "items": "posts", "text": "by"}, False),
        ("record_holds_clipboard", {"fields": {"number": "1"}, "items": "posts", "text": "text"}, False),
    ],
)
def test_records(device: SimDevice, name: str, args: dict[str, Any], passes: bool) -> None:
    verdict = get_check(name).function(Probe(device), **{"path": ORDERS, **args})
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


def test_an_empty_clipboard_is_no_text_that_was_pasted(device: SimDevice) -> None:
    device.set_clipboard(ClipboardContent())
    check = get_check("record_holds_clipboard").function
    assert not check(Probe(device), path=ORDERS, fields={}, items="posts", text="text")


def test_the_page_that_is_open(device: SimDevice) -> None:
    check = get_check("page_open").function
    assert not check(Probe(device), url="wiki.contoso.com", below=True), "no browser is open"
    device.act(OpenApp("browser"))
    device.act(Type("wiki.contoso.com/wiki/Heron\n"))
    assert check(Probe(device), url="https://wiki.contoso.com/wiki/Heron/")
    assert check(Probe(device), url="wiki.contoso.com", below=True)
    assert not check(Probe(device), url="wiki.contoso.com")
    device.act(Press("t", ("ctrl",)))
    assert not check(Probe(device), url="wiki.contoso.com/wiki/Heron"), "another tab is shown"
    device.act(Press("w", ("ctrl",)))
    assert check(Probe(device), url="wiki.contoso.com/wiki/Heron")
    device.act(Press("d", ("meta",)))
    assert not check(Probe(device), url="wiki.contoso.com/wiki/Heron"), "the window is minimised"
