"""What is painted of surfaces that lie behind others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import Click
from omnigym.devices.sim.device import SimDevice
from omnigym.sim import screen
from omnigym.sim.paint.painter import paint
from omnigym.sim.ui.items import Box, area

_SIZE = 40


@st.composite
def _boxes(draw: st.DrawFn, least: int = 0) -> Box:
    x, y = draw(st.integers(0, _SIZE - least)), draw(st.integers(0, _SIZE - least))
    return x, y, draw(st.integers(x + least, _SIZE)), draw(st.integers(y + least, _SIZE))


@given(st.lists(st.tuples(_boxes(), _boxes()), min_size=1, max_size=6), _boxes(1))
def test_whatever_no_body_hides_is_painted_once(bodies: list[tuple[Box, Box]], rect: Box) -> None:
    seen = dict(screen._seen(bodies, rect))
    hidden = np.zeros((_SIZE, _SIZE), dtype=bool)
    for index in range(len(bodies) - 1, -1, -1):
        painted = np.zeros((_SIZE, _SIZE), dtype=int)
        for x0, y0, x1, y1 in seen.get(index, []):
            painted[y0:y1, x0:x1] += 1
        within = np.zeros((_SIZE, _SIZE), dtype=bool)
        within[rect[1] : rect[3], rect[0] : rect[2]] = True
        assert painted.max() <= 1
        assert not painted[~within].any()
        assert painted[within & ~hidden].all()
        for x0, y0, x1, y1 in bodies[index]:
            hidden[y0:y1, x0:x1] = True


def test_a_window_that_changes_up_to_its_edges_leaves_those_behind_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    device = SimDevice()
    for app in ("word", "file_manager", "todo"):
        device.launch(app)
    device.screenshot()
    node = next(n for n in device.tree().nodes if n.name == "Important")
    device.act(Click(tuple((c + 0.5) / s for c, s in zip(node.center, device.size, strict=True))))  # type: ignore[arg-type]
    behind = [panels for _, panels in device._desk.fresh().surfaces[:-2]]  # in front of it is the taskbar
    painted: dict[bool, list[Box]] = {False: [], True: []}

    def spied(frame, box, panels, theme):  # type: ignore[no-untyped-def]
        painted[any(panels is other for other in behind)].append(box)
        paint(frame, box, panels, theme)

    monkeypatch.setattr(screen, "paint", spied)
    frame = device.screenshot()
    assert sum(map(area, painted[False])) > 100_000
    assert sum(map(area, painted[True])) < 500, painted[True]
    np.testing.assert_array_equal(frame, device.repaint())
