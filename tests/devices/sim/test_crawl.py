"""Every control of the simulated apps does something, or says that it cannot."""

from __future__ import annotations

import re

import pytest

from omnigym.devices.protocol import Platform
from omnigym.devices.sim.crawl import EXCUSED, SCREENS, Crawl, crawl
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.app import App
from omnigym.sim.platform import platform_of
from omnigym.sim.ui.nodes import column
from omnigym.sim.ui.widgets import button

#: So few do not come everywhere; ``scripts/crawl_sim.py`` makes ten times as many, and finds none that is dead.
_CLICKS = 120
_ONE_AND_A_PLURAL = re.compile(r"(?:^|[^\w\s.,]\s?|[.,]\s)1 [a-z]+[^su\W]s\b")


@pytest.mark.parametrize("platform", list(SCREENS))
def test_no_control_is_dead(platform: Platform) -> None:
    size, scale = SCREENS[platform]
    device, found = SimDevice(size, platform, scale), Crawl()
    for app in device.apps():
        crawl(device, app, _CLICKS, found=found)
    assert len(found.controls()) > 200
    dead = {key: where for key, where in found.dead().items() if key not in EXCUSED}
    assert len(dead) < 0.01 * len(found.controls()), dead
    assert len(found.numbers) > 200
    assert [text for text in found.numbers if _ONE_AND_A_PLURAL.search(text)] == []


def test_a_dead_control_is_found_and_a_disabled_one_is_none() -> None:
    def view(state: int, _ctx: object) -> object:
        return column(
            button("demo.count", str(state), click=("count",)),
            button("demo.dead", "Dead", click=("nothing",)),
            button("demo.grey", "Grey", click=("nothing",), disabled=True),
        )

    on = {"count": lambda s, _ctx: (s + 1, ()), "nothing": lambda s, _ctx: (s, ())}
    apps = dict(platform_of("windows").apps())
    apps["demo"] = App(name="demo", title="Demo", icon="calculator-app", init=lambda _a, _c: (0, ()), view=view, on=on)  # type: ignore[arg-type]
    device = SimDevice(apps=apps)
    found = crawl(device, "demo", 100)
    ((where, (control, trail)),) = found.dead().items()
    assert where == ("demo", "demo.dead")
    assert (control.name, trail) == ("Dead", ())
    assert ("demo", "demo.count") in found.controls()
    assert ("demo", "demo.grey") not in found.controls()
