"""Taking pictures of the screen, marking and copying them: subtasks of Snipping Tool."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import in_front, open_path, save_as
from omnigym.tasks.apps.paint._steps import draw
from omnigym.tasks.apps.photos._steps import PATH, draft_need, image_need, made, photos
from omnigym.tasks.apps.snipping_tool._steps import KEPT, SNIPPING, snip
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask

__all__: list[str] = []

_OPENED = opened(PATH, "snipping_tool")
_CLIPBOARD = ("files", "apps", "a11y", "clipboard")


@subtask(
    **SNIPPING,
    id="snipping-tool/screen",
    instruction="Take a snip of the full screen with the Snipping Tool and save it as {name} in {folder}.",
    parameters=photos(
        ("folder", "name"),
        ("Pictures", "my desktop.png"),
        ("Documents", "step one.png"),
        ("Desktop", "what i see.png"),
        ("Downloads", "for support.png"),
        ("Pictures", "monday morning.png"),
        ("Documents", "evidence.png"),
        ("Desktop", "screen.png"),
        ("Pictures", "layout.png"),
    ),
    conditions=(Condition("picture_of_screen", {"path": PATH}),),
    effects=KEPT,
    needs=(folder_need(),),
    produces=made(),
    milestones=(saving(),),
    tags=("create",),
)
def screen(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The mode, New, Save as."""
    yield from in_front(ui)
    yield from snip(ui, "screen")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@subtask(
    **SNIPPING,
    id="snipping-tool/copy",
    instruction="Open the picture {name} from {folder} in the Snipping Tool and copy it to the clipboard.",
    parameters=photos(
        ("folder", "name", "scene"),
        ("Pictures", "receipt.png", "coffee"),
        ("Pictures", "holiday.jpg", "beach"),
        ("Downloads", "ticket.png", "city"),
        ("Desktop", "mascot.png", "cat"),
        ("Documents", "graph.png", "dunes"),
        ("Pictures", "garden.jpg", "tulips"),
    ),
    conditions=(Condition("clipboard_holds_picture", {"path": PATH}),),
    needs=(image_need(),),
    produces=(Resource("clipboard_image", PATH),),
    capabilities=_CLIPBOARD,
    milestones=(_OPENED,),
    tags=("clipboard",),
)
def copy(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """Ctrl+C."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("c", "ctrl")


@subtask(
    **SNIPPING,
    id="snipping-tool/mark",
    implied=("scene", "rgb"),
    instruction="With the Snipping Tool, draw a {colour} line across the picture {name} in {folder} and save it.",
    parameters=photos(
        ("folder", "name", "colour", "rgb", "scene"),
        ("Pictures", "map.png", "red", "E81123", "harbour"),
        ("Downloads", "draft page.png", "black", "000000", "dunes"),
        ("Desktop", "proof.png", "blue", "0078D7", "tulips"),
        ("Pictures", "offer.png", "red", "E81123", "city"),
        ("Documents", "plan.png", "green", "16C60C", "coffee"),
        ("Pictures", "panel.png", "blue", "0078D7", "balloons"),
    ),
    conditions=(Condition("picture_marked", {"path": PATH, "scene": "{scene}", "colour": "{rgb}"}),),
    needs=(draft_need(),),
    produces=made(),
    milestones=(_OPENED,),
    tags=("edit", "drag"),
)
def mark(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """The pen, its colour, a drag."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.brush")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("s", "ctrl")


@subtask(
    **SNIPPING,
    id="snipping-tool/text",
    implied=("text",),
    instruction="Open {name} from {folder} in Notepad, take a snip of that window with the Snipping Tool, and copy all "
    "text on the snip to the clipboard.",
    parameters=photos(
        ("folder", "name", "text"),
        ("Documents", "fog.txt", "The fog comes on little cat feet."),
        ("Documents", "wifi.txt", "The password is on the fridge."),
        ("Desktop", "parking.txt", "Level two, row seven."),
        ("Downloads", "opening hours.txt", "Closed on Tuesdays."),
        ("Documents", "order 88.txt", "Twelve chairs and one table."),
        ("Desktop", "joke.txt", "Why did the scarecrow win a prize?"),
    ),
    conditions=(
        all_of(
            Condition("clipboard_contains_text", {"text": "{text}"}),
            Condition("clipboard_contains_text", {"text": "{name} - Notepad"}),
        ),
    ),
    effects=KEPT,
    needs=(Need(Resource("image", PATH), (WriteFile(PATH, "{text}"),), given=True),),
    produces=(Resource("clipboard_text", "the snip of {name}"),),
    capabilities=_CLIPBOARD,
    # The first milestone is that Snipping Tool is open, which comes after Notepad.
    milestones=(
        all_of(opened(PATH, "text_editor"), Condition("control_exists", {"name": "Copy all text", "role": "button"})),
    ),
    tags=("clipboard", "read"),
)
def text(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The mode Window, New, Text actions."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")
    yield from in_front(ui)
    yield from snip(ui, "window")
    yield ui.click("snipping_tool.text_actions")
    yield ui.click("snipping_tool.copy_text")
