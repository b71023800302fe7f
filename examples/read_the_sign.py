"""A task of one's own whose goal only pixels tell: which of three pictures shows a sign, read by OCR off a real screen.

    python examples/read_the_sign.py

Needs the real desktop (`omnigym doctor`) and `pip install 'omnigym[x11,ocr]'`. It proves the task as `omnigym tasks
verify` does and prints the proofs.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont
from rich.console import Console

from omnigym.actions import Action
from omnigym.devices.config import build_device
from omnigym.tasks.authoring import UI, Condition, Subtask, WriteFile, open_path
from omnigym.tasks.proofs.verify import TaskProof, verify_task
from omnigym.tasks.task import Task, TaskNode

SIGNS = {"one.png": "WET PAINT", "two.png": "NO ENTRY", "three.png": "THIS WAY OUT"}


def sign(text: str) -> bytes:
    """A picture of a sign, as PNG."""
    picture = Image.new("RGB", (600, 240), "#f2c12e")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((12, 12, 587, 227), outline="black", width=6)
    draw.text((300, 120), text, "black", ImageFont.load_default(56), anchor="mm")
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def show_sign(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The oracle knows which one it is."""
    yield from open_path(ui, f"Pictures/{name}")


SHOW_SIGN = Subtask(
    id="example/show-sign",
    app="image_viewer",
    category="Multimedia Playback",
    instruction="One of the pictures in Pictures is a sign that says '{text}'. Show it in the image viewer.",
    parameters=tuple({"name": name, "text": text} for name, text in SIGNS.items()),
    # Conditions latch in order, so the slow one is asked only while the viewer is in front.
    conditions=(
        Condition("app_active", {"app": "image_viewer"}),
        Condition("check_text_exists_via_ocr", {"text": "{text}"}),
    ),
    setup=tuple(WriteFile(f"Pictures/{name}", sign(text)) for name, text in SIGNS.items()),
    platforms=("linux",),
    oracle=show_sign,
)


def prove(number: int) -> TaskProof:
    """The proofs of the task with one of the parameter sets."""
    nodes = (TaskNode("1", SHOW_SIGN.id, SHOW_SIGN.parameters[number]),)
    device = build_device("x11")
    try:
        return verify_task(Task(id=f"show-sign@{number}", nodes=nodes, definitions=(SHOW_SIGN,)), device)
    finally:
        device.close()


def main() -> None:
    """Prove all of them."""
    console = Console()
    for number, parameters in enumerate(SHOW_SIGN.parameters):
        for proof in prove(number).proofs:
            console.print(f"{parameters['text']}: {proof.name} {'holds' if proof.holds else proof.message}")


if __name__ == "__main__":
    main()
