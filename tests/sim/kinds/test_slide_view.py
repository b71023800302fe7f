"""A slide looks the same wherever it is drawn: in the pane, on the desk, in the show."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.a11y import Role
from omnigym.actions import Press
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.slides import Deck, Slide
from omnigym.values import Platform

_SLIDES = {
    "Title Slide": Slide("A week in Norway", ("By train and by boat",)),
    "Section Header": Slide("Part two", ("The north of the country",), layout="Section Header"),
    "Title and Content": Slide("Bergen", ("The old harbour\nThe fish market",), layout="Title and Content"),
    "Two Content": Slide("Questions", ("Who\nWhat", "When"), layout="Two Content"),
    "table": Slide("Costs", tables=((("", "Each"), ("Train", "80")),), layout="Title Only"),
    "a long title": Slide("Everything that we saw from the train between Oslo and Bergen in one week", ("Yes",)),
}
_APPS = {
    "powerpoint": ("windows", "C:/Users/user/Documents/a.pptx"),
    "impress": ("linux", "/home/user/Documents/a.pptx"),
}


def _ink(picture: np.ndarray, centred: bool) -> tuple[float, float, float]:
    """Where what is written on white begins (or has its middle) across, and its top and bottom, as shares of it."""
    inside = picture[3:-3, 3:-3].min(axis=2) < 215
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    h, w = inside.shape
    return (columns[0] + columns[-1]) / 2 / w if centred else columns[0] / w, rows[0] / h, rows[-1] / h


def _cut(device: SimDevice, bounds: tuple[int, int, int, int]) -> np.ndarray:
    x, y, w, h = bounds
    return np.asarray(device.screenshot())[y : y + h, x : x + w]


@pytest.mark.parametrize("size", [(1024, 768), (640, 480)], ids=str)
@pytest.mark.parametrize("app", list(_APPS))
@pytest.mark.parametrize("kind", list(_SLIDES))
def test_the_pane_and_the_show_are_like_the_desk(kind: str, app: str, size: tuple[int, int]) -> None:
    platform: Platform
    platform, path = _APPS[app]  # type: ignore[assignment]
    device = SimDevice(size, platform)
    device.reset(0)
    device.write_file("Documents/a.pptx", write_deck(Deck((_SLIDES[kind],))))
    device.launch(app, path)
    tree = device.tree()
    mini, title = tree.find(key=f"{app}.slides.0"), tree.find(key=f"{app}.title")
    assert mini is not None and title is not None
    desk = next(n for n in tree.nodes if n.role is Role.PANE and n.key == f"{app}.page")
    x, y, w, h = desk.bounds
    shot = np.asarray(device.screenshot())[y : y + h, x : x + w]
    paper = (shot == 255).all(axis=2)
    rows, columns = np.flatnonzero(paper.mean(axis=1) > 0.3), np.flatnonzero(paper.mean(axis=0) > 0.3)
    large = shot[rows[0] : rows[-1], columns[0] : columns[-1]]
    small = _cut(device, mini.bounds)
    device.act(Press("f5"))
    shown = device.tree().find(key=f"{app}.shown")
    assert shown is not None
    show = _cut(device, shown.bounds)
    centred = kind in ("Title Slide", "Section Header", "a long title")
    assert _ink(small, centred) == pytest.approx(_ink(large, centred), abs=0.13), "its letters are not below 6 pixels"
    assert _ink(show, centred) == pytest.approx(_ink(large, centred), abs=0.08)


@pytest.mark.parametrize("app", list(_APPS))
def test_a_new_presentation_has_a_title_slide_to_fill(app: str) -> None:
    device = SimDevice(platform=_APPS[app][0])  # type: ignore[arg-type]
    device.reset(0)
    device.launch(app)
    subtitle = device.tree().find(key=f"{app}.text.0")
    assert subtitle is not None
    said = device.tree().find(text="Click to add Subtitle")
    assert said is not None
    assert abs(said.center[0] - subtitle.center[0]) < 4
