"""The tree of stacked windows: layers, and blocks that are kept."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.scene.scene import LAYER_BAR, LAYER_WINDOWS


def _layers(device: SimDevice) -> list[tuple[str, int]]:
    return [(n.name, n.layer) for n in device.tree() if n.role == Role.WINDOW]


def test_each_window_has_a_layer_of_its_own_front_first() -> None:
    device = SimDevice()
    for app in ("word", "text_editor", "file_manager"):
        device.launch(app)
    layers = _layers(device)
    assert [name for name, _ in layers] == [w.title for w in device.windows()]
    assert [layer for _, layer in layers] == [LAYER_BAR - 3, LAYER_BAR - 2, LAYER_BAR - 1]
    assert layers[0][1] >= LAYER_WINDOWS


def test_what_opens_in_front_leaves_the_blocks_behind_as_they_are() -> None:
    device = SimDevice()
    device.launch("word")
    device.launch("text_editor")
    before = device.tree().blocks
    device.launch("file_manager")
    after = device.tree().blocks
    page = next(b for b in before if "word.page" in b.keys)
    assert any(b is page for b in after)
