"""What programs do that are started on the command line: processes that run or end, pictures put together."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps.photos._steps import image_need, made
from omnigym.tasks.apps.terminal._steps import TERMINAL, command, run
from omnigym.tasks.subtask import UI, Condition, Launch, Need, Resource, WriteFile, subtask

__all__: list[str] = []


@subtask(
    **TERMINAL,
    id="terminal/start-process",
    instruction="In the terminal, start the command '{line}', and leave it running.",
    parameters=tuple(
        {"line": line}
        for line in (
            "sleep 7200",
            "tail -f /dev/null",
            "sleep 9000",
            "top -b -d 600",
            "vmstat 900",
            "sleep 86400",
            "watch -n 600 date",
        )
    ),
    conditions=(Condition("process_running", {"command": "{line}"}),),
    capabilities=("apps", "a11y", "processes"),
    tags=("start",),
)
def start_process(ui: UI, line: str) -> Iterator[Action]:
    """In the background, so that the terminal can still be used."""
    yield from run(ui, f"({line} &) > /dev/null")


@subtask(
    **TERMINAL,
    id="terminal/end-process",
    desktops=("xfce",),
    instruction="The program {program} is running. End its process with a command in the terminal.",
    parameters=tuple(
        {"program": program, "runs": app}
        for program, app in (
            ("mousepad", "text_editor"),
            ("mate-calc", "calculator"),
            ("ristretto", "image_viewer"),
            ("evince", "pdf_viewer"),
            ("parole", "media_player"),
            ("xfce4-appearance-settings", "settings"),
        )
    ),
    conditions=(Condition("process_ended", {"name": "{program}"}),),
    setup=(Launch("{runs}"),),
    capabilities=("apps", "a11y", "processes"),
    tags=("close",),
)
def end_process(ui: UI, program: str, **_: str) -> Iterator[Action]:
    """The whole command line is looked through, as names of processes are cut off after 15 characters."""
    yield from run(ui, command("pkill", "-f", f"^([^ ]*/)?{program}"))
    yield Wait(1.0)


@subtask(
    **TERMINAL,
    id="terminal/join-pictures",
    implied=("side",),
    instruction="With ImageMagick's command convert in the terminal, put the pictures {first} and {second} in {folder} "
    "together into one picture {name} in the same folder, {second} {place} {first}.",
    parameters=tuple(
        {
            "folder": folder,
            "first": first,
            "second": second,
            "scene": scenes[0],
            "other": scenes[1],
            "name": name,
            "place": "on the right of" if side == "right" else "below",
            "side": side,
        }
        for folder, first, second, scenes, name, side in (
            ("Pictures", "left.png", "right.png", ("beach", "forest"), "wide.png", "right"),
            ("Pictures", "day.jpg", "night.jpg", ("dunes", "aurora"), "both.jpg", "below"),
            ("Documents", "before.png", "after.png", ("harbour", "city"), "compared.png", "right"),
            ("Downloads", "north.png", "south.png", ("mountains", "tulips"), "poster.png", "below"),
            ("Desktop", "one.jpg", "two.jpg", ("coffee", "balloons"), "pair.jpg", "right"),
            ("Pictures", "spring.png", "summer.png", ("tulips", "beach"), "year.png", "below"),
        )
    ),
    conditions=(
        Condition(
            "pictures_joined",
            {"path": "{folder}/{name}", "first": "{folder}/{first}", "second": "{folder}/{second}", "side": "{side}"},
        ),
    ),
    needs=(
        image_need("{folder}/{first}"),
        Need(Resource("image_part", "{folder}/{second}"), (WriteFile("{folder}/{second}", "{other}"),)),
        folder_need(),
    ),
    produces=made("{folder}/{name}"),
    tags=("pictures", "transfer"),
)
def join_pictures(ui: UI, folder: str, first: str, second: str, name: str, side: str, **_: str) -> Iterator[Action]:
    """convert, with the option that says where the second goes."""
    parts = (f"{folder}/{first}", f"{folder}/{second}")
    yield from run(ui, command("convert", *parts, "+append" if side == "right" else "-append", f"{folder}/{name}"))
