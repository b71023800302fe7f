"""CRAB's sub-tasks of Ubuntu's terminal, files and desktop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Submit
from omnigym.benchmarks.crab.subtasks._desk import (
    COPIED,
    SIMULATED,
    UBUNTU,
    at,
    folder_of,
    picture,
    pictures,
    put,
    room,
    served,
    text_file,
)
from omnigym.benchmarks.crab.subtasks._parts import closed, front, path, typed
from omnigym.benchmarks.crab.subtasks._values import choose_value
from omnigym.benchmarks.crab.template import TAKEN, crab_subtask
from omnigym.devices.protocol import PLATFORMS
from omnigym.pictures import is_picture
from omnigym.tasks.file_generation import text_about
from omnigym.tasks.parts import Part
from omnigym.tasks.step_library.linux import command, run
from omnigym.tasks.step_library.steps import in_front, name_file
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI, Condition, Effect, MakeDir, Need, Resource, SetClipboard, WriteFile, any_of

__all__: list[str] = []

#: Programs that are called vim, in whichever of Debian's and Ubuntu's packages.
_VIMS = ("vim", "vim.basic", "vim.gtk3", "vim.tiny", "vi", "nvim")
_RUNNING = any_of(*[Condition("process_running", {"command": name}) for name in _VIMS])
_LINES = ("The red door sticks in winter", "Bring two chairs to the yard", "The ferry is free on Mondays")


def _in_vim(given: Mapping[str, str]) -> Mapping[str, object]:
    """While a file is open there is another one beside it, which an editor that died leaves."""
    path = at(given["file_path"])
    folder, slash, name = path.rpartition("/")
    return {"path": path, "folder": folder_of(path), "swap": f"{folder}{slash}.{name}.sw*"}


@crab_subtask(
    **{**UBUNTU, "app": "terminal", "capabilities": ("processes", "files", "apps", "a11y")},
    id="0f589bf9-9b26-4581-8b78-2961b115ab49",
    makes=("file_path",),
    types={"file_path": "file_path", "content": "message"},
    output="file_path",
    noun="that file",
    derive=_in_vim,
    effects=tuple([Effect("add", place) for place in ("{swap}", ".viminfo*", ".vim")]),
    instruction='Write "{content}" into {file_path} with Vim in the terminal.',
    sets=(
        {"file_path": "/home/user/notes.txt", "content": "Feed the cat at eight"},
        {"file_path": "/home/user/Documents/plan.txt", "content": "Paint the fence first"},
        {"file_path": "/home/user/greeting.txt", "content": "Good morning from the lab"},
    ),
    parts=path(
        app=front("terminal"),
        opened=_RUNNING,
        closed=closed(_RUNNING),
        content=Condition("file_content_equals", {"path": "{path}", "text": "{content}"}),
    ),
    needs=(room(),),
    produces=(Resource("file", "{path}"),),
)
def write_with_vim(ui: UI, path: str, content: str, **_: object) -> Iterator[Action]:
    """Insert, escape, write and quit; what the editor would add of itself is off."""
    yield from run(ui, command("vim", ui.native_path(path)))
    yield ui.type(":set paste\n")
    yield ui.type("ggdGi")
    yield ui.type(content)
    yield ui.press("escape")
    yield ui.type(":wq\n")


@crab_subtask(
    **{**UBUNTU, "app": "terminal"},
    id="5b527839-0e58-426d-bab6-7160200b0d24",
    types={"file_path": "file_path"},
    output="message",
    noun="what that file says",
    derive=lambda given: {
        "path": at(given["file_path"]),
        "answer": given["output"] or choose_value(_LINES, given["file_path"]),
    },
    instruction="Print the content of {file_path} with cat in the terminal.",
    sets=(
        {"file_path": "/home/user/readme.txt", "output": "The red door sticks in winter"},
        {"file_path": "/home/user/Documents/todo.txt", "output": "Bring two chairs to the yard"},
        {"file_path": "/home/user/Downloads/info.txt", "output": "The ferry is free on Mondays"},
    ),
    parts=path(app=front("terminal"), command=typed("cat {file_path}"), shown=True),
    needs=(text_file("{path}", "{answer}\n"),),
)
def print_file(ui: UI, file_path: str, **_: object) -> Iterator[Action]:
    """The command, with the path as it is given."""
    yield from run(ui, command("cat", file_path))


@crab_subtask(
    app="",
    category="System Management",
    platforms=PLATFORMS,
    capabilities=(),
    id="1c3bedc3-ea5a-453c-a15b-223d72ab756d",
    types={"content": "message"},
    instruction="Submit {content}.",
    sets=({"content": "7 hours ahead"}, {"content": "The ferry is free on Mondays"}),
    parts=(Part("answer", (Condition("answer_contains", {"text": "{content}"}),)),),
)
def submit(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """An answer, on whichever device."""
    del ui
    yield Submit(content)


def _download(given: Mapping[str, str]) -> Mapping[str, object]:
    place, text = served(given["url"])
    path = at(given["file_path"])
    return {"path": path, "folder": folder_of(path), "served": place, "served_text": text}


@crab_subtask(
    **{**UBUNTU, **SIMULATED, "app": "terminal"},
    id="a313ea4d-e501-4971-b4fe-db2aad19eac1",
    makes=("file_path",),
    types={"url": "url", "file_path": "file_path"},
    output="file_path",
    noun="that file",
    derive=_download,
    instruction="Download the file at {url} to {file_path} with a command in the terminal.",
    sets=(
        {"url": "https://cdn.contoso.com/papers/survey.txt", "file_path": "/home/user/Downloads/survey.txt"},
        {"url": "https://cdn.contoso.com/art/poster.png", "file_path": "/home/user/Pictures/poster.png"},
        {"url": "https://files.fabrikam.com/logs/run7.txt", "file_path": "/home/user/run7.txt"},
    ),
    parts=(Part("file", (Condition("download_matches", {"url": "{url}", "path": "{path}"}),)),),
    needs=(room(),),
    setup=(put("{served}", "{served_text}"),),
    produces=(Resource("file", "{path}"), Resource("picture", "{path}")),
)
def download(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """One command that names the file."""
    yield from run(ui, command("wget", "-q", "-O", ui.native_path(path), url))


_ADDRESS = "https://cdn.contoso.com/art/lighthouse.png"


def _copied(given: Mapping[str, str]) -> Mapping[str, object]:
    place, text = served(_ADDRESS)
    path = at(given["file_path"])
    return {"path": path, "folder": folder_of(path), "url": _ADDRESS, "served": place, "served_text": text}


@crab_subtask(
    **{**COPIED, **SIMULATED, "app": "terminal"},
    id="a313ea4d-e501-4971-b4fe-db2aad19acsd",
    makes=("file_path",),
    types={"file_path": "file_path"},
    output="file_path",
    noun="that file",
    derive=_copied,
    instruction="Download the file at the address on the clipboard to {file_path} with a command in the terminal.",
    sets=(
        {"file_path": "/home/user/Downloads/found.png"},
        {"file_path": "/home/user/Pictures/RL.png"},
        {"file_path": "/home/user/picture.png"},
    ),
    parts=(Part("file", (Condition("clipboard_download", {"path": "{path}"}),)),),
    needs=(
        Need(
            Resource("clipboard_url", "image"),
            (SetClipboard(text="{url}"), WriteFile("{served}", "{served_text}")),
        ),
        room(),
    ),
    produces=(Resource("file", "{path}"), Resource("picture", "{path}")),
)
def download_copied(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """A command whose last word is pasted, as terminals paste."""
    yield from in_front(ui)
    yield ui.press("c", "ctrl")
    yield ui.type(f"{command('wget', '-q', '-O', ui.native_path(path))} ")
    yield ui.press("v", "ctrl", "shift")
    yield ui.type("\n")


@crab_subtask(
    **{**UBUNTU, "app": "settings", "capabilities": ("settings", "files", "apps", "a11y")},
    id="a207ef38-b3b2-4c6c-a1e3-75c38162f5ba",
    types={"photo_path": "photo_path"},
    derive=lambda given: pictures(path=at(given["photo_path"])),
    instruction="Set {photo_path} as the background of the desktop.",
    sets=(
        {"photo_path": "/home/user/Pictures/Interstellar.jpg"},
        {"photo_path": "/home/user/deepmind.png"},
        {"photo_path": "/home/user/Downloads/view.jpg"},
    ),
    parts=(Part("background", (Condition("wallpaper_is", {"path": "{path}"}),)),),
    needs=(picture("path"),),
    produces=(Resource("setting", "wallpaper"),),
)
def set_background(ui: UI, path: str, **_more: object) -> Iterator[Action]:
    """In Settings, where there is GNOME; from the image viewer on the other desktop."""
    if ui.tree.find(key="taskbar.settings") is None:
        folder, _, name = path.rpartition("/")
        yield from as_asked("viewer/set-background", ui.of("image_viewer"), folder=folder, name=name)
        return
    yield from in_front(ui)
    yield ui.click("settings.nav.background")
    yield ui.click("settings.add_picture")
    yield from name_file(ui, path)


_STEMS = ("minutes", "draft", "outline", "review", "summary", "index")


def _copy(given: Mapping[str, str]) -> Mapping[str, object]:
    """Two files of the kind, which have the names by which later sub-tasks take them from the new folder."""
    kind = given["file_extension"].lstrip(".")
    stems = [f"{choose_value(_STEMS, kind, given['source_dir'], str(n))}_{n}" for n in (1, 2, 3)]
    source, target = (at(given[name]).rstrip("/") for name in ("source_dir", "target_dir"))
    taken = [at(path).rpartition("/") for path in given[TAKEN].splitlines()]
    later = [name for folder, _, name in taken if folder == target and name.endswith(f".{kind}")]
    names = [*dict.fromkeys(later), *[f"{stem}.{kind}" for stem in stems]]
    scenes = pictures(first=names[0], second=names[1]) if is_picture(names[0]) else {}
    return {
        "kind": kind,
        "source": source,
        "target": target,
        "first": f"{source}/{names[0]}",
        "first_text": scenes.get("first_scene") or text_about(names[0], "one,two"),
        "first_copy": f"{target}/{names[0]}",
        "second": f"{source}/{names[1]}",
        "second_text": scenes.get("second_scene") or text_about(names[1], "three,four"),
        "second_copy": f"{target}/{names[1]}",
        "other": f"{source}/{stems[2]}.{'txt' if kind != 'txt' else 'md'}",
    }


@crab_subtask(
    **{**UBUNTU, "app": "terminal"},
    id="217ababc-ccc7-4b9f-af07-c239d92848fe",
    makes=("target_dir",),
    types={"file_extension": "file_extension", "source_dir": "dir_path", "target_dir": "dir_path"},
    output="message",
    derive=_copy,
    instruction=(
        "Create the directory {target_dir} and copy all files with the extension {file_extension} from {source_dir} "
        "to it with commands in the terminal."
    ),
    sets=(
        {"file_extension": "txt", "source_dir": "/home/user/Documents/mixed", "target_dir": "/home/user/texts"},
        {"file_extension": "md", "source_dir": "/home/user/papers", "target_dir": "/home/user/Documents/kept"},
        {"file_extension": "csv", "source_dir": "/home/user/Downloads/data", "target_dir": "/home/user/tables"},
    ),
    parts=path(
        folder=Condition("folder_exists", {"path": "{target}"}),
        files=Condition("kind_copied", {"source": "{source}", "target": "{target}", "extension": "{kind}"}),
    ),
    setup=(
        MakeDir("{source}"),
        WriteFile("{first}", "{first_text}"),
        WriteFile("{second}", "{second_text}"),
        WriteFile("{other}", "five,six\n"),
    ),
    produces=(
        Resource("folder", "{target}"),
        *[Resource(kind, copy) for copy in ("{first_copy}", "{second_copy}") for kind in ("file", "picture")],
    ),
)
def copy_kind(ui: UI, source: str, target: str, kind: str, **_: object) -> Iterator[Action]:
    """One command makes the folder, another one copies."""
    to = command(ui.native_path(target))
    yield from run(ui, f"mkdir -p {to}", f"cp {command(ui.native_path(source))}/*.{kind} {to}/")
