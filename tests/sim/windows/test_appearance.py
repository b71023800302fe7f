"""Theme, accent, scale and background follow the settings, and what is kept of the screen follows them."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from PIL import Image

from omnigym.actions import Action, Click, Press, Type
from omnigym.devices.protocol import Frame
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.screen import Screen
from omnigym.sim.settings import Settings
from omnigym.sim.style.palette import ACCENTS, DARK, LIGHT, palette_of
from omnigym.sim.windows.appearance import resolutions, scale_of, scales

SIZE = (1024, 768)
CHANGES = (
    ("theme", ("light", "dark")),
    ("accent", ("default blue", "rust", "sport green")),
    ("wallpaper", ("bloom", "sunrise", "Pictures/none.png")),
    ("display.scale", ("100", "125", "150")),
    ("display.resolution", ("1024x768", "800x600")),
    ("taskbar.alignment", ("center", "left")),
)


@pytest.fixture
def device() -> SimDevice:
    device = SimDevice(SIZE)
    device.reset(0)
    return device


def anew(device: SimDevice) -> Frame:
    """The device's present state, painted whole onto a new frame."""
    screen = Screen(device.size, device._desk.layout.theme)
    screen.show(device._desk.fresh().surfaces)
    return screen.copy()


def brightness(device: SimDevice) -> float:
    return float(device.screenshot().mean())


def step(rng: random.Random) -> Action:
    actions: list[Action] = [
        Click((rng.random(), rng.random()), button=rng.choice(["left", "left", "right"])),
        Type("hello"),
        Press(rng.choice(["escape", "down", "tab", "backspace"])),
        Press("up", ("meta",)),
        Press("tab", ("alt",)),
    ]
    return rng.choice(actions)


@pytest.mark.parametrize("seed", range(3))
def test_step_by_step_is_at_once_whatever_is_set_on_the_way(device: SimDevice, seed: int) -> None:
    rng = random.Random(seed)
    for app in ("word", "file_manager", "text_editor"):
        device.launch(app)
    snapshot = device.snapshot()
    for _ in range(30):
        if rng.random() < 0.4:
            key, values = rng.choice(CHANGES)
            device.set_setting(key, rng.choice(values))
        elif rng.random() < 0.1:
            device.restore(snapshot)
        else:
            device.act(step(rng))
        assert np.array_equal(device.screenshot(), anew(device))


def test_dark_mode_darkens_everything_and_the_light_comes_back(device: SimDevice) -> None:
    device.launch("file_manager")
    device.act(Press("up", ("meta",)))
    light, before = device.screenshot(), device.snapshot()
    version = device.version("screen")
    device.set_setting("theme", "dark")
    assert device.version("screen") != version
    assert light.mean() > 200 and brightness(device) < 60
    device.set_setting("theme", "light")
    assert np.array_equal(device.screenshot(), light)
    device.set_setting("theme", "dark")
    device.restore(before)
    assert np.array_equal(device.screenshot(), light)


def test_reset_brings_back_light_and_scale(device: SimDevice) -> None:
    first, tree = device.screenshot(), device.tree()
    device.set_setting("theme", "dark")
    device.set_setting("display.scale", "150")
    device.reset(0)
    assert np.array_equal(device.screenshot(), first)
    assert [n.bounds for n in device.tree()] == [n.bounds for n in tree]


def test_a_theme_changes_no_place(device: SimDevice) -> None:
    device.launch("word")
    before = [(n.key, n.bounds) for n in device.tree()]
    device.set_setting("theme", "dark")
    device.set_setting("accent", "rust")
    assert [(n.key, n.bounds) for n in device.tree()] == before


def test_what_was_typed_can_be_read_in_both_modes(device: SimDevice) -> None:
    device.launch("text_editor")
    device.act(Type("some words"))
    x, y, w, h = next(n.bounds for n in device.tree() if n.key == "notepad.text.0")
    for mode in ("light", "dark"):
        device.set_setting("theme", mode)
        line = device.screenshot()[y : y + h, x : x + w]
        assert int(line.max()) - int(line.min()) > 150


def test_scale_enlarges_what_is_there(device: SimDevice) -> None:
    device.launch("text_editor")
    small = {n.key: n.bounds for n in device.tree()}
    device.set_setting("display.scale", "150")
    large = {n.key: n.bounds for n in device.tree()}
    assert large["taskbar"][3] == small["taskbar"][3] * 3 // 2
    assert large["taskbar"][1] + large["taskbar"][3] == SIZE[1]
    x, y, w, h = large["window.text_editor"]
    assert w > small["window.text_editor"][2] and x >= 0 and y >= 0
    assert x + w <= SIZE[0] and y + h <= large["taskbar"][1]


def test_a_low_resolution_is_enlarged_to_fill_the_screen() -> None:
    assert resolutions((1024, 768)) == ("1024x768", "800x600", "640x480")
    assert resolutions((1920, 1080)) == ("1920x1080", "1600x900", "1280x720")
    assert scales("1024x768") == ("100", "125", "150") and scales("640x480") == ("100",)
    settings = Settings({"display.scale": "125", "display.resolution": "800x600"})
    assert scale_of(settings, (1024, 768), 1.0) == 1.6


@pytest.mark.parametrize("scale", ["", "huge", "0", "-100", "nan", "inf", "400"])
def test_a_scale_that_makes_no_sense_changes_nothing(device: SimDevice, scale: str) -> None:
    before = [n.bounds for n in device.tree()]
    device.set_setting("display.scale", scale)
    assert [n.bounds for n in device.tree()] == before


def test_a_picture_is_the_background(device: SimDevice) -> None:
    out = io.BytesIO()
    Image.new("RGB", (30, 60), (200, 30, 40)).save(out, "PNG")
    device.write_file("Pictures/red.png", out.getvalue())
    device.set_setting("wallpaper", "Pictures/red.png")
    assert (device.screenshot()[300:600, 400:900] == (200, 30, 40)).all()
    device.write_file("Pictures/red.png", b"no picture")
    assert (device.screenshot()[300:600, 400:900] == 0xC8).all()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", [*ACCENTS, "no such colour"])
def test_letters_stand_out_in_every_palette(dark: bool, accent: str) -> None:
    palette = palette_of(dark, accent)
    inks = ("text", "text", "text", "muted", "text", "on_accent", "text")
    grounds = ("window", "card", "layer", "card", "checked", "accent", "selection")
    for ink, ground in zip(inks, grounds, strict=True):
        assert contrast(getattr(palette, ink), getattr(palette, ground)) > 3, (ink, ground)
    assert palette_of(dark, "no such colour") is (DARK if dark else LIGHT)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", ACCENTS)
def test_letters_of_a_field_leave_no_patch_on_the_selection(dark: bool, accent: str) -> None:
    """They are blended with the field's ground, and lighter (or darker) pixels win: so must the selection's be."""
    palette = palette_of(dark, accent)
    for shift in (16, 8, 0):
        field, selection = palette.field >> shift & 0xFF, palette.selection >> shift & 0xFF
        assert selection >= field if dark else selection <= field


def contrast(a: int, b: int) -> float:
    """The contrast ratio of WCAG."""
    bright, dim = sorted([_luminance(a), _luminance(b)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: int) -> float:
    parts = [(colour >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_dark_is_dark_and_a_page_stays_white() -> None:
    for name in ("window", "layer", "card", "canvas", "menu", "field", "control", "taskbar", "row_selected", "checked"):
        assert _luminance(getattr(DARK, name)) < 0.1 < 0.5 < _luminance(getattr(LIGHT, name)), name
    assert DARK.paper == LIGHT.paper and DARK.ink == LIGHT.ink
