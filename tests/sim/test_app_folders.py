"""The folders of apps have the same files, so that who knows one app finds the way in all."""

from __future__ import annotations

from pathlib import Path

import omnigym.sim

ROOT = Path(omnigym.sim.__file__).parent
#: The modules that an app may have; `docs/new-app.md` says what is in which.
MODULES = {"__init__", "app", "store", "art", "state", "commands", "view", "pages", "dialogs"}
#: Parts of an app that are a subject of their own, by folder. Another one needs a reason.
PARTS = {
    "android/assistant": {"talk"},
    "linux/terminal": {"vim"},
    "windows/browser": {"web_apps"},
    "windows/calculator": {"engine"},
    "windows/clipchamp": {"timeline"},
    "windows/onenote": {"blocks"},
    "windows/photos": {"geometry"},
    "windows/settings": {"special"},
}
#: Dialogs that apps share are no app: a module a dialog.
DIALOGS = "dialogs"
FOLDERS = {
    f"{folder.parent.parent.name}/{folder.name}": folder
    for folder in sorted(ROOT.glob("*/apps/*/"))
    if (folder / "__init__.py").exists() and folder.name != DIALOGS
}


def others(folder: Path) -> set[str]:
    """What a folder has besides the usual modules and the records of its app."""
    return {
        entry.stem
        for entry in folder.iterdir()
        if entry.name != "__pycache__"
        and not (entry.suffix == ".py" and entry.stem in MODULES)
        and entry.name != f"{folder.name}.json"
    }


def test_an_app_s_folder_has_the_usual_files_and_the_parts_that_are_listed() -> None:
    assert len(FOLDERS) > 60
    assert {name: found for name, folder in FOLDERS.items() if (found := others(folder))} == PARTS


def test_every_app_s_folder_declares_it_in_the_same_module() -> None:
    without = [name for name, folder in FOLDERS.items() if "\nAPPS" not in (folder / "app.py").read_text("utf-8")]
    assert without == []
