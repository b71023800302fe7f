"""The real pointer, as XFixes tells of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Click, Move, Type
from omnigym.devices.arrow import draw_pointer
from omnigym.devices.x11.device import X11Device

pytestmark = pytest.mark.x11


@pytest.fixture
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.reset()
    yield device
    device.close()


def test_it_is_where_it_was_moved(device: X11Device) -> None:
    device.act(Move((0.25, 0.5)))
    pointer = device.pointer()
    assert pointer is not None
    assert pointer.at == (256, 384)
    frame = device.screenshot()
    changed = np.nonzero((draw_pointer(frame, pointer) != frame).any(axis=2))
    assert changed[0].size
    assert max(abs(changed[0] - 384).max(), abs(changed[1] - 256).max()) < 40


def test_it_looks_as_the_application_wants(device: X11Device) -> None:
    arrow = device.pointer()
    device.launch("text_editor")
    x, y, w, h = device.windows()[0].bounds
    device.act(Click(((x + w / 2) / device.size[0], (y + h / 2) / device.size[1])))
    bar = device.pointer()
    assert arrow is not None
    assert bar is not None
    assert arrow.image.shape != bar.image.shape or (arrow.image != bar.image).any()
    device.act(Type("x"))  # the editor hides it while one types
    hidden = device.pointer()
    assert hidden is None or hidden.at == bar.at
