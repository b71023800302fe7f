"""Metrics of pictures and of GIMP: each passes on what is right and fails on near misses."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import TaskFileError, TooLargeError, UnreadableError


def _file(image: Image.Image, name: str = "a.png", **options: Any) -> File:
    out = io.BytesIO()
    image.save(out, "JPEG" if name.endswith("jpg") else "GIF" if name.endswith("gif") else "PNG", **options)
    return File(name, out.getvalue())


def _scene(seed: int = 0) -> Image.Image:
    """A picture of coloured boxes on a gradient, not symmetric."""
    rng = np.random.default_rng(seed)
    image = Image.merge("RGB", [Image.linear_gradient("L").resize((64, 48)).point(lambda v: 40 + v // 2)] * 3)
    draw = ImageDraw.Draw(image)
    for _ in range(7):
        x, y = int(rng.integers(0, 48)), int(rng.integers(0, 36))
        draw.rectangle((x, y, x + 14, y + 10), fill=tuple(int(c) for c in rng.integers(40, 200, 3)))
    return image


def _plain(colour: Any = (255, 255, 255), size: tuple[int, int] = (64, 48), mode: str = "RGB") -> Image.Image:
    return Image.new(mode, size, colour)


def _triangle(x: int, y: int, mode: str = "RGB") -> File:
    image = _plain((255, 255, 255) if mode == "RGB" else (0, 0, 0, 0), mode=mode)
    ImageDraw.Draw(image).polygon([(x - 6, y - 6), (x + 6, y - 6), (x, y + 12)], fill="yellow", outline="black")
    return _file(image)


def _text(x: int, ground: str = "white", ink: str = "black") -> File:
    image = _plain(ground)
    ImageDraw.Draw(image).text((x, 10), "Hi", fill=ink)
    return _file(image)


def _disc(ground: str, disc: str, size: tuple[int, int] = (64, 48)) -> File:
    image = _plain(ground, size)
    ImageDraw.Draw(image).ellipse((20, 12, 44, 36), fill=disc)
    return _file(image)


def _framed(image: Image.Image, edge: int = 8) -> Image.Image:
    """A picture with a transparent edge."""
    page = _plain((0, 0, 0, 0), (image.width + 2 * edge, image.height + 2 * edge), "RGBA")
    page.paste(image, (edge, edge))
    return page


def _tinted(image: Image.Image) -> Image.Image:
    red, green, blue = image.split()
    return Image.merge("RGB", (blue, red, green))


SCENE, OTHER = _scene(), _scene(1)
ORIGINAL = _file(SCENE)
DARK, VIVID = ImageEnhance.Brightness(SCENE).enhance(0.6), ImageEnhance.Color(SCENE).enhance(1.6)
CONTRAST = ImageEnhance.Contrast(SCENE).enhance(1.4)
SHARP, SOFT = SCENE.filter(ImageFilter.UnsharpMask(2, 150, 0)), SCENE.filter(ImageFilter.GaussianBlur(1))
SYMMETRIC = Image.merge("RGB", [Image.radial_gradient("L").resize((64, 48))] * 3)
DARK_OTHER, VIVID_OTHER = (e(OTHER).enhance(f) for e, f in ((ImageEnhance.Brightness, 0.6), (ImageEnhance.Color, 1.6)))
CLEAR_RED, CLEAR_BLUE = _plain((255, 0, 0, 90), mode="RGBA"), _plain((0, 0, 255, 90), mode="RGBA")
JPEG = _file(SCENE, "a.jpg", quality=95, subsampling=0)
#: A metric, what passes it, and near misses: each the metric's arguments and options.
CASES: list[tuple[str, list[Any], list[list[Any]], dict[str, Any]]] = [
    (
        "compare_images",
        [JPEG, ORIGINAL],
        [[_file(OTHER), ORIGINAL], [_file(ImageOps.mirror(SCENE)), ORIGINAL], [_file(_plain()), ORIGINAL]],
        {"binary": True},
    ),
    (
        "compare_images",
        [_file(SCENE.resize((128, 96))), ORIGINAL],
        [
            [_file(OTHER.resize((128, 96))), ORIGINAL],
            [_file(SCENE.crop((9, 0, 64, 48))), ORIGINAL],
            [_file(DARK), ORIGINAL],
        ],
        {"binary": True, "threshold": 0.95},
    ),
    (
        "compare_images",
        [ORIGINAL, JPEG],
        [
            [_file(SCENE.resize((128, 96))), ORIGINAL],
            [_file(SCENE.rotate(90, expand=True)), ORIGINAL],
            [_file(OTHER), JPEG],
        ],
        {"binary": True, "require_same_size": True},
    ),
    (
        "compare_images",
        [ORIGINAL, ORIGINAL],
        [[_file(OTHER), ORIGINAL], [_file(_plain()), ORIGINAL], [_file(ImageOps.flip(SCENE)), ORIGINAL]],
        {"reference_base_result": 0.7},
    ),
    (
        "compare_image_list",
        [[ORIGINAL, _file(OTHER)], [_file(SCENE.convert("RGBA")), _file(OTHER)]],
        [
            [[ORIGINAL], [ORIGINAL, _file(OTHER)]],
            [[_file(OTHER), ORIGINAL], [ORIGINAL, _file(OTHER)]],
            [[ORIGINAL, None], [ORIGINAL, ORIGINAL]],
            [_file(CLEAR_RED), _file(CLEAR_BLUE)],
            [_file(SCENE.crop((0, 0, 64, 47))), ORIGINAL],
        ],
        {},
    ),
    (
        "compare_images_in_folder",
        [[_file(SCENE, "b.png"), _file(OTHER, "c.png")], [_file(OTHER, "c.png"), _file(SCENE, "b.png")]],
        [
            [[_file(SCENE, "b.png")], [_file(SCENE, "b.png"), _file(OTHER, "c.png")]],
            [[_file(OTHER, "b.png")], [_file(SCENE, "b.png")]],
            [[_file(SCENE, "x.png")], [_file(SCENE, "b.png")]],
        ],
        {},
    ),
    (
        "check_brightness_decrease_and_structure_sim",
        [_file(DARK), ORIGINAL],
        [
            [JPEG, ORIGINAL],
            [_file(_plain((40, 40, 40))), ORIGINAL],
            [_file(DARK_OTHER), ORIGINAL],
            [_file(DARK.resize((32, 24))), ORIGINAL],
            [_file(_plain("black")), ORIGINAL],
        ],
        {},
    ),
    (
        "check_saturation_increase_and_structure_sim",
        [_file(VIVID), ORIGINAL],
        [
            [ORIGINAL, ORIGINAL],
            [_file(_tinted(VIVID)), ORIGINAL],
            [_file(VIVID_OTHER), ORIGINAL],
            [ORIGINAL, _file(VIVID)],
        ],
        {},
    ),
    (
        "check_contrast_increase_and_structure_sim",
        [_file(CONTRAST), ORIGINAL],
        [
            [ORIGINAL, ORIGINAL],
            [ORIGINAL, _file(CONTRAST)],
            [_file(ImageEnhance.Contrast(OTHER).enhance(1.4)), ORIGINAL],
            [_file(CONTRAST.resize((32, 24))), ORIGINAL],
        ],
        {},
    ),
    (
        "increase_saturation",
        [ORIGINAL, _file(VIVID)],
        [[ORIGINAL, ORIGINAL], [_file(VIVID), ORIGINAL], [ORIGINAL, _file(_plain("red"))]],
        {},
    ),
    (
        "decrease_brightness",
        [ORIGINAL, _file(DARK)],
        [
            [ORIGINAL, ORIGINAL],
            [_file(DARK), ORIGINAL],
            [ORIGINAL, _file(_plain("black"))],
            [ORIGINAL, _file(DARK_OTHER)],
        ],
        {},
    ),
    (
        "check_sharper",
        [_file(SHARP), ORIGINAL],
        [[ORIGINAL, ORIGINAL], [_file(SOFT), ORIGINAL], [_file(ImageEnhance.Contrast(OTHER).enhance(3)), ORIGINAL]],
        {},
    ),
    (
        "check_image_mirror",
        [_file(ImageOps.mirror(SCENE)), ORIGINAL],
        [[ORIGINAL, ORIGINAL], [_file(ImageOps.flip(SCENE)), ORIGINAL], [_file(SCENE.rotate(180)), ORIGINAL]],
        {},
    ),
    (
        "check_structure_sim",
        [JPEG, ORIGINAL],
        [
            [_file(OTHER), ORIGINAL],
            [_file(SCENE.resize((32, 24))), ORIGINAL],
            [_file(ImageOps.mirror(SCENE)), ORIGINAL],
        ],
        {},
    ),
    (
        "check_structure_sim_with_threshold",
        [_file(DARK), ORIGINAL],
        [[_file(OTHER), ORIGINAL], [_file(_plain("black")), ORIGINAL], [_file(DARK.resize((3, 2))), ORIGINAL]],
        {"ssim_threshold": 0.7},
    ),
    (
        "check_file_exists_and_structure_sim",
        [ORIGINAL, JPEG],
        [[_file(OTHER), ORIGINAL], [_file(SOFT.resize((32, 24))), ORIGINAL], [_file(_plain()), ORIGINAL]],
        {},
    ),
    (
        "check_structure_sim_resized",
        [_file(_framed(SCENE)), ORIGINAL],
        [
            [_file(_framed(OTHER)), ORIGINAL],
            [_file(SCENE.crop((16, 0, 64, 48))), ORIGINAL],
            [_file(_plain((0, 0, 0, 0), mode="RGBA")), ORIGINAL],
        ],
        {},
    ),
    (
        "check_palette_and_structure_sim",
        [_file(SCENE.quantize(200)), ORIGINAL],
        [[ORIGINAL, ORIGINAL], [_file(OTHER.quantize(200)), ORIGINAL], [_file(SCENE.quantize(2)), ORIGINAL]],
        {},
    ),
    (
        "check_image_size",
        [ORIGINAL, {"height": 48, "width": 64}],
        [[ORIGINAL, {"height": 64}], [ORIGINAL, {"width": 48}], [_file(_framed(SCENE)), {"height": 48, "width": 64}]],
        {},
    ),
    (
        "check_image_size",
        [_file(_framed(SCENE)), {"height": 48, "ignore_transparent": True}],
        [
            [_file(_framed(SCENE)), {"height": 64, "ignore_transparent": True}],
            [_file(_plain((0, 0, 0, 0), mode="RGBA")), {"height": 48, "ignore_transparent": True}],
            [_file(_framed(SCENE)), {"height": 48}],
        ],
        {},
    ),
    (
        "check_image_file_size",
        [ORIGINAL, {"max_size": len(ORIGINAL.content) + 1}],
        [[ORIGINAL, {"max_size": n}] for n in (len(ORIGINAL.content), len(ORIGINAL.content) - 1, 0)],
        {},
    ),
    (
        "check_triangle_position",
        [_triangle(32, 24)],
        [[_triangle(20, 24)], [_triangle(32, 14)], [_file(_plain())], [_triangle(40, 30, "RGBA")]],
        {},
    ),
    (
        "check_triangle_position",
        [_triangle(32, 24, "RGBA")],
        [[_triangle(44, 34)], [_triangle(8, 8)], [_file(_plain(1))]],
        {},
    ),
    (
        "compare_triangle_positions",
        [_triangle(10, 10), _triangle(28, 22)],
        [
            [_triangle(10, 10), _triangle(10, 10)],
            [_triangle(28, 22), _triangle(10, 10)],
            [_triangle(10, 10), _file(_plain())],
        ],
        {},
    ),
    (
        "check_textbox_on_leftside",
        [_text(1)],
        [[_text(20)], [_file(_plain())], [_file(_plain("black"))], [_text(1, ink="yellow")]],
        {},
    ),
    (
        "check_green_background",
        [_disc("lime", "red"), _disc("white", "black")],
        [
            [_disc("red", "green"), _disc("white", "black")],
            [_disc("lime", "lime"), _disc("white", "black")],
            [_disc("yellow", "red"), _disc("white", "black")],
            [_disc("lime", "red", (60, 48)), _disc("white", "black")],
            [_disc("lime", "red"), _file(_plain())],
        ],
        {},
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong", "options"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_pictures(name: str, right: list[Any], wrong: list[list[Any]], options: dict[str, Any]) -> None:
    assert get_metric(name)(*right, **options) == 1
    assert [get_metric(name)(*given, **options) for given in wrong] == [0] * len(wrong)


def test_similarity_is_a_score() -> None:
    compare = get_metric("compare_images")
    assert compare(JPEG, ORIGINAL) == 1
    assert 0 <= compare(_file(OTHER), ORIGINAL) < compare(_file(SOFT), ORIGINAL) < 1
    assert compare(_file(_plain("red", (3, 3))), _file(_plain("red", (3, 3)))) == 1


_RC = b'# GIMP\n(theme "Dark")\n(undo-levels 9)\n(undo-levels 100)\n(layer-new "name" 5)\n(empty)\n\n'


@pytest.mark.parametrize(
    ("key", "value", "score"),
    [
        ("theme", '"Dark"', 1),
        ("theme", "Dark", 1),
        ("theme", "Light", 0),
        ("undo-levels", "100", 1),
        ("undo-levels", "9", 0),
        ("undo", "100", 0),
        (["layer-new", '"name"'], "5", 1),
        (["layer-new", '"nam"'], "5", 0),
        ("empty", "empty", 0),
        ("GIMP", "GIMP", 0),
    ],
)
def test_settings_of_gimp(key: Any, value: str, score: float) -> None:
    assert get_metric("check_config_status")(File("gimprc", _RC), {"key": key, "value": value}) == score


@pytest.mark.parametrize(
    ("name", "rule"), [("check_image_size", {}), ("check_config_status", {"key": [], "value": "1"})]
)
def test_rules_that_would_pass_anything_are_refused(name: str, rule: dict[str, Any]) -> None:
    with pytest.raises(TaskFileError, match="got"):
        get_metric(name)(ORIGINAL, rule)


def _bomb() -> File:
    """A small file of 400 million pixels."""
    return File("a.png", _file(_plain(0, (20_000, 20_000), "1")).content)


@pytest.mark.parametrize(
    ("value", "error", "says"),
    [
        (None, UnreadableError, "got None"),
        (File("a.png", b""), UnreadableError, "picture"),
        (File("a.xcf", b"gimp xcf v011\0"), UnreadableError, "Export it"),
        (File("a.svg", b"<svg/>"), UnreadableError, "picture"),
        (_bomb(), TooLargeError, "pixels"),
    ],
)
def test_what_is_no_picture(value: object, error: type[Exception], says: str) -> None:
    for name in ("compare_images", "check_structure_sim", "check_sharper", "check_palette_and_structure_sim"):
        with pytest.raises(error, match=says):
            get_metric(name)(value, ORIGINAL)


def test_a_reference_that_says_nothing_is_at_fault() -> None:
    with pytest.raises(UnreadableError, match="black"):
        get_metric("check_green_background")(ORIGINAL, _file(_plain("black")))
    with pytest.raises(UnreadableError, match="files"):
        get_metric("compare_images_in_folder")([ORIGINAL], [])
