"""Promises of files, user data, clipboard, windows and commands: those that need nothing but the device.

`omnigym.devices.testing.DeviceContract` tries these on every backend, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from PIL import Image

from omnigym.devices.conformance.promise import Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import NotTriedError, Trial
from omnigym.devices.protocol import ClipboardContent, Device
from omnigym.devices.userdata import HasUserData
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.pictures.files import read_picture, write_picture

__all__ = ["PROMISES", "STATE"]

_Row: TypeAlias = tuple[str, str, Callable[[Any], Figures | None], tuple[str, ...]]

_OLD: Final = 86_400.0


def _on_device(check: Callable[[Any], Figures | None], trial: Trial) -> Figures | None:
    return check(trial.device)


def _refused(error: type[Exception], call: Callable[..., object], *args: object) -> None:
    try:
        call(*args)
    except error:
        return
    expect(False, f"expected {error.__name__} for {args!r}, and nothing was raised")


def _round_trip(files: Any) -> None:
    content, path = bytes(range(256)), "Documents/deep/er/data.bin"
    files.write_file(path, content)
    equal(files.read_file(path), content, "a file's content")
    equal(files.read_file(files.native_path(path)), content, "the content by the native path")
    info, parent = files.stat(path), files.stat("Documents/deep")
    expect(info is not None and not info.is_dir and info.size == 256, f"a file of 256 bytes is told as {info}")
    expect(parent is not None and parent.is_dir, f"a directory is told as {parent}")
    names = [f.path.replace("\\", "/").rpartition("/")[2] for f in files.list_dir("Documents/deep/er")]
    equal(names, ["data.bin"], "the directory's entries")


def _replaced(files: Any) -> None:
    files.write_file("a.txt", b"long content")
    files.write_file("a.txt", b"short")
    equal(files.read_file("a.txt"), b"short", "a file that was replaced")


def _times(files: Any) -> None:
    files.write_file("Documents/when.txt", b"first")
    first = files.stat("Documents/when.txt")
    good = first is not None and 0 < first.mode <= 0o7777 and first.mode & 0o400 and first.mtime >= 0
    expect(good, f"a new file is told as {first}")
    files.write_file("Documents/when.txt", b"second")
    second = files.stat("Documents/when.txt")
    expect(second is not None and second.mtime >= first.mtime, f"{first} is changed to {second}")
    expect(second in files.list_dir("Documents"), "the directory tells another time than the file")
    files.write_file("Documents/old.txt", b"third", mtime=_OLD)
    third = files.stat("Documents/old.txt")
    expect(third is not None and third.mtime == _OLD, f"a file of the second {_OLD:.0f} is told as {third}")
    equal(files.read_file("Documents/old.txt"), b"third", "its content")


def _missing(files: Any) -> None:
    equal(files.stat("Documents/no-such-file.txt"), None, "a file that is not there")
    files.make_dir("Documents")
    _refused(FileNotFoundError, files.read_file, "Documents/no-such-file.txt")
    _refused(FileNotFoundError, files.read_file, "Documents")
    _refused(FileNotFoundError, files.list_dir, "no-such-directory")


def _made(files: Any) -> None:
    files.make_dir("Documents/new/sub")
    files.write_file("Documents/new/sub/a.txt", b"a")
    files.make_dir("Documents/new/sub")
    equal(files.read_file("Documents/new/sub/a.txt"), b"a", "a file in a directory that is made again")


def _user_data(files: Any) -> None:
    device: object = files
    if not isinstance(device, HasUserData):
        raise NotTriedError("the device does not tell what is the user's")
    files.write_file("Documents/kept.txt", b"kept")
    before, again = files.user_data(), files.user_data()
    equal(list(again.files_since(before)), [], "changes where nothing was done")
    equal(again.settings, before.settings, "settings where nothing was done")
    for address in before.tables:
        expect(again.rows(address) == before.rows(address), f"the table {address} changes where nothing was done")
    files.write_file("Documents/kept.txt", b"other")
    files.write_file("Documents/brand new/er.txt", b"new")
    after = files.user_data()
    kept, new, folder = (after.place(f"Documents/{p}") for p in ("kept.txt", "brand new/er.txt", "brand new"))
    equal(sorted(after.files_since(before)), sorted([kept, f"{folder}/", new]), "changes")
    equal(before.place(files.native_path("Documents/kept.txt")), kept, "the place of the native path")
    equal((before.read(kept), after.read(kept)), (b"kept", b"other"), "the content before and after")
    equal(before.entry(new), None, "what was there before of a new file")
    expect({kept, new} <= set(after.files()), "a file is not among the user's")


def _opened(device: Any) -> None:
    app = device.app_for("Documents/notes.txt")
    expect(app in device.apps(), f"texts are opened by {app!r}, which is no app of the device")
    equal(device.app_for("Notes.TXT"), app, "the app of Notes.TXT")
    _refused(ConfigError, device.app_for, "Documents/a.no-such-kind")


def _text(device: Any) -> None:
    for text in ("two\nlines, ünï", "日本語 😀", "", "x" * 20_000):
        device.set_clipboard(ClipboardContent(text=text))
        equal(device.clipboard().text, text, "the clipboard's text")


def _put(device: Any, content: ClipboardContent) -> None:
    try:
        device.set_clipboard(content)
    except ConfigError as e:  # it says what its clipboard holds
        raise NotTriedError(str(e)) from e


def _files(device: Any) -> None:
    device.write_file("Documents/ä b.txt", b"a")
    path = device.native_path("Documents/ä b.txt")
    for cut in (False, True):
        _put(device, ClipboardContent(files=(path,), cut=cut))
        found = device.clipboard()
        equal((found.files, found.cut), ((path,), cut), "the clipboard's files, and whether they are cut")


def _image(device: Any) -> None:
    picture = Image.frombytes("RGB", (16, 12), bytes(n * 7 % 256 for n in range(16 * 12 * 3)))
    _put(device, ClipboardContent(image=write_picture(picture)))
    found = device.clipboard().image
    expect(found, "a picture that is put into the clipboard is not in it")
    read = read_picture(found)
    expect(read is not None, "the clipboard's picture cannot be read")
    assert read is not None
    kept = read.convert("RGB")
    expect(
        kept.size == picture.size and kept.tobytes() == picture.tobytes(), "the clipboard's picture has other pixels"
    )


def _windows(device: Any) -> None:
    app = next((a for a in ("text_editor", "word") if a in device.apps()), None) or device.apps()[0]
    device.launch(app)
    window = next((w for w in device.windows() if w.app == app), None)
    expect(window is not None and window.active, f"{app} is launched, and the windows are {_named(device)}")
    number = window.id if window is not None else ""
    device.minimise(number)
    expect(not any(w.active for w in device.windows() if w.id == number), "a minimised window is active")
    device.minimise(number)  # it is already
    device.activate(number)
    expect(any(w.active for w in device.windows() if w.id == number), "a window that is activated is not active")
    device.close_window(number)
    expect(number not in [w.id for w in device.windows()], "a window that is closed is there")
    for call in (device.activate, device.minimise, device.close_window):
        _refused(UnknownNameError, call, number)


def _named(device: Any) -> list[str]:
    return [w.app for w in device.windows()]


def _unknown(device: Any) -> None:
    equal(list(device.apps()), sorted(device.apps()), "the names of the apps")
    _refused(UnknownNameError, device.launch, "no_such_app")
    _refused(UnknownNameError, device.locate, "no_such_app", "key")


def _commands(device: Device) -> None:
    shell: Any = device
    argv = ["cmd", "/c", "echo hi"] if device.platform == "windows" else ["echo", "hi"]
    code, out, _ = shell.run(argv)
    equal((code, out.strip()), (0, b"hi"), "the exit code and the output of echo")


def _processes(device: Any) -> Figures:
    found = device.processes()
    expect(all(p.name for p in found), "a process has no name")
    return {"processes": len(found)}


#: Name, promise, check, and needs of each.
STATE: Final[tuple[_Row, ...]] = (
    ("files.content", "a file is read as it was written", _round_trip, ("files",)),
    ("files.replace", "a file that is written again is replaced", _replaced, ("files",)),
    ("files.times", "files have modes and times", _times, ("files",)),
    ("files.missing", "what is not there is told by an error", _missing, ("files",)),
    ("files.folders", "a directory that is made again keeps what is in it", _made, ("files",)),
    ("files.user_data", "each change of the user's data is told, and nothing else", _user_data, ("files",)),
    ("files.types", "it is known which app opens a file", _opened, ("file_types", "apps")),
    ("clipboard.text", "text goes through the clipboard as it is", _text, ("clipboard",)),
    ("clipboard.files", "files go through the clipboard, copied or cut", _files, ("clipboard", "files")),
    ("clipboard.image", "a picture goes through the clipboard with its pixels", _image, ("clipboard",)),
    ("windows.work", "windows are minimised, activated and closed", _windows, ("apps",)),
    ("apps.unknown", "an app that is not there is told by an error", _unknown, ("apps",)),
    ("commands.run", "a command is run to its end", _commands, ("shell",)),
    ("processes.told", "the processes are told", _processes, ("processes",)),
)

PROMISES = tuple(Promise(name, keeps, partial(_on_device, check), needs) for name, keeps, check, needs in STATE)
