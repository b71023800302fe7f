"""What a person does on the simulated Ubuntu, by the keys of its nodes."""

from __future__ import annotations

import pytest

from omnigym.actions import Click, Press, Type, Wait
from omnigym.devices.sim.device import SimDevice

HOME = "/home/user"


class Ubuntu:
    """A device, and what hands do on it."""

    def __init__(self) -> None:
        self.device = SimDevice(platform="linux")

    def click(self, *keys: str, button: str = "left", count: int = 1) -> None:
        for key in keys:
            node = self.device.tree().find(key=key)
            assert node is not None, f"no node {key} among {[n.key for n in self.device.tree() if n.key]}"
            (x, y), (w, h) = node.center, self.device.size
            self.device.act(Click(((x + 0.5) / w, (y + 0.5) / h), button, count))  # type: ignore[arg-type]

    def press(self, combo: str) -> None:
        *modifiers, key = combo.split("+")
        self.device.act(Press(key, tuple(modifiers)))  # type: ignore[arg-type]

    def type(self, text: str) -> None:
        self.device.act(Type(text))

    @property
    def front(self) -> str:
        return next((w.app for w in self.device.windows() if w.active), "")

    @property
    def screen(self) -> list[str]:
        """The rows of the terminal."""
        return str(self.device.tree().find(key="terminal.screen").value).split("\n")


@pytest.fixture
def ubuntu() -> Ubuntu:
    return Ubuntu()


def test_windows_keep_clear_of_dock_and_top_bar(ubuntu: Ubuntu) -> None:
    ubuntu.click("taskbar.file_manager")
    ubuntu.press("meta+up")
    x, y, w, h = ubuntu.device.windows()[0].bounds
    assert (x, y, x + w, y + h) == (66, 28, 1024, 768)
    ubuntu.press("meta+left")
    assert ubuntu.device.windows()[0].bounds == (66, 28, 479, 740)


def test_the_overview_finds_apps_settings_and_files(ubuntu: Ubuntu) -> None:
    ubuntu.press("meta")
    ubuntu.type("term\n")
    assert ubuntu.front == "terminal"
    ubuntu.click("taskbar.start")
    ubuntu.type("backgr\n")
    assert ubuntu.front == "settings"
    ubuntu.click("settings.background.lagoon")
    assert ubuntu.device.wallpaper() == "lagoon"
    ubuntu.press("meta")
    ubuntu.type("shopping\n")
    assert [w.document for w in ubuntu.device.windows() if w.active] == [f"{HOME}/Documents/shopping list.txt"]
    ubuntu.click("taskbar.show_apps", "overview.file_manager")
    assert ubuntu.front == "file_manager"


def test_the_system_menu_sets_what_settings_show(ubuntu: Ubuntu) -> None:
    ubuntu.click("taskbar.system", "quick_settings.theme", "quick_settings.network.wifi")
    assert (ubuntu.device.setting("theme"), ubuntu.device.setting("network.wifi")) == ("dark", "off")
    ubuntu.click("quick_settings.lock")
    ubuntu.press("meta")
    assert ubuntu.front == ""
    ubuntu.press("enter")
    ubuntu.press("enter")
    ubuntu.press("meta+a")
    ubuntu.click("overview.settings")
    assert ubuntu.front == "settings"


def test_what_is_thrown_away_can_be_had_back(ubuntu: Ubuntu) -> None:
    ubuntu.click("taskbar.file_manager", "files.place.documents", "files.items.notes.txt")
    ubuntu.press("delete")
    assert ubuntu.device.stat(f"{HOME}/Documents/notes.txt") is None
    assert ubuntu.device.read_file(f"{HOME}/.local/share/Trash/info/notes.txt.trashinfo").startswith(b"[Trash Info]\n")
    ubuntu.press("ctrl+z")
    assert ubuntu.device.stat(f"{HOME}/Documents/notes.txt") is not None
    ubuntu.press("ctrl+shift+z")
    ubuntu.click("files.place.trash", "files.restore_all")
    assert ubuntu.device.stat(f"{HOME}/Documents/notes.txt") is not None


def test_new_folders_names_and_archives(ubuntu: Ubuntu) -> None:
    ubuntu.click("taskbar.file_manager", "files.place.documents")
    ubuntu.press("ctrl+shift+n")
    ubuntu.type("Taxes\n")
    ubuntu.press("f2")
    ubuntu.press("ctrl+a")
    ubuntu.type("Taxes 2025\n")
    assert ubuntu.device.stat(f"{HOME}/Documents/Taxes 2025").is_dir  # type: ignore[union-attr]
    ubuntu.click("files.items.notes.txt", button="right")
    ubuntu.click("files.menu.compress")
    ubuntu.type("\n")
    ubuntu.click("files.items.notes.zip", button="right")
    ubuntu.click("files.menu.extract")
    assert ubuntu.device.stat(f"{HOME}/Documents/notes/notes.txt") is not None
    ubuntu.click("files.items.notes.txt", button="right")
    ubuntu.click("files.menu.copy")
    ubuntu.click("files.place.music")
    ubuntu.press("ctrl+v")
    assert ubuntu.device.stat(f"{HOME}/Music/notes.txt") is not None


def test_the_system_is_not_the_users(ubuntu: Ubuntu) -> None:
    ubuntu.click("taskbar.file_manager", "files.place.computer", "files.items.etc")
    ubuntu.press("delete")
    assert ubuntu.device.tree().find(key="message.ok") is not None
    assert ubuntu.device.stat("/etc") is not None


def test_the_terminal_completes_and_remembers(ubuntu: Ubuntu) -> None:
    ubuntu.press("ctrl+alt+t")
    ubuntu.type("cd Doc\tPro\t\npwd\n")
    assert ubuntu.screen[-2:] == [f"{HOME}/Documents/Projects", "user@ubuntu:~/Documents/Projects$"]
    ubuntu.press("up")
    ubuntu.press("up")
    assert ubuntu.screen[-1].endswith("$ cd Documents/Projects/")
    ubuntu.press("ctrl+c")
    ubuntu.type("ls nop\t; echo 'unfinished\nquote'\n")
    assert ubuntu.screen[-4:-1] == ["ls: cannot access 'nop': No such file or directory", "unfinished", "quote"]


def test_a_sleep_takes_its_time_and_can_be_interrupted(ubuntu: Ubuntu) -> None:
    ubuntu.press("ctrl+alt+t")
    ubuntu.type("sleep 5; echo awake\necho later\n")
    ubuntu.device.act(Wait(2.0))
    assert "awake" not in ubuntu.screen
    ubuntu.device.act(Wait(4.0))
    assert [row for row in ubuntu.screen if row in ("awake", "later")] == ["awake", "later"]
    ubuntu.type("sleep 500; echo never\n")
    ubuntu.press("ctrl+c")
    ubuntu.type("echo $?\n")
    assert ubuntu.screen[-2] == "130" and "never" not in ubuntu.screen


def test_a_snapshot_in_the_middle_of_vim(ubuntu: Ubuntu) -> None:
    ubuntu.press("ctrl+alt+t")
    ubuntu.type("vim a.txt\nione")
    kept = ubuntu.device.snapshot()
    ubuntu.press("escape")
    ubuntu.type(":wq\n")
    assert ubuntu.device.read_file(f"{HOME}/a.txt") == b"one\n"
    ubuntu.device.restore(kept)
    assert ubuntu.device.stat(f"{HOME}/a.txt") is None
    ubuntu.type(" two")
    ubuntu.press("escape")
    ubuntu.type(":x\nexit\n")
    assert ubuntu.device.read_file(f"{HOME}/a.txt") == b"one two\n"
    assert ubuntu.device.windows() == ()
