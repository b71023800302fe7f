"""What can be done in Mail: finding, moving and marking mails, and writing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.counts import count_of
from omnigym.documents.mail import Attachment, Mail, name_of, prefix_subject, read_headers, read_mail, split_addresses
from omnigym.sim.app import Close, Context, Effect, Focus, Launch, OpenDialog, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.mail import (
    ACCOUNT,
    FOLDERS,
    addressed,
    answer_to,
    composed,
    draft_kept,
    draft_removed,
    folder_of,
    folder_path,
    folders,
    listed,
    mark,
    move,
    sent,
)
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.files.operations import dragged
from omnigym.sim.handlers import sets
from omnigym.sim.vfs import HOME, Vfs, VfsError, base_name, canonical, join, native, parent_of, valid_name
from omnigym.sim.windows.apps.mail.state import (
    BODY,
    LIST,
    ONLY,
    Draft,
    State,
    Today,
    full_date,
    is_empty,
    is_unsaved,
    path_of,
    selected_paths,
    shown_mail,
)
from omnigym.sim.windows.apps.mail.view import file_menu, item_menu
from omnigym.sim.windows.file_kinds import app_for
from omnigym.values import ClipboardContent

# -- folders ----------------------------------------------------------------------------------------------------------


def _changed(state: State, ctx: Context, vfs: Vfs, *, focus: bool = False) -> Result:
    return state, (
        *((SetFiles(vfs),) if vfs is not ctx.vfs else ()),
        *((Focus(LIST),) if focus else ()),
    )


# -- reading --------------------------------------------------------------------------------------------------


def shown(state: State, vfs: Vfs, path: str, now: int) -> tuple[State, Vfs]:
    """With a mail in the reading pane, which makes it a read one; a draft is written on instead."""
    content = vfs.read(path)
    if folder_of(path) == "Drafts":
        return resume(state, path, content), vfs
    return state._replace(edit=start_lines(read_mail(content).body), shown=path), mark(vfs, path, now, read=True)


def _select(state: State, ctx: Context, ids: tuple[str, ...], cursor: str) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    state = state._replace(selected=ids, cursor=cursor)
    path = path_of(state, ids[0]) if len(ids) == 1 else ""
    if not path or not vfs.is_file(path):
        return _changed(state._replace(edit=Edit(), shown=""), ctx, vfs)
    state, vfs = shown(state, vfs, path, ctx.clock_ms)
    return _changed(state, ctx, vfs)


def _open(state: State, ctx: Context, name: str) -> Result:
    return _select(state, ctx, (name,), name)


def _back(state: State, ctx: Context) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    return _changed(state._replace(edit=Edit(), shown="", selected=()), ctx, vfs, focus=True)


def _folder(state: State, ctx: Context, name: str) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    state = State(folder=name, attach_from=state.attach_from)
    return _changed(state, ctx, vfs, focus=True)


def _search_cancel(state: State, _ctx: Context) -> Result:
    return state._replace(query=""), (Focus(LIST),)


def _only(state: State, _ctx: Context, which: str) -> Result:
    return (state._replace(only=which), ()) if which in ONLY else (state, ())


# -- moving and marking -----------------------------------------------------------------------------------------


def _without_chosen(state: State) -> State:
    """After what was chosen has gone."""
    return state._replace(edit=Edit(), selected=(), shown="", draft=None)


def _moved(state: State, ctx: Context, folder: str) -> Result:
    """What is chosen goes to another folder; a draft that is written on goes as it was saved."""
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    for path in selected_paths(state, vfs):
        vfs, _ = move(vfs, path, folder, ctx.clock_ms)
    return _changed(_without_chosen(state), ctx, vfs, focus=True)


def _move(state: State, ctx: Context, folder: str) -> Result:
    if folder == state.folder or not state.selected:
        return state, ()
    return _moved(state, ctx, folder)


def _delete(state: State, ctx: Context) -> Result:
    paths = selected_paths(state, ctx.vfs)
    if not paths:
        return state, ()
    if state.folder != "Deleted":
        return _moved(state, ctx, "Deleted")
    what = "this message" if len(paths) == 1 else f"these {count_of(len(paths), 'message')}"
    box = MessageBox("Delete", f"Are you sure you want to permanently delete {what}?", ("Yes", "No"), "No", "warning")
    return state, (OpenDialog("message_box", box, ("delete_for_good", paths)),)


def _delete_for_good(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Yes":
        return state, ()
    vfs = ctx.vfs
    for path in paths:
        if vfs.is_file(path):
            vfs = vfs.delete(path, ctx.clock_ms)
    return _changed(_without_chosen(state), ctx, vfs, focus=True)


def _drop_on(state: State, ctx: Context, folder: str, payload: object) -> Result:
    match payload:
        case (("mails", str(source)), (*ids,)) if source == state.folder and folder not in (source, "Drafts", "Sent"):
            return _moved(state._replace(selected=tuple(map(str, ids))), ctx, folder)
        case _:
            return state, ()


def _unread(state: State, ctx: Context) -> Result:
    """Chosen mails become read ones where one of them is not, else unread ones."""
    paths, vfs = selected_paths(state, ctx.vfs), ctx.vfs
    read = not all(read_headers(vfs.read(p)).marks.read for p in paths)
    return _marked(state, ctx, read=read)


def _set_read(state: State, ctx: Context, read: bool) -> Result:
    return _marked(state, ctx, read=read)


def _flag(state: State, ctx: Context) -> Result:
    vfs = ctx.vfs
    flagged = not all(read_headers(vfs.read(p)).marks.flagged for p in selected_paths(state, vfs))
    return _marked(state, ctx, flagged=flagged)


def _marked(state: State, ctx: Context, *, read: bool | None = None, flagged: bool | None = None) -> Result:
    vfs = ctx.vfs
    for path in selected_paths(state, vfs):
        vfs = mark(vfs, path, ctx.clock_ms, read=read, flagged=flagged)
    return _changed(state, ctx, vfs)


def _context(state: State, ctx: Context, entry: str) -> Result:
    return (state, (ShowMenu(item_menu(state, ctx)),)) if entry and state.selected else (state, ())


# -- folders of one's own ---------------------------------------------------------------------------------------


def _new_folder(state: State, _ctx: Context) -> Result:
    return state._replace(naming=""), (Focus("mail.new_folder_name"),)


def _folder_named(state: State, ctx: Context, name: str) -> Result:
    if state.naming is None:  # the field is gone already, and so is the focus it had
        return state, ()
    state, name = state._replace(naming=None), name.strip()
    if not name:
        return state, (Focus(LIST),)
    if not valid_name(name):
        return state, (tell("Outlook", f"'{name}' cannot be the name of a folder. Choose another one."),)
    if name.casefold() in {f.casefold() for f in folders(ctx.vfs)}:
        return state, (tell("Outlook", f"There is already a folder named '{name}'."),)
    return _changed(state, ctx, ctx.vfs.make_dir(folder_path(name), ctx.clock_ms), focus=True)


FOLDING: Mapping[str, Callable[..., Result]] = {
    "archive": lambda s, ctx: _move(s, ctx, "Archive"),
    "back": _back,
    "context": _context,
    "delete": _delete,
    "delete_for_good": _delete_for_good,
    "drop_on": _drop_on,
    "flag": _flag,
    "folder": _folder,
    "folder_named": _folder_named,
    "folder_text": sets("naming"),
    "key_search": lambda s, _: (s, (Focus("mail.search", 0, -1),)),
    "move": _move,
    "naming_cancel": lambda s, _: (s._replace(naming=None), (Focus(LIST),)),
    "new_folder": _new_folder,
    "only": _only,
    "open": _open,
    "query": sets("query"),
    "search": lambda s, _, __: (s, (Focus(LIST),)),
    "search_cancel": _search_cancel,
    "select": _select,
    "set_read": _set_read,
    "unread": _unread,
}


# -- mails that are written --------------------------------------------------------------------------

# Beginning, keeping and sending them.

Result: TypeAlias = tuple[State, tuple[Effect, ...]]

_TITLE = "Outlook"


# -- keeping --------------------------------------------------------------------------------------------------


def _mail(state: State, draft: Draft, to: str, cc: str, now: int) -> Mail:
    return composed(ACCOUNT, to, cc, draft.subject, state.edit.document.text, draft.attachments, draft.answers, now)


def _kept(state: State, vfs: Vfs, now: int) -> tuple[State, Vfs]:
    """With what is written in its file among the drafts."""
    draft = state.draft
    if draft is None:
        return state, vfs
    vfs, path = draft_kept(vfs, _mail(state, draft, draft.to, draft.cc, now), draft.path, now)
    saved = draft._replace(path=path, changed=False, saved=state.edit.document)
    return state._replace(draft=saved), vfs


def put_away(state: State, vfs: Vfs, now: int) -> tuple[State, Vfs]:
    """Without a draft in the reading pane: what would be lost is kept first."""
    if state.draft is None:
        return state, vfs
    if is_unsaved(state):
        state, vfs = _kept(state, vfs, now)
    return state._replace(edit=Edit(), draft=None), vfs


def resume(state: State, path: str, content: bytes) -> State:
    """A draft taken up again."""
    mail = read_mail(content)
    h, edit = mail.headers, start_lines(mail.body)
    draft = Draft(h.to, h.cc, h.subject, mail.attachments, path, "", h.in_reply_to, False, edit.document)
    return state._replace(edit=edit, draft=draft, shown="")


def _save(state: State, ctx: Context) -> Result:
    if state.draft is None or is_empty(state):
        return state, ()
    state, vfs = _kept(state, ctx.vfs, ctx.clock_ms)
    return state, (SetFiles(vfs),)


# -- beginning ------------------------------------------------------------------------------------------------


def begun(state: State, ctx: Context, draft: Draft, body: str, focus: str) -> Result:
    """A new draft in the reading pane; the one that was there is kept."""
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    edit = start_lines(body)
    state = state._replace(edit=edit, draft=draft._replace(saved=edit.document), shown="", selected=())
    return state, (*((SetFiles(vfs),) if vfs is not ctx.vfs else ()), Focus(focus))


def _new(state: State, ctx: Context) -> Result:
    return begun(state, ctx, Draft(), "", "mail.to")


def _quoted(mail: Mail) -> str:
    h = mail.headers
    lines = [f"From: {h.sender}", f"Sent: {full_date(h.date_ms, Today())}", f"To: {h.to}"]
    lines += [f"Cc: {h.cc}"] if h.cc else []
    return "\n\n" + "\n".join([*lines, f"Subject: {h.subject}", "", mail.body])


def _answer(state: State, ctx: Context, everybody: bool) -> Result:
    mail = shown_mail(state, ctx.vfs)
    if mail is None:
        return state, ()
    answer = answer_to(mail, ACCOUNT, everybody)
    draft = Draft(answer.to, answer.cc, answer.subject, original=state.shown, answers=answer.answers)
    return begun(state, ctx, draft, _quoted(mail), BODY)


def _forward(state: State, ctx: Context) -> Result:
    mail = shown_mail(state, ctx.vfs)
    if mail is None:
        return state, ()
    h = mail.headers
    draft = Draft(
        "",
        "",
        prefix_subject("Fw:", h.subject),
        mail.attachments,
        original=state.shown,
        answers=h.message_id,
        changed=True,
    )
    return begun(state, ctx, draft, _quoted(mail), "mail.to")


def _field(state: State, _ctx: Context, name: str, text: str) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    if name == "to":
        draft = draft._replace(to=text, changed=True)
    elif name == "cc":
        draft = draft._replace(cc=text, changed=True)
    else:
        draft = draft._replace(subject=text, changed=True)
    return state._replace(draft=draft), ()


# -- sending --------------------------------------------------------------------------------------------------


def _known_people(vfs: Vfs) -> dict[str, str]:
    """Addresses with their names, by the name in small letters, of those one has had mail from or written to."""
    people: dict[str, str] = {}
    for folder in FOLDERS:
        for mail in listed(vfs, folder):
            for person in (mail.data.headers.sender, *split_addresses(mail.data.headers.to)):
                people.setdefault(name_of(person).casefold(), person)
    return people


def _send(state: State, ctx: Context) -> Result:
    draft = state.draft
    if draft is None:
        return state, ()
    people = _known_people(ctx.vfs)
    (to, strange), (cc, strange_too) = addressed(draft.to, people), addressed(draft.cc, people)
    if strange or strange_too:
        message = f"We don't know where to send this: '{strange or strange_too}' is no address. Check it and try again."
        return state, (tell(_TITLE, message),)
    if not to and not cc:
        return state, (tell(_TITLE, "Add at least one recipient to send this message."),)
    if not draft.subject.strip():
        box = MessageBox(
            _TITLE, "Send this message without a subject?", ("Send", "Don't send"), "Don't send", "question"
        )
        return state, (OpenDialog("message_box", box, ("no_subject", ", ".join(to), ", ".join(cc))),)
    return _sent(state, ctx, ", ".join(to), ", ".join(cc))


def _no_subject(state: State, ctx: Context, to: str, cc: str, answer: str | None) -> Result:
    return _sent(state, ctx, to, cc) if answer == "Send" else (state, (Focus("mail.subject"),))


def _sent(state: State, ctx: Context, to: str, cc: str) -> Result:
    draft, now = state.draft, ctx.clock_ms
    if draft is None:
        return state, ()
    mail = _mail(state, draft, to, cc, now)
    vfs = sent(ctx.vfs, mail, now, draft=draft.path, original=draft.original, returns=ACCOUNT)
    return state._replace(edit=Edit(), draft=None), (SetFiles(vfs), Focus(LIST))


# -- leaving --------------------------------------------------------------------------------------------------


def _discard(state: State, ctx: Context) -> Result:
    if state.draft is None:
        return state, ()
    if is_empty(state) and not state.draft.path:
        return _discarded(state, ctx, "OK")
    box = MessageBox(
        "Discard message", "Are you sure you want to discard this draft?", ("OK", "Cancel"), "Cancel", "question"
    )
    return state, (OpenDialog("message_box", box, ("discarded",)),)


def _discarded(state: State, ctx: Context, answer: str | None) -> Result:
    if answer != "OK" or state.draft is None:
        return state, ()
    vfs = draft_removed(ctx.vfs, state.draft.path, ctx.clock_ms)
    state = state._replace(edit=Edit(), draft=None, selected=())
    return state, (*((SetFiles(vfs),) if vfs is not ctx.vfs else ()), Focus(LIST))


def _close(state: State, _ctx: Context) -> Result:
    if not is_unsaved(state):
        return state, (Close(),)
    question = "Do you want to save this message? It has not been sent."
    box = MessageBox(_TITLE, question, ("Save", "Don't save", "Cancel"), "Cancel", "question")
    return state, (OpenDialog("message_box", box, ("closing",)),)


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        state, vfs = _kept(state, ctx.vfs, ctx.clock_ms)
        return state, (SetFiles(vfs), Close())
    return state, (Close(),) if answer == "Don't save" else ()


WRITING: Mapping[str, Callable[..., Result]] = {
    "close": _close,
    "closing": _closing,
    "discard": _discard,
    "discarded": _discarded,
    "field": _field,
    "forward": _forward,
    "new": _new,
    "no_subject": _no_subject,
    "reply": lambda s, ctx: _answer(s, ctx, False),
    "reply_all": lambda s, ctx: _answer(s, ctx, True),
    "save": _save,
    "send": _send,
}

# -- files that come and go with mails --------------------------------------------------------------------------------

# Attaching, opening, saving and copying them.

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


def _open_attachment(state: State, ctx: Context, index: int) -> Result:
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


def _save_attachment(state: State, ctx: Context, index: int) -> Result:
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
    "open_attachment": _open_attachment,
    "paste": _paste,
    "save_all": _save_all,
    "save_attachment": _save_attachment,
    "save_to": _save_to,
}
