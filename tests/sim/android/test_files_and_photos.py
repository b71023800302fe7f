"""Files, Photos and Camera: what is done in them is done to real files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.actions import Wait
from omnigym.pictures import picture_size, scene_file
from omnigym.sim.android.storage import discarded, in_trash, listed, original, restored, stored
from omnigym.sim.vfs import HOME, Vfs

IMAGES = "content://media/external/images/media"
CAMERA = "DCIM/Camera"


def _names(phone: Any, folder: str) -> list[str]:
    return [f.path.rpartition("/")[2] for f in phone.device.list_dir(folder)]


def _shown(phone: Any, prefix: str) -> list[str]:
    return [n.name for n in phone.device.tree() if n.key.startswith(prefix)]


# -- the trash -----------------------------------------------------------------------------------------------


def test_what_is_thrown_away_comes_back_under_a_free_name() -> None:
    path = f"{HOME}/Download/a-b.txt"
    vfs = Vfs().write(path, b"one", 1000)
    vfs = discarded(vfs, path, 5000)
    assert listed(vfs, f"{HOME}/Download") == () and stored(vfs) == ()
    (gone,) = in_trash(vfs)
    assert original(gone.path) == "a-b.txt"
    vfs = restored(vfs.write(path, b"two", 6000), gone.path, 7000)
    assert [e.name for e in listed(vfs, f"{HOME}/Download")] == ["a-b (2).txt", "a-b.txt"]


def test_hidden_files_and_those_of_apps_are_not_listed() -> None:
    vfs = Vfs().write(f"{HOME}/AppData/Local/x.txt", b"", 0).write(f"{HOME}/.nomedia", b"", 0)
    assert stored(vfs.write(f"{HOME}/Music/a.txt", b"", 0))[0].name == "a.txt"
    assert listed(vfs, HOME) == () and listed(vfs, f"{HOME}/none") == ()


# -- Files ---------------------------------------------------------------------------------------------------


def test_files_are_moved_copied_and_renamed(phone: Any) -> None:
    phone.open("files")
    phone.tap("files.storage", "files.entry.Pictures")
    phone.hold("files.entry.Pictures/Balloons.jpg")
    phone.tap("files.entry.Pictures/Night city.jpg", "files.move", "files.up", "files.entry.Music", "files.take_here")
    assert {"Balloons.jpg", "Night city.jpg"} <= set(_names(phone, "Music"))
    assert "Balloons.jpg" not in _names(phone, "Pictures")
    phone.tap("files.more.Music/Balloons.jpg", "files.menu.copy", "files.take_here")
    assert "Balloons (2).jpg" in _names(phone, "Music")
    phone.tap("files.more.Music/Balloons (2).jpg", "files.menu.rename")
    phone.type("Night city.jpg")
    phone.press("enter")
    assert "already" in " ".join(n.name for n in phone.device.tree())
    phone.tap("ask.yes")
    assert "Balloons (2).jpg" in _names(phone, "Music")


def test_a_folder_cannot_go_into_itself(phone: Any) -> None:
    phone.open("files")
    phone.tap("files.storage", "files.more.Music", "files.menu.move", "files.entry.Music", "files.take_here")
    assert phone.find("ask.yes") is not None
    phone.tap("ask.yes")
    assert "Music" in _names(phone, "")


def test_a_full_disk_takes_no_copies(phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.sim.vfs.DISK_ENTRIES", 512)
    for n in range(512):
        phone.device.write_file(f"Music/{n % 8}/{n}.txt", b"")
    phone.open("files")
    phone.tap("files.storage", "files.more.Music", "files.menu.copy", "files.take_here")
    assert "There isn’t enough storage space." in [n.name for n in phone.device.tree()]
    phone.tap("ask.yes")
    assert "Music (2)" not in _names(phone, "")


def test_the_trash_keeps_and_forgets(phone: Any) -> None:
    phone.open("files")
    phone.tap("files.category.downloads", "files.more.Download/Pasta recipe.txt", "files.menu.delete", "ask.no")
    assert "Pasta recipe.txt" in _names(phone, "Download")
    phone.tap("files.more.Download/Pasta recipe.txt", "files.menu.delete", "ask.yes")
    assert _shown(phone, "files.entry.Download/") == ["Boarding pass.txt"]
    phone.press("back", "back")
    phone.tap("files.trash")
    (key,) = [n.key for n in phone.device.tree() if n.key.startswith("files.entry.")]
    phone.tap(key, "files.menu.erase", "ask.yes")
    assert _shown(phone, "files.entry.") == []
    assert not [n for n in _names(phone, "Download") if "Pasta" in n]


def test_search_finds_in_all_folders_and_texts_are_read(phone: Any) -> None:
    phone.open("files")
    phone.tap("files.search")
    phone.type("packing")
    assert _shown(phone, "files.entry.") == ["Packing list.txt"]
    phone.tap("files.entry.Documents/Packing list.txt", "files.copy_text")
    assert phone.device.clipboard().text.startswith("Passport\nCharger")
    phone.press("back", "back")
    assert phone.find("files.storage") is not None


def test_the_order_of_a_folder(phone: Any) -> None:
    phone.open("files")
    phone.tap("files.storage", "files.entry.Pictures", "files.more", "files.menu.sort", "choose.oldest")
    assert _shown(phone, "files.entry.Pictures/")[0] == "Tulip fields.jpg"


@pytest.mark.parametrize(
    ("file", "app"),
    [
        ("Pictures/Balloons.jpg", "photos"),
        ("Music/Mara Vale - Golden Hour.wav", "music"),
        ("Documents/Packing list.txt", "files"),
    ],
)
def test_a_file_opens_in_its_app(phone: Any, file: str, app: str) -> None:
    phone.open("files")
    phone.tap("files.storage", f"files.entry.{file.partition('/')[0]}", f"files.entry.{file}")
    assert phone.front == app


def test_what_no_app_opens_says_so(phone: Any) -> None:
    phone.device.write_file("Download/disk.7z", b"7z")
    phone.open("files")
    phone.tap("files.category.archives", "files.entry.Download/disk.7z")
    assert "No app on this phone opens disk.7z." in [n.name for n in phone.device.tree()]


# -- Camera and Photos ---------------------------------------------------------------------------------------


def test_a_photo_is_a_file_that_photos_and_files_show(phone: Any) -> None:
    before = set(_names(phone, CAMERA))
    phone.open("camera")
    phone.tap("camera.zoom.2", "camera.mode.night", "camera.shutter")
    (name,) = set(_names(phone, CAMERA)) - before
    assert name.startswith("PXL_20250314_0900") and name.endswith(".NIGHT.jpg")
    assert picture_size(phone.device.read_file(f"{CAMERA}/{name}")) == (480, 320)
    phone.tap("camera.latest")
    assert phone.front == "photos" and phone.find("window.photos").name == name
    assert phone.rows(IMAGES)[0]["_display_name"] == name
    phone.open("files")
    phone.tap("files.category.images")
    assert name in _shown(phone, "files.entry.")


def test_the_timer_of_the_camera(phone: Any) -> None:
    before = len(_names(phone, CAMERA))
    phone.open("camera")
    phone.tap("camera.timer", "camera.timer.3", "camera.shutter")
    phone.device.act(Wait(1.2))
    assert phone.node("camera.countdown").name == "2" and len(_names(phone, CAMERA)) == before
    phone.device.act(Wait(2.0))
    assert len(_names(phone, CAMERA)) == before + 1
    phone.tap("camera.shutter", "camera.shutter")
    phone.device.act(Wait(5.0))
    assert len(_names(phone, CAMERA)) == before + 1, "touched again it is stopped"


def test_a_bad_file_of_settings_is_passed_over(phone: Any) -> None:
    path = "/data/data/com.android.camera2/settings.json"
    phone.device.write_file(path, b'{"rows": [{"id": 1, "flash": "no", "timer": []}]}')
    phone.open("camera")
    phone.tap("camera.grid")
    assert json.loads(phone.device.read_file(path))["rows"][0] == {"id": 1, "flash": "off", "timer": 0, "grid": True}


def test_favorites_are_kept_by_path_and_follow_a_new_name(phone: Any) -> None:
    phone.open("photos")
    phone.tap("photos.tab.albums", "photos.album.Pictures", "photos.item.Pictures/Balloons.jpg", "photos.star")
    phone.tap("photos.more", "photos.menu.rename")
    phone.type("Sky")
    phone.press("enter")
    rows = {r["_display_name"]: r["is_favorite"] for r in phone.rows(IMAGES)}
    assert rows["Sky.jpg"] == "1" and sum(map(int, rows.values())) == 1
    phone.press("back", "back")
    phone.tap("photos.favorites")
    assert _shown(phone, "photos.item.") == ["Sky.jpg"]


def test_the_editor_saves_copies_and_leaves_the_original(phone: Any) -> None:
    original_bytes = phone.device.read_file("Pictures/Tulip fields.jpg")
    phone.open("photos")
    phone.tap("photos.tab.albums", "photos.album.Pictures", "photos.item.Pictures/Tulip fields.jpg")
    for shape, size in (("square", (640, 640)), ("16:9", (640, 360))):
        phone.tap("photos.edit", "photos.rotate", f"photos.shape.{shape}", "photos.save")
        name = phone.find("window.photos").name
        assert picture_size(phone.device.read_file(f"Pictures/{name}")) == size
        phone.tap("photos.more", "photos.menu.folder")
        phone.open("photos")
    assert phone.device.read_file("Pictures/Tulip fields.jpg") == original_bytes


def test_pictures_go_by_swipes_and_to_the_trash(phone: Any) -> None:
    phone.open("photos")
    phone.tap("photos.item.DCIM/Camera/PXL_20250313_174205118.jpg")
    phone.swipe((0.8, 0.5), (0.2, 0.5))
    assert phone.find("window.photos").name == "PXL_20250312_081533902.jpg"
    phone.swipe((0.2, 0.5), (0.8, 0.5))
    phone.tap("photos.delete", "ask.yes")
    assert phone.find("window.photos").name == "PXL_20250312_081533902.jpg", "the next one is shown"
    phone.press("back")
    phone.tap("photos.tab.albums", "photos.trash")
    phone.hold("photos.item." + next(n.key for n in phone.device.tree() if "trashed" in n.key)[len("photos.item.") :])
    phone.tap("photos.restore")
    assert "PXL_20250313_174205118.jpg" in _names(phone, CAMERA)


def test_a_picture_becomes_the_wallpaper(phone: Any) -> None:
    phone.press("home")
    before = phone.device.screenshot()
    phone.open("photos")
    phone.tap("photos.tab.albums", "photos.album.Pictures", "photos.item.Pictures/Balloons.jpg")
    phone.tap("photos.more", "photos.menu.wallpaper", "ask.yes")
    phone.press("home")
    assert (phone.device.screenshot() != before).mean() > 0.5


def test_what_is_no_picture_says_so(phone: Any) -> None:
    phone.device.write_file("Pictures/torn.jpg", scene_file("cat", "cat.jpg")[:100])
    phone.open("photos")
    phone.tap("photos.tab.albums", "photos.album.Pictures", "photos.item.Pictures/torn.jpg", "photos.edit")
    assert phone.find("ask.yes") is not None
