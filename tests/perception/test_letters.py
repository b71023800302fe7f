"""What is drawn like letters is text, and icons that a network takes for letters are none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from omnigym.perception.letters import are_letters

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")

Drawn = Callable[[ImageDraw.ImageDraw], object]


def pixels(drawn: Drawn, width: int = 40, ground: str = "#f0f0f0") -> np.ndarray:
    image = Image.new("RGB", (width, 36), ground)
    drawn(ImageDraw.Draw(image))
    return np.asarray(image)


def letters(text: str, size: int, ink: str = "#202020") -> Drawn:
    return lambda draw: draw.text((20, 18), text, ink, ImageFont.load_default(size), anchor="mm")


def glass(draw: ImageDraw.ImageDraw) -> None:
    draw.ellipse((10, 6, 24, 20), outline="#202020", width=2)
    draw.line((22, 18, 29, 25), "#202020", 2)


def cross(draw: ImageDraw.ImageDraw) -> None:
    draw.line((12, 10, 27, 25), "#202020", 1)
    draw.line((27, 10, 12, 25), "#202020", 1)


def chevron(draw: ImageDraw.ImageDraw) -> None:
    draw.line((14, 14, 20, 20, 26, 14), "#202020", 2)


def ring(draw: ImageDraw.ImageDraw) -> None:
    draw.ellipse((10, 8, 29, 27), outline="#202020", width=2)


def folder(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((8, 10, 30, 26), "#e8b020")
    draw.rectangle((8, 8, 18, 10), "#b07000")
    draw.rectangle((12, 16, 26, 20), "#3060c0")


def bar(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((18, 6, 21, 30), "#0060c0")


#: And what a network takes them for. It is never sure of a bar, which is a letter of some typefaces.
ICONS: list[tuple[Drawn, str, float]] = [
    *[(icon, read, 0.99) for icon, read in ((glass, "Q"), (cross, "X"), (chevron, "V"), (ring, "O"), (folder, "B"))],
    (bar, "1", 0.6),
]


@pytest.mark.parametrize("size", [12, 14, 24])
def test_each_letter_and_digit_is_one(size: int) -> None:
    signs = "ABCDEFGHKLMNPRSTUVWXYZabdeghkmnpqrstuyz23456789"
    lost = [sign for sign in signs if not are_letters(pixels(letters(sign, size)), sign, 0.95)]
    assert lost == []


@pytest.mark.parametrize(
    ("text", "read", "sure"),
    [("k", "K", 0.9), ("w", "W", 0.8), ("OK", "OK", 0.7), ("12", "12", 0.6), ("100 %", "100 %", 0.3), ("l", "1", 0.9)],
)
def test_small_and_large_letters_and_few_of_them(text: str, read: str, sure: float) -> None:
    assert are_letters(pixels(letters(text, 14), 60), read, sure)
    assert are_letters(pixels(letters(text, 14, "white"), 60, "#0f6cbd"), read, sure), "light on dark"


@pytest.mark.parametrize(("icon", "read", "sure"), ICONS, ids=[icon.__name__ for icon, _, _ in ICONS])
def test_an_icon_is_none(icon: Drawn, read: str, sure: float) -> None:
    assert not are_letters(pixels(icon), read, sure)


def test_a_letter_beside_a_border_that_is_cut_off_is_one() -> None:
    frame = pixels(letters("N", 14)).copy()
    frame[:, 4:6] = frame[30:32] = 90
    assert are_letters(frame, "N", 0.9)


@pytest.mark.parametrize(
    ("text", "sure", "wanted"),
    [
        ("目", 1.0, False),
        ("の三", 0.6, False),
        ("+", 0.9, False),
        ("", 1.0, False),
        ("女女女女★", 0.7, False),
        ("設定を開く", 0.97, True),
        ("Naïve café", 0.6, True),
        ("My", 0.95, True),
    ],
)
def test_what_is_not_compared(text: str, sure: float, wanted: bool) -> None:
    assert are_letters(pixels(folder), text, sure) is wanted


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 40, 3), (40, 1, 3)])
def test_blank_and_tiny_places_have_none(shape: tuple[int, int, int]) -> None:
    assert not are_letters(np.full(shape, 200, np.uint8), "A", 0.9)
