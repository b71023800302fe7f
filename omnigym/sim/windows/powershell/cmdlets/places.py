"""Cmdlets for files and folders: listing, making, copying, moving, renaming, removing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from omnigym.sim.files.operations import allowed, check_unprotected, renamed
from omnigym.sim.vfs import Stat, Vfs, VfsError, base_name, join, native, parent_of
from omnigym.sim.windows.powershell.files import file_record, found_files, path_of, reason, write_text
from omnigym.sim.windows.powershell.operators import wildcard
from omnigym.sim.windows.powershell.registry import Call, cmdlet
from omnigym.sim.windows.powershell.values import Record, Value, as_text
from omnigym.sim.work_budget import charge

__all__: list[str] = []

#: What a name costs that is compared with a pattern, and a change of the files, in units of work.
_TESTED, _CHANGED = 10, 200


def _missing(call: Call, typed: str) -> None:
    call.fail(f"There is no '{native(call.session.path(typed))}'.")


def _meant(call: Call) -> list[str]:
    """The paths that a cmdlet is about: of its arguments, or of what comes down the pipeline."""
    if not (call.has("path") or call.has("literalpath")):
        return [path_of(call.session, value) for value in call.given]
    found: list[str] = []
    for typed in call.texts("path", "literalpath"):
        paths = found_files(call.session, typed)
        if not paths and "*" not in typed:
            _missing(call, typed)
        found += paths
    return found


def _changed(call: Call, path: str, change: Callable[[Vfs], Vfs]) -> bool:
    """Whether files could be changed; else it was said why not."""
    charge(_CHANGED)
    try:
        call.session.vfs = change(call.session.vfs)
    except VfsError as e:
        call.fail(f"'{native(path)}': {reason(e)}")
        return False
    return True


def _stat(call: Call, path: str) -> Stat:
    stat = call.session.vfs.stat(path)
    assert stat is not None
    return stat


# -- looking ----------------------------------------------------------------------------------------------------------


def _listed(call: Call, folder: str, depth: int) -> list[Stat]:
    """What is in a folder, and to a depth what is in its folders; hidden files are left out."""
    found: list[Stat] = []
    stats = [s for s in call.session.vfs.list(folder) if not s.name.startswith("$") or call.has("force")]
    call.session.step(1 + len(stats) / 3)
    found += stats
    for stat in stats:
        if stat.is_dir and depth > 0:
            found += _listed(call, stat.path, depth - 1)
    return found


@cmdlet(
    "Get-ChildItem",
    "Path:0 LiteralPath Filter:1 Include Exclude Recurse! Depth File! Directory! Name! Force!",
    "ls",
    "dir",
    "gci",
)
def _get_child_item(call: Call) -> Iterable[Value]:
    depth = call.number("depth", 50) if call.has("recurse") or call.has("depth") else 0
    stats: list[Stat] = []
    for typed in call.texts("path", "literalpath") or [as_text(v) for v in call.given] or ["."]:
        paths = found_files(call.session, typed)
        if not paths and "*" not in typed:
            _missing(call, typed)
        for path in paths:
            stat = _stat(call, path)
            stats += _listed(call, path, depth) if stat.is_dir and "*" not in typed else [stat]
    if call.has("file") != call.has("directory"):
        stats = [s for s in stats if s.is_dir == call.has("directory")]
    for name, wanted in (("filter", True), ("include", True), ("exclude", False)):
        if call.has(name):
            fits = [wildcard(text) for text in call.texts(name)]
            charge(_TESTED * len(stats) * len(fits))
            stats = [s for s in stats if any(f.search(s.name, call.session.spend) is not None for f in fits) == wanted]
    if call.has("name"):
        return [s.name for s in stats]
    return [file_record(call.session, s) for s in stats]


@cmdlet("Get-Item", "Path:0 LiteralPath Force!", "gi")
def _get_item(call: Call) -> Iterable[Value]:
    return [file_record(call.session, _stat(call, path)) for path in _meant(call)]


@cmdlet("Test-Path", "Path:0 LiteralPath PathType")
def _test_path(call: Call) -> Iterable[Value]:
    kind = call.text("pathtype", "any").casefold()
    for typed in call.texts("path", "literalpath") or [as_text(v) for v in call.given]:
        found = found_files(call.session, typed)
        kinds = {"any": True, "leaf": False, "container": True}
        yield bool(found) and (kind == "any" or call.session.vfs.is_dir(found[0]) == kinds.get(kind, True))


@cmdlet("Get-Location", "", "pwd", "gl")
def _get_location(call: Call) -> Iterable[Value]:
    where = native(call.session.cwd)
    return [Record("PathInfo", (("Path", where),), where)]


@cmdlet("Set-Location", "Path:0 LiteralPath", "cd", "sl", "chdir")
def _set_location(call: Call) -> Iterable[Value]:
    typed = call.text("path", call.text("literalpath", "~"))
    path = call.session.path(typed)
    if call.session.vfs.is_dir(path):
        call.session.cwd = call.session.vfs.real_path(path)
    else:
        _missing(call, typed)
    return ()


@cmdlet("Join-Path", "Path:0 ChildPath:1")
def _join_path(call: Call) -> Iterable[Value]:
    return [call.text("path").rstrip("\\/") + "\\" + call.text("childpath").lstrip("\\/")]


@cmdlet("Split-Path", "Path:0 Leaf! Parent! Extension!")
def _split_path(call: Call) -> Iterable[Value]:
    for typed in call.texts("path") or [as_text(v) for v in call.given]:
        folder, _, name = typed.replace("/", "\\").rpartition("\\")
        yield name if call.has("leaf") else folder


@cmdlet("Resolve-Path", "Path:0 LiteralPath", "rvpa")
def _resolve_path(call: Call) -> Iterable[Value]:
    return [Record("PathInfo", (("Path", native(path)),), native(path)) for path in _meant(call)]


# -- changing ---------------------------------------------------------------------------------------------------------


@cmdlet("New-Item", "Path:0 Name ItemType Value Force!", "ni")
def _new_item(call: Call) -> Iterable[Value]:
    session = call.session
    for typed in call.texts("path") or ["."]:
        path = session.path(f"{typed}/{call.text('name')}" if call.has("name") else typed)
        if session.vfs.get(path) is not None and not call.has("force"):
            call.fail(f"'{native(path)}': Something of that name is there already.")
            continue
        if call.text("itemtype", "file").casefold() in ("directory", "folder", "dir"):
            done = _changed(call, path, lambda vfs, p=path: vfs.make_dir(allowed(p), session.world.now))  # type: ignore[misc]
        else:
            done = _written(call, path, call.text("value"))
        if done:
            yield file_record(session, _stat(call, path))


def _written(call: Call, path: str, text: str) -> bool:
    try:
        write_text(call.session, path, text)
    except VfsError as e:
        call.fail(f"'{native(path)}': {reason(e)}")
        return False
    return True


@cmdlet("mkdir", "Path:0 Force!", "md")
def _mkdir(call: Call) -> Iterable[Value]:
    call.values = {**call.values, "itemtype": "Directory"}
    return _new_item(call)


def _target(call: Call, source: str, to: str) -> str:
    """Where a file goes: into a folder that is there, else under that name."""
    path = call.session.path(to)
    return join(path, base_name(source)) if call.session.vfs.is_dir(path) else path


def _replacing(vfs: Vfs, target: str, source: str, now: int) -> Vfs:
    """The files without the file that another one takes the place of."""
    there = vfs.is_file(target) and vfs.is_file(source) and target.casefold() != source.casefold()
    return vfs.delete(target, now) if there else vfs


@cmdlet("Copy-Item", "Path:0 Destination:1 LiteralPath Recurse! Force!", "cp", "copy", "cpi")
def _copy_item(call: Call) -> Iterable[Value]:
    now = call.session.world.now
    for source in _meant(call):
        target = _target(call, source, call.text("destination", "."))
        if call.session.vfs.is_dir(source) and not call.has("recurse"):
            _changed(call, target, lambda vfs, t=target: vfs.make_dir(allowed(t), now))  # type: ignore[misc]
            continue

        def copied(vfs: Vfs, source: str = source, target: str = target) -> Vfs:
            if not vfs.is_dir(parent_of(target)):
                raise VfsError("missing", target, "")
            return _replacing(vfs, target, source, now).copy(source, allowed(target), now)

        _changed(call, target, copied)
    return ()


@cmdlet("Move-Item", "Path:0 Destination:1 LiteralPath Force!", "mv", "move", "mi")
def _move_item(call: Call) -> Iterable[Value]:
    now = call.session.world.now
    for source in _meant(call):
        target = _target(call, source, call.text("destination", "."))

        def moved(vfs: Vfs, source: str = source, target: str = target) -> Vfs:
            check_unprotected(source)
            if not vfs.is_dir(parent_of(target)):
                raise VfsError("missing", target, "")
            vfs = _replacing(vfs, target, source, now) if call.has("force") else vfs
            return vfs.move(source, allowed(target), now)

        _changed(call, target, moved)
    return ()


@cmdlet("Rename-Item", "Path:0 NewName:1 LiteralPath Force!", "ren", "rni")
def _rename_item(call: Call) -> Iterable[Value]:
    new = call.value("newname")
    values = call.given if call.given else [None] * len(call.texts("path", "literalpath"))
    for source, value in zip(_meant(call), values, strict=False):
        names = (
            [as_text(new)] if value is None or isinstance(new, str) else [as_text(v) for v in call.invoke(new, value)]
        )

        def changed(vfs: Vfs, source: str = source, name: str = "".join(names)) -> Vfs:
            check_unprotected(source)
            return renamed(vfs, source, name, call.session.world.now)

        _changed(call, source, changed)
    return ()


@cmdlet("Remove-Item", "Path:0 LiteralPath Recurse! Force!", "rm", "del", "rmdir", "ri", "erase", "rd")
def _remove_item(call: Call) -> Iterable[Value]:
    for path in _meant(call):
        if call.session.vfs.is_dir(path) and call.session.vfs.list(path) and not call.has("recurse"):
            call.fail(f"'{native(path)}' is a folder that is not empty. With -Recurse it goes with all that is in it.")
            continue

        def removed(vfs: Vfs, path: str = path) -> Vfs:
            check_unprotected(path)
            return vfs.delete(path, call.session.world.now)

        _changed(call, path, removed)
    return ()
