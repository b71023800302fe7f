"""No app passes for another one: how much two of them share of what can be seen and read stays under a bound."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from omnigym.a11y import Role
from omnigym.devices.protocol import Platform
from omnigym.devices.sim.crawl import SCREENS
from omnigym.devices.sim.device import SimDevice
from omnigym.pictures.comparing import similarity

#: Of their controls and words: those that both have, of all that either has. Two word processors come to 0.24.
_SHARED = 0.3
#: The structural similarity of their windows, brought to one size. Two that are nearly empty come to 0.91.
_ALIKE = 0.93
_SIZE = (320, 240)


def looked_at(device: SimDevice, app: str) -> tuple[Image.Image, set[tuple[Role, str]]] | None:
    """The window of an app that was just opened, and role and name of what is in it; None if it is not installed."""
    device.reset(0)
    # The desktop's icons are in the tree of a window over them.
    behind = {(n.role, n.name) for n in device.tree().nodes}
    device.launch(app)
    if not device.windows():
        return None
    x, y, w, h = device.windows()[0].bounds
    picture = Image.fromarray(device.screenshot()).crop((x, y, x + w, y + h)).resize(_SIZE)
    inside = [n for n in device.tree().nodes if x <= n.center[0] < x + w and y <= n.center[1] < y + h]
    return picture, {(n.role, n.name) for n in inside if n.name and not n.key.startswith("window.")} - behind


@pytest.mark.parametrize("platform", list(SCREENS))
def test_no_app_passes_for_another(platform: Platform) -> None:
    size, scale = SCREENS[platform]
    device = SimDevice(size, platform, scale)
    seen = {app: found for app in device.apps() if (found := looked_at(device, app)) is not None}
    too_alike = {}
    for (one, (picture, names)), (other, (picture_2, names_2)) in combinations(seen.items(), 2):
        shared, alike = len(names & names_2) / len(names | names_2), similarity(picture, picture_2)
        if shared > _SHARED or alike > _ALIKE:
            too_alike[one, other] = (shared, alike)
    assert too_alike == {}
