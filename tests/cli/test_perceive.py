"""``omnigym perceive``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from typer.testing import Result

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")
Run = Callable[..., Result]


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    image = Image.new("RGB", (240, 120), "white")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((20, 20, 119, 59), 6, "#0f6cbd")
    draw.text((70, 40), "Send", "white", ImageFont.load_default(18), anchor="mm")
    draw.line((200, 30, 216, 46), "black", 2)
    draw.line((200, 46, 216, 30), "black", 2)
    image.save(tmp_path / "shot.png")
    return tmp_path / "shot.png"


def test_the_elements_are_printed_drawn_and_written(run: Run, shot: Path) -> None:
    picture = shot.with_name("seen.png")
    said = run("perceive", shot, "--icons", "material", "--picture", picture)
    assert said.exit_code == 0 and "Send" in said.stdout and "close" in said.stdout
    with Image.open(picture) as drawn:
        assert drawn.height == 240 and drawn.width > 480  # twice as large, and the list beside it
    told = json.loads(
        run("perceive", shot, "--icons", "material", "--task", "Close it", "--limit", "1", "--json", "-").stdout
    )
    assert [(e["icon"], e["colour"]) for e in told["elements"]] == [("close", "black")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no.png",), "no picture"),
        (("shot.txt",), "picture"),
        (("shot.png", "--icons", "lucid"), "lucide"),
        (("shot.png", "--reader", "abbyy"), "rapidocr"),
    ],
)
def test_bad_input_is_one_line(run: Run, shot: Path, arguments: tuple[str, ...], message: str) -> None:
    shot.with_name("shot.txt").write_text("no picture at all")
    said = run("perceive", shot.parent / arguments[0], *arguments[1:])
    assert said.exit_code == 2 and said.stderr.count("\n") == 1 and message in said.stderr
