"""Compressed folders, as Explorer and the desktop make and extract them."""

from __future__ import annotations

from omnigym.errors import UnreadableError
from omnigym.sim.app import Context, Effect, Launch, OpenDialog
from omnigym.sim.common.file_changes import changed
from omnigym.sim.common.message_box import tell
from omnigym.sim.files.archives import changed_in, is_archive
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import paste
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Vfs, VfsError, base_name, canonical, join, native, parent_of
from omnigym.sim.windows.apps.dialogs.extract import Extraction

_TITLE = "Compressed (zipped) Folders"


def is_zip(vfs: Vfs, path: str) -> bool:
    """Whether there is a file that is called a .zip file."""
    return is_archive(path) and vfs.is_file(path)


def zip_items(prefix: str, vfs: Vfs, paths: tuple[str, ...]) -> tuple[MenuItem, ...]:
    """The lines of a menu that compress what is chosen, and extract it where it is a .zip file."""
    pack_it = MenuItem(f"{prefix}.compress", "Compress to ZIP file", ("compress",), "folder-zip")
    if len(paths) == 1 and is_zip(vfs, paths[0]):
        extract = MenuItem(f"{prefix}.extract", "Extract All...", ("extract",), "folder-arrow-right")
        return (extract, pack_it)
    return (pack_it,)


def compressed(ctx: Context, paths: tuple[str, ...], cursor: str) -> tuple[Vfs, str]:
    """The files with a .zip file beside what it holds, and its name: that of one thing, or of where the cursor is.

    Raises:
        VfsError: A folder would go into itself.
    """
    named = paths[0] if len(paths) == 1 or cursor not in paths else cursor
    stem = base_name(named) if ctx.vfs.is_dir(named) else split_name(base_name(named))[0]
    name = ctx.vfs.free_name(parent_of(named), f"{stem}.zip")
    archive, now = join(parent_of(named), name), ctx.clock_ms
    return changed_in(ctx.vfs, archive, lambda v: paste(v, paths, archive, cut=False, now=now)[0], now), name


def ask_to_extract(path: str) -> tuple[Effect, ...]:
    """The dialog that asks where to; its answer comes back as ``("extracted", path, answer)``."""
    to = native(join(parent_of(path), split_name(base_name(path))[0]))
    return (OpenDialog("extract", Extraction(to), ("extracted", path)),)


def extracted(ctx: Context, path: str, answer: Extraction | None) -> tuple[Effect, ...]:
    """The effects of an answer; the folder opens in a window of its own where that is wanted."""
    if answer is None or not is_zip(ctx.vfs, path):
        return ()
    to, now = canonical(answer.to), ctx.clock_ms

    def copied(vfs: Vfs) -> Vfs:
        inside = tuple([s.path for s in vfs.list(path)])
        return paste(vfs.make_dir(to, now), inside, to, cut=False, now=now, replace=True)[0]

    try:
        vfs = changed_in(ctx.vfs, path, copied, now)
    except VfsError as e:
        return (tell(_TITLE, str(e)),)
    except UnreadableError:  # too large a one, too
        return (
            tell(
                _TITLE, f"Windows cannot open the folder.\nThe Compressed (zipped) Folder '{native(path)}' is invalid."
            ),
        )
    return changed(ctx, vfs, "Extract"), *((Launch("file_manager", to),) if answer.show else ())
