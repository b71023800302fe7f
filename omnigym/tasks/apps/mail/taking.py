"""Subtasks of mail: taking something out of one."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps.mail._steps import MAIL, READING, WITH_CLIPBOARD, letter, mail_need, open_mail
from omnigym.tasks.subtask import UI, Condition, Need, Resource, all_of, subtask
from omnigym.tasks.worlds import blank

__all__: list[str] = []

_ATTACHED = blank("letter", "{name}")
_WITH_FILE = (
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="part"\n\n--part\nContent-Type: text/plain\n\n'
    "The file is attached.\n--part\nContent-Type: text/plain\nContent-Disposition: attachment; "
    f'filename="{{name}}"\n\n{_ATTACHED}\n--part--\n'
)


@subtask(
    **MAIL,
    id="mail/copy-text",
    instruction="Copy the whole text of the mail '{subject}' in {folder} to the clipboard.",
    parameters=(
        {"folder": "Inbox", "subject": "Directions"},
        {"folder": "Inbox", "subject": "Poem of the day"},
        {"folder": "Archive", "subject": "Statutes"},
        {"folder": "Junk", "subject": "Horoscope"},
        {"folder": "Inbox", "subject": "Weather warning"},
        {"folder": "Archive", "subject": "Packing list"},
    ),
    draws={"subject": "topic"},
    conditions=(Condition("clipboard_holds_mail", {"folder": "{folder}", "subject": "{subject}"}),),
    milestones=(READING,),
    needs=(mail_need("{folder}"),),
    produces=(Resource("clipboard_text", "the mail {subject}"),),
    capabilities=WITH_CLIPBOARD,
    tags=("clipboard",),
)
def copy_text(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C in the text."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("body")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **MAIL,
    id="mail/save-attachment",
    instruction="Save {name}, the attachment of the mail '{subject}', in {folder}.",
    parameters=(
        {"name": "voucher.txt", "subject": "Your voucher", "folder": "Documents"},
        {"name": "route.txt", "subject": "Bike tour", "folder": "Desktop"},
        {"name": "lineup.txt", "subject": "Festival", "folder": "Music"},
        {"name": "rota.txt", "subject": "Kitchen duty", "folder": "Documents"},
        {"name": "subtitles.txt", "subject": "Film night", "folder": "Videos"},
        {"name": "exhibits.txt", "subject": "Gallery", "folder": "Pictures"},
        {"name": "licence.txt", "subject": "Your purchase", "folder": "Downloads"},
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("file_content_equals", {"path": "{folder}/{name}", "text": _ATTACHED}),),
    milestones=(READING, all_of(READING, Condition("control_exists", {"role": "dialog"}))),
    needs=(
        Need(Resource("mail", "Inbox/{subject}"), (letter("Inbox", "", more=_WITH_FILE),), given=True),
        folder_need(),
    ),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("save",),
)
def save_attachment(ui: UI, name: str, subject: str, folder: str) -> Iterator[Action]:
    """The attachment, Save as, the dialog."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("attachment", name=name)
    yield ui.click("save_attachment")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")
