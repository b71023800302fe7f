"""Checks of pictures, on the device that tests use."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.pictures import Edits, apply_edits, draw_scene, write_picture

_HARBOUR = draw_scene("harbour")
_WIDTH, _HEIGHT = _HARBOUR.size


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()


def ask(device: FakeDevice, name: str, **args: Any) -> bool:
    return bool(get_check(name).function(Probe(device), **args))


def put(device: FakeDevice, path: str, image: Image.Image) -> None:
    device.write_file(path, write_picture(image, path))


@pytest.mark.parametrize(
    ("edits", "wanted"),
    [
        (Edits(), {}),
        (Edits(turns=1), {"turns": 1}),
        (Edits(mirror=True), {"flip": "horizontal"}),
        (Edits(mirror=True, turns=2), {"flip": "vertical"}),
        (Edits(crop=(0, 0, _WIDTH // 2, _HEIGHT)), {"part": [0, 0, 0.5, 1]}),
        (Edits(tone="mono"), {"tone": "mono"}),
        (
            Edits(turns=3, crop=(0, 0, _HEIGHT, _WIDTH // 2), tone="sepia"),
            {"part": [0.5, 0, 1, 1], "turns": 3, "tone": "sepia"},
        ),
    ],
    ids=str,
)
def test_a_picture_shows_a_scene_with_what_was_done_to_it_and_nothing_else(
    device: FakeDevice, edits: Edits, wanted: dict[str, Any]
) -> None:
    put(device, "Pictures/a.jpg", apply_edits(_HARBOUR, edits))
    assert ask(device, "picture_shows", path="Pictures/a.jpg", scene="harbour", **wanted)
    assert not ask(device, "picture_shows", path="Pictures/a.jpg", scene="beach", **wanted)
    if wanted:
        assert not ask(device, "picture_shows", path="Pictures/a.jpg", scene="harbour")
    else:
        assert not ask(device, "picture_shows", path="Pictures/a.jpg", scene="harbour", turns=2)


def test_a_crop_may_be_a_little_off(device: FakeDevice) -> None:
    left = [0.0, 0.0, 0.5, 1.0]
    for slip, right in ((6, True), (60, False)):
        put(device, "a.png", _HARBOUR.crop((0, 0, _WIDTH // 2 + slip, _HEIGHT)))
        assert ask(device, "picture_shows", path="a.png", scene="harbour", part=left) is right


def test_what_cannot_be_read_is_not_there_yet(device: FakeDevice) -> None:
    device.write_file("a.jpg", b"no picture")
    for path in ("a.jpg", "b.jpg"):
        verdict = get_check("picture_shows").function(Probe(device), path=path, scene="harbour")
        assert not verdict and path in verdict.message
        assert not ask(device, "picture_cut", path=path, scene="harbour", ratio=1.0)
    put(device, "c.jpg", _HARBOUR)
    assert not ask(device, "picture_shows", path="c.jpg", scene="harbor")
    assert not ask(device, "same_picture", path="c.jpg", other="a.jpg")


def test_a_shape_may_be_cut_anywhere(device: FakeDevice) -> None:
    for at in (0, 150, _WIDTH - _HEIGHT):
        put(device, "a.jpg", _HARBOUR.crop((at, 0, at + _HEIGHT, _HEIGHT)))
        assert ask(device, "picture_cut", path="a.jpg", scene="harbour", ratio=1.0)
        assert not ask(device, "picture_cut", path="a.jpg", scene="harbour", ratio=4 / 3)
        assert not ask(device, "picture_cut", path="a.jpg", scene="dunes", ratio=1.0)


def test_the_same_picture_in_another_format(device: FakeDevice) -> None:
    put(device, "a.jpg", _HARBOUR)
    put(device, "b.png", _HARBOUR)
    put(device, "c.png", apply_edits(_HARBOUR, Edits(mirror=True)))
    assert ask(device, "same_picture", path="a.jpg", other="b.png")
    assert not ask(device, "same_picture", path="a.jpg", other="c.png")


def test_an_image_on_the_clipboard(device: FakeDevice) -> None:
    put(device, "a.jpg", _HARBOUR)
    assert not ask(device, "clipboard_holds_picture", path="a.jpg")
    device.set_clipboard(ClipboardContent(image=write_picture(_HARBOUR)))
    assert ask(device, "clipboard_holds_picture", path="a.jpg")
    device.set_clipboard(ClipboardContent(image=write_picture(draw_scene("beach"))))
    assert not ask(device, "clipboard_holds_picture", path="a.jpg")


def test_a_picture_of_the_screen_is_one_after_other_programs_were_opened() -> None:
    device = SimDevice()
    device.reset()
    device.launch("calculator")
    shown = Image.fromarray(device.screenshot())
    size = shown.size
    for name, picture in (
        ("a", shown),
        ("b", shown.crop((0, 0, 640, 480)).resize(size)),
        ("c", Image.new("RGB", size)),
    ):
        device.write_file(f"{name}.png", write_picture(picture))
    device.launch("paint")
    device.launch("text_editor")
    paid = [get_check("picture_of_screen").function(Probe(device), path=f"{name}.png") for name in "abc"]
    assert [bool(verdict) for verdict in paid] == [True, False, False]


@pytest.mark.parametrize(
    ("value", "right"),
    [("Pictures/a.jpg", True), ("C:/Users/user/pictures/A.JPG", True), ("bloom", False), ("", False)],
)
def test_the_background(value: str, right: bool) -> None:
    device = SimDevice()
    device.set_setting("wallpaper", value)
    assert bool(get_check("wallpaper_is").function(Probe(device), path="Pictures/a.jpg")) is right


@pytest.mark.parametrize(("side", "width", "height"), [("right", 2, 1), ("below", 1, 2)])
def test_two_pictures_are_put_together(device: FakeDevice, side: str, width: int, height: int) -> None:
    first, second = (draw_scene(name).resize((480, 320)) for name in ("harbour", "beach"))
    put(device, "a.png", first)
    put(device, "b.png", second)
    at = (480 * (width - 1), 320 * (height - 1))
    for name, parts in (("ab.jpg", (first, second)), ("ba.jpg", (second, first)), ("aa.jpg", (first, first))):
        whole = Image.new("RGB", (480 * width, 320 * height))
        whole.paste(parts[0], (0, 0))
        whole.paste(parts[1], at)
        put(device, name, whole)
    asked = {"first": "a.png", "second": "b.png"}
    other = "below" if side == "right" else "right"
    assert ask(device, "pictures_joined", path="ab.jpg", side=side, **asked)
    assert not ask(device, "pictures_joined", path="ab.jpg", side=other, **asked)
    for path in ("ba.jpg", "aa.jpg", "a.png", "none.png"):
        assert not ask(device, "pictures_joined", path=path, side=side, **asked)
    assert not ask(device, "pictures_joined", path="ab.jpg", side="left", **asked)


def test_of_two_pictures_put_together_one_may_be_smaller(device: FakeDevice) -> None:
    tall, wide = draw_scene("cat"), _HARBOUR
    whole = Image.new("RGB", (tall.width + wide.width, tall.height), "white")
    whole.paste(tall, (0, 0))
    whole.paste(wide, (tall.width, 0))
    for path, picture in (("cat.png", tall), ("harbour.png", wide), ("both.jpg", whole)):
        put(device, path, picture)
    asked = {"path": "both.jpg", "side": "right"}
    assert ask(device, "pictures_joined", **asked, first="cat.png", second="harbour.png")
    assert not ask(device, "pictures_joined", **asked, first="harbour.png", second="cat.png")


def test_one_of_two_alone_is_not_both_side_by_side(device: FakeDevice) -> None:
    """Halves of pictures that are much sky are like other pictures that are."""
    for name in ("balloons", "beach"):
        put(device, f"{name}.png", draw_scene(name))
    put(device, "both.png", draw_scene("beach"))
    assert not ask(device, "pictures_joined", path="both.png", first="balloons.png", second="beach.png", side="right")
