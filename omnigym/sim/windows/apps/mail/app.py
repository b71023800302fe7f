"""Outlook, the mail program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.mail import name_of
from omnigym.sim.app import App, Context, RequestClose, SetFiles
from omnigym.sim.common.mail import ACCOUNT, MAILBOX, folder_of, mail_table
from omnigym.sim.common.message_box import tell
from omnigym.sim.documents.edit import Edit
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import base_name, native
from omnigym.sim.windows.apps.mail.art import MAIL_STYLES, OUTLOOK_ART
from omnigym.sim.windows.apps.mail.commands import ATTACHING, FOLDING, WRITING, Result, begun, shown
from omnigym.sim.windows.apps.mail.state import BODY, LIST, Draft, State
from omnigym.sim.windows.apps.mail.store import with_initial_mail
from omnigym.sim.windows.apps.mail.view import label_of, view


def _init(args: object, ctx: Context) -> Result:
    """The inbox; for the path of a mail's file that mail; for "to:" and addresses a new one to them."""
    if not args:
        return State(), ()
    if str(args).startswith("to:"):
        return begun(State(), ctx, Draft(to=str(args).removeprefix("to:")), "", "mail.subject")
    if not ctx.vfs.is_file(str(args)):
        return State(), (tell("Outlook", f"{native(str(args))}\nThe message is no longer there."),)
    path = ctx.vfs.real_path(str(args))
    folder = folder_of(path)
    at = State(folder=folder, selected=(base_name(path),), cursor=base_name(path)) if folder else State()
    state, vfs = shown(at, ctx.vfs, path, ctx.clock_ms)
    return state, (SetFiles(vfs),)


def _edit(state: State, _ctx: Context, edit: Edit) -> Result:
    """What is read can be selected, not changed."""
    if state.draft is None and edit.document != state.edit.document:
        return state, ()
    return state._replace(edit=edit), ()


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **WRITING,
    **ATTACHING,
    **FOLDING,
    "edit": _edit,
    "exit": lambda s, _: (s, (RequestClose(),)),
}


def _caption(state: State) -> str:
    if state.draft is not None:
        return f"{state.draft.subject or 'New message'} - {name_of(ACCOUNT)} - Outlook"
    return f"{label_of(state.folder)} - {name_of(ACCOUNT)} - Outlook"


APPS = (
    App(
        name="mail",
        title="Outlook",
        icon="mail-app",
        art=OUTLOOK_ART,
        styles=MAIL_STYLES,
        program=Program(
            spoken=("Outlook", "Microsoft Outlook", "Mail"),
            category="Social Communication",
            pinned=5,
            commands=("outlook",),
            opens=(FileKind(("eml",), "Outlook Message File", "file-eml"),),
        ),
        initial=with_initial_mail,
        tables=(mail_table(MAILBOX),),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=_caption,
        document=lambda state: native(state.shown) if state.shown else "",
        keys=(
            ("ctrl+n", ("new",)),
            ("ctrl+r", ("reply",)),
            ("ctrl+shift+r", ("reply_all",)),
            ("ctrl+f", ("forward",)),
            ("ctrl+enter", ("send",)),
            ("alt+s", ("send",)),
            ("ctrl+s", ("save",)),
            ("ctrl+v", ("paste",)),
            ("delete", ("delete",)),
            ("ctrl+d", ("delete",)),
            ("backspace", ("archive",)),
            ("insert", ("flag",)),
            ("ctrl+q", ("set_read", True)),
            ("ctrl+u", ("set_read", False)),
            ("ctrl+e", ("key_search",)),
            ("f3", ("key_search",)),
            ("ctrl+w", ("exit",)),
        ),
        size=(1000, 620),
        min_size=(420, 320),
        close=("close",),
        focus=LIST,
        locate={
            "message": {"key": LIST + ".{name}"},
            "list": {"key": LIST},
            "search": {"key": "mail.search"},
            "body": {"key": BODY},
            "attachment": {"key": "mail.attachment.{name}"},
            "folder": {"key": "mail.folder.{name}"},
            "save_attachment": {"key": "mail.menu.save_attachment"},
            "overwrite_confirm": {"key": "message.yes"},
            "delete_confirm": {"key": "message.yes"},
        },
    ),
)
