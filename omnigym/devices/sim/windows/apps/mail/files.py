"""Files that come and go with mails: attaching, opening, saving and copying them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Launch, OpenDialog, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.files.operations import dragged
from omnigym.devices.sim.vfs import HOME, Vfs, VfsError, base_name, canonical, join, native, parent_of
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.mail.drafts import Result
from omnigym.devices.sim.windows.apps.mail.panes import file_menu
from omnigym.devices.sim.windows.apps.mail.state import State, shown_mail
from omnigym.devices.sim.windows.file_kinds import app_for
from omnigym.documents.mail import Attachment

__all__ = ["ATTACHING"]

_TITLE = "Outlook"
_DOWNLOADS = f"{HOME}/Downloads"
#: Where an attachment lies that another app is to open.
_TEMPORARY = f"{HOME}/AppData/Local/Temp"


# -- going ----------------------------------------------------------------------------------------------------


def _attach(state: State, _ctx: Context) -> Result:
    if state.draft is None:
        return state, ()
    start = state.attach_from or f"{HOME}/Documents"
    return state, (OpenDialog("file_dialog", FileDialog(False, start), ("attach_path",)),)


def _attach_path(state: State, ctx: Context, path: str | None) -> Result:
    return _with_files(state, ctx, (path,)) if path else (state, ())


def _with_files(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    found = [(base_name(p), ctx.vfs.read(p)) for p in map(ctx.vfs.real_path, paths) if ctx.vfs.is_file(p)]
    if len(found) < len(paths):
        return state, (tell(_TITLE, "Folders cannot be attached to a message. Attach the files in them."),)
    return _attached(state._replace(attach_from=parent_of(paths[-1])), found), ()


def _attached(state: State, files: list[tuple[str, bytes]]) -> State:
    draft = state.draft
    if draft is None or not files:
        return state
    added = tuple([Attachment(name, content) for name, content in files])
    return state._replace(draft=draft._replace(attachments=(*draft.attachments, *added), changed=True))


def _paste(state: State, ctx: Context) -> Result:
    """Files and pictures on the clipboard go with the mail; text went where the caret is."""
    content = ctx.clipboard
    if content.files:
        return _with_files(state, ctx, tuple([canonical(f) for f in content.files]))
    return (_attached(state, [("image.png", content.image)]), ()) if content.image else (state, ())


def _drop_files(state: State, ctx: Context, payload: object) -> Result:
    paths = dragged(payload)
    return _with_files(state, ctx, paths) if paths else (state, ())


def _detach(state: State, _ctx: Context, index: int) -> Result:
    draft = state.draft
    if draft is None or index >= len(draft.attachments):
        return state, ()
    left = (*draft.attachments[:index], *draft.attachments[index + 1 :])
    return state._replace(draft=draft._replace(attachments=left, changed=True)), ()


# -- coming ---------------------------------------------------------------------------------------------------


def _received(state: State, ctx: Context, index: int) -> Attachment | None:
    mail = shown_mail(state, ctx.vfs)
    return mail.attachments[index] if mail is not None and index < len(mail.attachments) else None


def _laid_out(ctx: Context, attachment: Attachment) -> tuple[Vfs, str]:
    """With an attachment as a file for other apps; and its path."""
    path = join(_TEMPORARY, ctx.vfs.free_name(_TEMPORARY, attachment.name))
    return ctx.vfs.write(path, attachment.content, ctx.clock_ms), path


def _open(state: State, ctx: Context, index: int) -> Result:
    attachment = _received(state, ctx, index)
    if attachment is None:
        return state, ()
    app = app_for(attachment.name, ctx.settings)
    if not app:
        return state, (tell(_TITLE, f"No app can open {attachment.name}. Save it to a folder instead.", "info"),)
    vfs, path = _laid_out(ctx, attachment)
    return state, (SetFiles(vfs), Launch(app, path))


def _copy(state: State, ctx: Context, index: int) -> Result:
    attachment = _received(state, ctx, index)
    if attachment is None:
        return state, ()
    vfs, path = _laid_out(ctx, attachment)
    return state, (SetFiles(vfs), SetClipboard(ClipboardContent(files=(native(path),))))


def _save(state: State, ctx: Context, index: int) -> Result:
    attachment = _received(state, ctx, index)
    if attachment is None:
        return state, ()
    return state, (OpenDialog("file_dialog", FileDialog(True, _DOWNLOADS, attachment.name), ("save_to", attachment)),)


def _save_to(state: State, ctx: Context, attachment: Attachment, path: str | None) -> Result:
    if path is None:
        return state, ()
    try:
        return state, (SetFiles(ctx.vfs.write(path, attachment.content, ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(_TITLE, str(e)),)


def _save_all(state: State, ctx: Context) -> Result:
    mail = shown_mail(state, ctx.vfs)
    vfs = ctx.vfs
    for name, content in mail.attachments if mail is not None else ():
        vfs = vfs.write(join(_DOWNLOADS, vfs.free_name(_DOWNLOADS, name)), content, ctx.clock_ms)
    return state, (SetFiles(vfs), tell(_TITLE, "The files were saved in Downloads.", "info"))


ATTACHING: Mapping[str, Callable[..., Result]] = {
    "attach": _attach,
    "attach_path": _attach_path,
    "attachment": lambda s, _, index, anchor: (s, (ShowMenu(file_menu(index), anchor),)),
    "copy_attachment": _copy,
    "detach": _detach,
    "drop_files": _drop_files,
    "open_attachment": _open,
    "paste": _paste,
    "save_all": _save_all,
    "save_attachment": _save,
    "save_to": _save_to,
}
