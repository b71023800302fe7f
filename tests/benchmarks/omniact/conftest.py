"""A small set in the published layout, with each of its oddities."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.pictures import write_picture

SIZE = (200, 100)
#: Boxes by key, with what is odd about OmniACT's: invalid ones, labels that are no text, corners the wrong way round.
BOXES: dict[str, Any] = {
    "1": {"top_left": [80, 40], "bottom_right": [120, 60], "label": "search"},
    "2": {"top_left": [10.0, 10.0], "bottom_right": [21.0, 30.0], "label": 7},
    "3": {"label": "off", "top_left": [0, 0], "bottom_right": [200, 100], "valid": 0},
    "4": {"top_left": [50, 90], "bottom_right": [40, 70], "label": None, "valid": 1},
    "5": {"top_left": [100, 80], "bottom_right": [140, 100], "label": ["größer", 1]},
}
OCR = {"Suche “x”": [100.5, 50], "Go": [15.5, 20]}
ICONS = {"search": [[100, 50], [15.5, 20]], "none": []}
TASK = """Task: Search for Paris
Output Script:
pyautogui.click(100.0,50.0)
pyautogui.write("Paris")
pyautogui.press("enter")
"""


def png(size: tuple[int, int] = SIZE) -> bytes:
    return write_picture(Image.fromarray(np.full((size[1], size[0], 3), 7, np.uint8)))


def row(name: str, folder: str, screen: str, box: str = "") -> dict[str, str]:
    return {
        "task": f"tasks/{folder}/task_{name}.txt",
        "image": f"data/{folder}/{screen}.png",
        "ocr": f"ocr/{folder}/{screen}.json",
        "color": f"detact_color/{folder}/{screen}.json",
        "icon": f"detact_icon/{folder}/{screen}.json",
        "box": f"annotations/{folder}/{box or screen}.json",
    }


def put(root: Path, path: str, content: bytes | str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two screens: one of a desktop, and one of a page, whose files have other names than the index says."""
    root = tmp_path / "set"
    for folder, screen, boxes, where in (
        ("desktop/mac", "screen_1", "annotations/desktop/mac/screen_1.json", "screen_1"),
        ("web/shop", "screen_1", "annotations/web/shop/screen1_boxes.json", "screen1"),
    ):
        web = folder.startswith("web")
        put(root, f"data/{folder}/{where}.png", png())
        put(root, boxes, json.dumps(BOXES) if web else json.dumps(BOXES, indent=4, ensure_ascii=False) + "\n")
        put(root, f"ocr/{folder}/{screen}.json", json.dumps(OCR, indent=2))
        put(root, f"detact_color/{folder}/{screen}.json", json.dumps({"red": [[100, 50]]}, separators=(",", ":")))
        put(root, f"detact_icon/{folder}/{screen}.json", json.dumps(ICONS, indent="\t").replace("\n", "\r\n"))
    put(root, "tasks/desktop/mac/task_1.txt", TASK)
    put(root, "tasks/web/shop/task_2.txt", TASK.replace("\n", "\r\n").rstrip())
    put(root, "tasks/web/shop/task_3.txt", "Task: Scroll down\n\nOutput Script:\n\n  pyautogui.scroll(-300)")
    put(root, "train.json", json.dumps({"1": row("1", "desktop/mac", "screen_1")}, indent=4))
    put(root, "test.json", json.dumps({n: row(n, "web/shop", "screen_1") for n in ("3", "2")}) + "\n")
    return root
