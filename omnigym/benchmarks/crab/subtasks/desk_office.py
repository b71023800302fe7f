"""CRAB's sub-tasks of Ubuntu's office, image and code editors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Wait
from omnigym.benchmarks.crab.subtasks._desk import (
    COPIED,
    SIMULATED,
    UBUNTU,
    at,
    clipboard,
    folder_of,
    picture,
    pictures,
    room,
)
from omnigym.benchmarks.crab.subtasks._parts import path, saved, window
from omnigym.benchmarks.crab.template import crab_subtask, declare
from omnigym.tasks.step_library.libreoffice import menu, new_file_in_libreoffice, office_save_as
from omnigym.tasks.step_library.steps import answer, dialog_opens, name_file, open_path
from omnigym.tasks.subtask import UI, Condition, Resource

__all__ = ["brighten_picture", "export", "insert_pictures", "one_above_the_other", "save_picture", "to_text"]


def _edited(given: Mapping[str, str]) -> Mapping[str, object]:
    after = at(given["image_path_after_edit"])
    return {**pictures(before=at(given["image_path_before_edit"])), "after": after, "folder": folder_of(after)}


def _both(given: Mapping[str, str]) -> Mapping[str, object]:
    out = at(given["output_path"])
    both = pictures(first=at(given["image_path_1"]), second=at(given["image_path_2"]))
    return {**both, "out": out, "folder": folder_of(out)}


_EDITED = {"image_path_before_edit": "photo_path", "image_path_after_edit": "photo_path"}
#: So many steps of ten make a picture visibly brighter, and leave of it what can be told apart.
_BRIGHTER = 4
_GIMP = window("image_editor", "GNU Image Manipulation Program")


def _pairs(*stems: str, to: str) -> tuple[Mapping[str, str], ...]:
    folder = "/home/user/Pictures"
    return tuple(
        [
            {
                "image_path_1": f"{folder}/{a}.jpg",
                "image_path_2": f"{folder}/{b}.jpg",
                "output_path": f"/home/user/{a}_{b}.{to}",
            }
            for a, b in zip(stems, (*stems[1:], stems[0]), strict=True)
        ]
    )


def _changes(word: str) -> tuple[Mapping[str, str], ...]:
    folder = "/home/user/Pictures"
    return tuple(
        [
            {"image_path_before_edit": f"{folder}/{s}.png", "image_path_after_edit": f"{folder}/{s}_{word}.png"}
            for s in ("cat", "pier", "desk")
        ]
    )


def export(ui: UI, path: str) -> Iterator[Action]:
    """The picture in front as a file; its ending says in what format."""
    yield ui.press("e", "ctrl", "shift")
    yield from dialog_opens(ui)
    yield ui.press("a", "ctrl")
    yield from name_file(ui, path)
    yield from answer(ui, "overwrite_confirm")


@crab_subtask(
    **{**UBUNTU, **SIMULATED, "app": "image_editor"},
    id="cc1adae7-bef9-4c8a-865d-00d44486dd69",
    makes=("image_path_after_edit",),
    types=_EDITED,
    output="photo_path",
    noun="that picture",
    derive=_edited,
    instruction=(
        "Make the picture {image_path_before_edit} brighter with GIMP, and export the result as "
        "{image_path_after_edit}."
    ),
    sets=_changes("brighter"),
    parts=path(
        app=_GIMP,
        file=saved("{after}"),
        picture=Condition("picture_brightness", {"path": "{after}", "than": "{before}"}),
    ),
    needs=(picture("before"), room()),
    produces=(Resource("picture", "{after}"), Resource("file", "{after}")),
)
def brighten(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """The slider of the menu Colors, a third of the way to the right."""
    yield from open_path(ui, before)
    yield from menu(ui, "Colors", "Brightness-Contrast...")
    yield ui.press("pageup", count=_BRIGHTER)
    yield ui.click("ok")
    yield from export(ui, after)


@crab_subtask(
    **{**UBUNTU, **SIMULATED, "app": "impress"},
    id="434402f3-647a-4a9a-9d8f-10f5bb6c7cf0",
    makes=("image_path_after_edit",),
    types=_EDITED,
    output="photo_path",
    noun="that picture",
    derive=_edited,
    instruction=(
        "Make the picture {image_path_before_edit} darker with LibreOffice Impress, and save it from there as "
        "{image_path_after_edit}."
    ),
    sets=_changes("darker"),
    parts=path(
        app=window("impress", "LibreOffice Impress"),
        file=saved("{after}"),
        picture=Condition("picture_brightness", {"path": "{after}", "than": "{before}", "darker": True}),
    ),
    needs=(picture("before"), room()),
    produces=(Resource("picture", "{after}"), Resource("file", "{after}")),
)
def darken(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """On a new slide, less bright by a fifth, and saved from its context menu."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from brighten_picture(ui, -20)
    yield from save_picture(ui, after)


def brighten_picture(ui: UI, percent: int) -> Iterator[Action]:
    """Of the picture on the slide in front another brightness."""
    yield ui.click("picture", button="right")
    yield ui.click("picture_brightness")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{percent}\n")


def save_picture(ui: UI, path: str) -> Iterator[Action]:
    """The picture on the slide in front as a file."""
    yield ui.click("picture", button="right")
    yield ui.click("picture_save")
    yield from dialog_opens(ui)
    yield ui.press("a", "ctrl")
    yield from name_file(ui, path)
    yield from answer(ui, "overwrite_confirm")


@crab_subtask(
    **{**UBUNTU, **SIMULATED, "app": "image_editor"},
    id="4cf246ea-0a7f-43da-84b6-61d74a2699af",
    makes=("output_path",),
    types={"image_path_1": "photo_path_1", "image_path_2": "photo_path_2", "output_path": "photo_path_ouput"},
    output="photo_path",
    noun="that picture",
    derive=_both,
    instruction=(
        "Put the picture {image_path_1} to the left of the picture {image_path_2} with GIMP, and export both as one "
        "picture, {output_path}."
    ),
    sets=_pairs("field", "tower", "river", to="png"),
    parts=path(
        app=_GIMP,
        file=saved("{out}"),
        picture=Condition(
            "pictures_joined", {"path": "{out}", "first": "{first}", "second": "{second}", "side": "right"}
        ),
    ),
    needs=(picture("first"), picture("second"), room()),
    produces=(Resource("picture", "{out}"), Resource("file", "{out}")),
)
def join(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """The second one appended to the first one."""
    yield from open_path(ui, first)
    yield from menu(ui, "Image", "Append to the Right...")
    yield from name_file(ui, second)
    yield from export(ui, out)


def _placing(app: str, name: str, side: str, place: str, to: str) -> dict[str, object]:
    """What CRAB's two sub-tasks of pictures in documents have in common."""
    return {
        **UBUNTU,
        "app": app,
        "makes": ("output_path",),
        "types": {"image_path_1": "photo_path_1", "image_path_2": "photo_path_2", "output_path": "file_path"},
        "output": "file_path",
        "noun": "that document",
        "derive": _both,
        "instruction": (
            f"Put the picture {{image_path_1}} {place} the picture {{image_path_2}} in LibreOffice {name}, and save "
            "the document as {output_path}."
        ),
        "sets": _pairs("barn", "coast", "market", to=to),
        "parts": path(
            app=window(app, f"LibreOffice {name}"),
            file=saved("{out}"),
            pictures=Condition(
                "pictures_placed", {"path": "{out}", "first": "{first}", "second": "{second}", "side": side}
            ),
        ),
        "needs": (picture("first"), picture("second"), room()),
        "produces": (Resource("file", "{out}"),),
    }


@crab_subtask(id="0111384f-38ca-41a2-9504-cb1c55002b3c", **_placing("writer", "Writer", "above", "above", "odt"))
def place_in_text(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """Each in a paragraph of its own."""
    yield from new_file_in_libreoffice(ui)
    yield from one_above_the_other(ui, first, second)
    yield from office_save_as(ui, out)


def one_above_the_other(ui: UI, first: str, second: str) -> Iterator[Action]:
    """Two paragraphs of a new document with a picture each; the lower one first, so nothing is typed beside one."""
    yield ui.type("\n")
    yield from insert_pictures(ui, second)
    yield from to_text(ui)
    yield ui.press("home", "ctrl")
    yield from insert_pictures(ui, first)


def to_text(ui: UI) -> Iterator[Action]:
    """Back into the text from the picture that was put in, which LibreOffice leaves selected."""
    for _ in range(2):
        yield Wait(0.5)
        yield ui.press("escape")


@crab_subtask(
    id="467f17a6-c42f-4eda-996f-a53385eb3efd",
    **{**_placing("impress", "Impress", "right", "to the right of", "odp"), **SIMULATED},
)
def place_on_slide(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """Impress puts the one that is inserted later to the right."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, second, first)
    yield from office_save_as(ui, out)


def insert_pictures(ui: UI, *paths: str) -> Iterator[Action]:
    """Pictures on the slide in front, one after the other."""
    for file in paths:
        yield from menu(ui, "Insert", "Image...")
        yield from name_file(ui, file)


def _document(given: Mapping[str, str]) -> Mapping[str, object]:
    path = at(given["file_path"])
    return {"path": path, "folder": folder_of(path)}


def _files(*names: str) -> tuple[Mapping[str, str], ...]:
    return tuple([{"file_path": f"/home/user/{name}"} for name in names])


@crab_subtask(
    **{**COPIED, "app": "writer"},
    id="76de4bdb-c980-4b3a-9bd3-c87db467dffe",
    makes=("file_path",),
    types={"file_path": "file_path"},
    output="file_path",
    noun="that document",
    derive=_document,
    instruction="Paste what is on the clipboard into LibreOffice Writer, and save it as {file_path}.",
    sets=_files("Documents/clipboard_text.odt", "pasted.odt", "Downloads/quote.odt"),
    parts=path(
        app=window("writer", "LibreOffice Writer"),
        file=saved("{path}"),
        content=Condition("document_holds_clipboard", {"path": "{path}"}),
    ),
    needs=(clipboard(), room()),
    produces=(Resource("file", "{path}"),),
)
def paste_into_writer(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """A new document, whatever its window shows."""
    yield from new_file_in_libreoffice(ui)
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, path)


declare(
    **{**COPIED, "app": "code_editor", "category": "Programming", **SIMULATED},
    id="8491e674-596b-452b-9e0e-58a44d90f947",
    makes=("file_path",),
    types={"file_path": "file_path"},
    output="file_path",
    noun="that file",
    derive=_document,
    instruction="Paste what is on the clipboard into Visual Studio Code, and save it as the file {file_path}.",
    sets=_files("text_result", "Documents/snippet.txt", "Downloads/coffee"),
    parts=path(
        app=window("code_editor", "Visual Studio Code"),
        file=saved("{path}"),
        content=Condition("file_holds_clipboard", {"path": "{path}"}),
    ),
    needs=(clipboard(), room()),
    produces=(Resource("file", "{path}"),),
)
