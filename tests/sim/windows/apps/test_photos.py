"""Photos, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, Scroll
from omnigym.devices.protocol import ClipboardContent
from omnigym.pictures import Edits, alike, apply_edits, draw_scene, picture_size, read_picture, write_picture

HARBOUR = "Pictures/Old harbour.jpg"


def picture(hands: Any, path: str) -> Image.Image:
    found = read_picture(hands.device.read_file(path))
    assert found is not None
    return found


def item(name: str) -> str:
    return f"photos.items.{name}"


def shown(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree().find_all(Role.LIST_ITEM) if n.key.startswith("photos.items.")]


def point(hands: Any, key: str, across: float, down: float) -> tuple[float, float]:
    """A place on a node, by shares of its width and height."""
    x, y, w, h = hands.node(key).bounds
    return (x + across * w) / hands.device.size[0], (y + down * h) / hands.device.size[1]


@pytest.fixture
def gallery(hands: Any) -> Any:
    hands.open("photos")
    return hands


@pytest.fixture
def viewer(hands: Any) -> Any:
    hands.device.launch("photos", HARBOUR)
    return hands


@pytest.fixture
def editor(viewer: Any) -> Any:
    viewer.press("e", "ctrl")
    return viewer


# -- the gallery ----------------------------------------------------------------------------------------------


def test_the_gallery_shows_the_pictures_of_all_folders_newest_first(gallery: Any) -> None:
    assert gallery.title() == "Photos"
    assert gallery.node("photos.count").name == "8 photos"
    assert shown(gallery)[:3] == ["Mimi.jpg", "Coffee break.jpg", "Mountain lake.jpg"]
    assert gallery.node(item("Pictures/Camera Roll/Mimi.jpg")).value.startswith("640 x 960, 3/13/2025")
    gallery.device.write_file("Pictures/Holiday/new.png", write_picture(draw_scene("beach")))
    gallery.device.write_file("Pictures/Holiday/list.txt", b"no picture")
    assert shown(gallery)[0] == "new.png" and gallery.node("photos.count").name == "9 photos"


def test_folders_and_search(gallery: Any) -> None:
    gallery.click("photos.folder.Pictures/Camera Roll")
    assert shown(gallery) == ["Coffee break.jpg", "Mimi.jpg"]
    gallery.click("photos.folder.Downloads")
    assert "No photos here." in [n.name for n in gallery.device.tree()]
    gallery.click("photos.gallery")
    gallery.press("f", "ctrl")
    gallery.type("ll")
    assert shown(gallery) == ["Balloons.jpg"]
    gallery.press("escape")
    assert gallery.node("photos.count").name == "8 photos"


def test_a_picture_opens_and_one_comes_back_to_where_one_was(gallery: Any) -> None:
    gallery.click("photos.folder.Pictures", item("Pictures/Pyramid.jpg"))
    gallery.press("enter")
    assert gallery.title() == "Pyramid.jpg - Photos"
    assert gallery.device.windows()[0].document.endswith("Pictures\\Pyramid.jpg")
    gallery.press("left")
    assert gallery.title() == "Old harbour.jpg - Photos"
    gallery.click("photos.next", "photos.next")
    assert gallery.title() == "Tulip fields.jpg - Photos" and gallery.see("photos.next") is None
    gallery.click("photos.strip.Pictures/Balloons.jpg")
    assert gallery.title() == "Balloons.jpg - Photos"
    gallery.click("photos.back")
    assert gallery.has(item("Pictures/Balloons.jpg"), State.SELECTED) and len(shown(gallery)) == 6


def test_pictures_are_copied_as_files_and_deleted_together(gallery: Any) -> None:
    gallery.click(item("Pictures/Camera Roll/Mimi.jpg"))
    gallery.click(item("Pictures/Camera Roll/Coffee break.jpg"), hold=("ctrl",))
    gallery.press("c", "ctrl")
    assert [f.rpartition("\\")[2] for f in gallery.device.clipboard().files] == ["Mimi.jpg", "Coffee break.jpg"]
    gallery.click("photos.delete")
    assert "2 photos" in gallery.node("message.text").name
    gallery.click("message.cancel")
    assert gallery.names("Pictures/Camera Roll") == ["Coffee break.jpg", "Mimi.jpg"]
    gallery.press("delete")
    gallery.click("message.delete")
    assert gallery.names("Pictures/Camera Roll") == [] and gallery.node("photos.count").name == "6 photos"


def test_the_menu_of_a_picture(gallery: Any) -> None:
    gallery.click(item(HARBOUR), button="right")
    gallery.click("photos.menu.background")
    assert gallery.device.setting("wallpaper") == f"C:/Users/user/{HARBOUR}"
    gallery.click(item(HARBOUR), button="right")
    gallery.click("photos.menu.folder")
    assert gallery.title() == "Pictures - File Explorer"


# -- the viewer -----------------------------------------------------------------------------------------------


def test_files_open_in_it_from_the_explorer(hands: Any) -> None:
    hands.open("file_manager")
    hands.click("explorer.place.pictures")
    hands.click("explorer.items.Night city.jpg", count=2)
    assert hands.title() == "Night city.jpg - Photos"


def test_the_open_dialog_lists_pictures_only(viewer: Any) -> None:
    viewer.device.write_file("Pictures/a.txt", b"text")
    viewer.press("o", "ctrl")
    assert viewer.see("file_dialog.items.a.txt") is None
    viewer.type("pyramid\n")
    assert viewer.title() == "Pyramid.jpg - Photos"
    viewer.press("o", "ctrl")
    viewer.press("escape")
    assert viewer.title() == "Pyramid.jpg - Photos"


@pytest.mark.parametrize(("hold", "turns"), [(("ctrl",), 1), (("ctrl", "shift"), 3)])
def test_turning_is_kept_at_once(viewer: Any, hold: tuple[str, ...], turns: int) -> None:
    viewer.press("r", *hold)
    assert alike(picture(viewer, HARBOUR), apply_edits(draw_scene("harbour"), Edits(turns=turns)))
    assert viewer.node("photos.notice").name == "Rotated"


def test_zoom(viewer: Any) -> None:
    assert viewer.has("photos.fit", State.CHECKED)
    whole = viewer.node("photos.picture").bounds
    for _ in range(3):
        viewer.click("photos.zoom_in")
    assert viewer.node("photos.zoom").name == "100%"
    stage = viewer.node("photos.stage").bounds
    assert viewer.node("photos.picture").bounds == stage != whole
    viewer.device.act(Scroll(viewer.at("photos.stage"), 1))
    assert viewer.node("photos.zoom").name == "75%"
    viewer.press("0", "ctrl")
    assert viewer.node("photos.picture").bounds == whole
    viewer.device.act(Click(viewer.at("photos.stage"), count=2))
    assert viewer.node("photos.zoom").name == "100%"


def test_a_zoomed_picture_is_dragged(viewer: Any) -> None:
    viewer.press("1", "ctrl")

    def centre() -> Any:
        regs = viewer.device._desk.regs
        return regs.windows[regs.active].state.centre

    x, y = viewer.at("photos.stage")
    viewer.device.act(Drag((x, y), (x + 0.05, y)))
    assert centre()[0] < 0.5 and centre()[1] == 0.5
    for _ in range(6):
        viewer.device.act(Drag((x, y), (x - 0.3, y)))
    furthest = centre()
    viewer.device.act(Drag((x, y), (x - 0.3, y)))
    assert centre() == furthest and furthest[0] < 1


def test_details(viewer: Any) -> None:
    viewer.click("photos.details")
    assert viewer.node("photos.details.dimensions").name == "960 x 640"
    assert viewer.node("photos.details.folder_path").name == "C:\\Users\\user\\Pictures"
    viewer.click("photos.details.close")
    assert viewer.see("photos.details.size") is None
    viewer.click("photos.strip")
    assert viewer.see("photos.strip.Pictures/Pyramid.jpg") is None


def test_copy_and_save_as_another_format(viewer: Any) -> None:
    viewer.press("c", "ctrl")
    copied = read_picture(viewer.device.clipboard().image)
    assert copied is not None and alike(copied, draw_scene("harbour"))
    viewer.click("photos.more", "photos.more.save_as")
    assert viewer.node("file_dialog.name").value == "Old harbour (2).jpg"
    viewer.type("Copy.png\n")
    assert viewer.title() == "Copy.png - Photos"
    assert viewer.device.read_file("Pictures/Copy.png")[:4] == b"\x89PNG"
    viewer.press("s", "ctrl", "shift")
    viewer.type("Old harbour.jpg\n")
    viewer.click("message.no")
    viewer.press("escape")
    assert viewer.title() == "Copy.png - Photos"


def test_a_copy_in_the_same_format_has_the_same_bytes(viewer: Any) -> None:
    viewer.press("s", "ctrl", "shift")
    viewer.press("enter")
    assert viewer.device.read_file("Pictures/Old harbour (2).jpg") == viewer.device.read_file(HARBOUR)


def test_rename_refuses_what_the_folder_has(viewer: Any) -> None:
    viewer.press("f2")
    viewer.type("Pyramid\n")
    assert "already a file with the same name" in viewer.node("message.text").name
    viewer.press("enter")
    viewer.press("f2")
    viewer.type("a?\n")
    assert "can't contain" in viewer.node("message.text").name


def test_delete_goes_back_to_the_gallery(viewer: Any) -> None:
    viewer.press("delete")
    viewer.press("enter")
    assert viewer.title() == "Photos" and "Old harbour.jpg" not in viewer.names("Pictures")


@pytest.mark.parametrize("content", [b"no picture", None])
def test_what_cannot_be_shown_is_explained(viewer: Any, content: bytes | None) -> None:
    path = "Pictures/broken.jpg"
    viewer.device.write_file(path, b"no picture")
    viewer.device.launch("photos", path)
    if content is None:
        viewer.device.set_clipboard(ClipboardContent())
        viewer.device.act(Click(viewer.at("photos.stage" if viewer.see("photos.stage") else "photos.message")))
        viewer.press("delete")
        viewer.press("enter")
        viewer.device.launch("photos", path)
    said = viewer.node("photos.message").name
    assert said.startswith("We can't find" if content is None else "It looks like we don't support")
    before = viewer.device.version("files")
    for key in ("e", "r", "c", "b"):
        viewer.press(key, "ctrl")
    assert viewer.device.version("files") == before and viewer.device.setting("wallpaper") == "bloom"
    assert viewer.device.clipboard() == ClipboardContent()


# -- the editor -----------------------------------------------------------------------------------------------


def test_handles_crop_and_save_keeps_it(editor: Any) -> None:
    editor.drag("photos.crop.e", "photos.picture")
    assert editor.title() == "*Old harbour.jpg - Photos"
    editor.drag("photos.crop.n", "photos.picture")
    editor.click("photos.save_options", "photos.save")
    assert editor.title() == "Old harbour.jpg - Photos"
    wanted = apply_edits(draw_scene("harbour"), Edits(crop=(0, 320, 480, 640)))
    assert alike(picture(editor, HARBOUR), wanted)


def test_a_frame_is_drawn_anywhere_and_moved(editor: Any) -> None:
    start, end = point(editor, "photos.picture", 0.25, 0.25), point(editor, "photos.picture", 0.5, 0.75)
    editor.device.act(Drag(end, start))
    before = editor.node("photos.crop.se").bounds
    assert editor.node("photos.result").name == "240 x 320"
    editor.device.act(Drag(point(editor, "photos.picture", 0.3, 0.5), point(editor, "photos.picture", 1.1, 0.5)))
    assert editor.node("photos.result").name == "240 x 320"
    assert editor.node("photos.crop.se").bounds[0] > before[0]
    editor.press("left")
    editor.press("up", "shift")
    assert editor.node("photos.result").name == "240 x 310"
    editor.press("s", "ctrl")
    assert alike(picture(editor, HARBOUR), apply_edits(draw_scene("harbour"), Edits(crop=(710, 160, 950, 470))))


def test_a_shape_is_kept_while_the_frame_is_dragged(editor: Any) -> None:
    editor.click("photos.ratio", "photos.ratio.square")
    assert editor.node("photos.result").name == "640 x 640"
    for key in ("nw", "e", "s"):
        editor.drag(f"photos.crop.{key}", "photos.picture")
        width, _, height = editor.node("photos.result").name.partition(" x ")
        assert width == height and int(width) < 640


def test_turn_flip_filter_undo_redo_reset(editor: Any) -> None:
    editor.drag("photos.crop.e", "photos.picture")
    editor.click("photos.turn_right")
    assert editor.node("photos.result").name.startswith("640 x 4")
    editor.click("photos.flip_v", "photos.tab.filter", "photos.filter.mono")
    assert editor.has("photos.filter.mono", State.CHECKED)
    editor.press("z", "ctrl")
    assert editor.has("photos.filter.original", State.CHECKED)
    editor.press("y", "ctrl")
    editor.press("c", "ctrl")
    copied = read_picture(editor.device.clipboard().image)
    assert copied is not None
    left = draw_scene("harbour").crop((0, 0, copied.height, 640))
    by_hand = left.transpose(Image.Transpose.ROTATE_270).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    assert alike(copied, by_hand.convert("L"))
    editor.click("photos.reset")
    assert not editor.has("photos.reset", State.ENABLED)
    for _ in range(5):
        editor.press("z", "ctrl")
    assert editor.title() == "Old harbour.jpg - Photos"


@pytest.mark.parametrize(("button", "turned"), [("message.save", True), ("message.dont_save", False)])
def test_closing_asks(editor: Any, button: str, turned: bool) -> None:
    editor.click("photos.turn_left")
    editor.press("f4", "alt")
    editor.click("message.cancel")
    assert editor.title() == "*Old harbour.jpg - Photos"
    editor.press("w", "ctrl")
    editor.click(button)
    assert editor.device.windows() == ()
    assert picture_size(editor.device.read_file(HARBOUR)) == ((640, 960) if turned else (960, 640))


def test_leaving_asks_too_and_then_goes_on(editor: Any) -> None:
    editor.click("photos.flip_h", "photos.cancel")
    editor.click("message.dont_save")
    assert editor.title() == "Old harbour.jpg - Photos" and editor.see("photos.stage") is not None
    editor.press("e", "ctrl")
    editor.click("photos.flip_h")
    editor.press("o", "ctrl")
    editor.type("Pyramid.jpg\n")
    editor.click("message.save")
    assert editor.title() == "Pyramid.jpg - Photos"
    assert alike(picture(editor, HARBOUR), apply_edits(draw_scene("harbour"), Edits(mirror=True)))


def test_save_as_copy_leaves_the_original_alone(editor: Any) -> None:
    old = editor.device.read_file(HARBOUR)
    editor.click("photos.turn_left", "photos.save_options", "photos.save_copy")
    editor.type("Turned.jpg\n")
    assert editor.title() == "Turned.jpg - Photos"
    assert editor.device.read_file(HARBOUR) == old
    assert picture_size(editor.device.read_file("Pictures/Turned.jpg")) == (640, 960)


def test_the_desktop_shows_the_background(viewer: Any) -> None:
    viewer.press("d", "meta")
    before = viewer.device.screenshot().copy()
    viewer.press("d", "meta")
    viewer.press("b", "ctrl")
    viewer.press("d", "meta")
    after = viewer.device.screenshot()
    assert (before[300:700, 300:] != after[300:700, 300:]).any(axis=2).mean() > 0.95
    red, _, blue = after[600:700, 300:900].reshape(-1, 3).mean(axis=0)
    assert blue > red + 60
