"""The page that a browser shows."""

from __future__ import annotations

from omnigym.actions import OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check


def test_the_page_that_is_open() -> None:
    device = SimDevice()
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
