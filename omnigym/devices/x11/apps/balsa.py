"""Balsa, a mail program, with a mailbox of files: a maildir for each folder.

There is no network. A mail that is sent goes to a server on the desktop itself, which keeps it in `POST`: a file that
somebody writes into the folder Sent was not sent.
"""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition
from omnigym.documents.mail import POST

_FOLDERS = (("Inbox", "Inbox"), ("Outbox", "Outbox"), ("Sentbox", "Sent"), ("Draftbox", "Drafts"), ("Trash", "Deleted"))
_MORE = ("Archive", "Junk")
_PORT = 2525

_SETTINGS = """[Globals]
MailDir=/home/user/Mail
OpenInboxOnStartup=true
EmptyTrash=false
DefaultAddressBook=address-book-1

[address-book-1]
Path=/home/user/.balsa/addressbook.ldif
Type=LibBalsaAddressBookLdif
Name=Address Book

[identity]
CurrentIdentity=Default Identity

[identity-Default Identity]
FullName=Alex Morgan
Address=alex.morgan@outlook.com
ReplyString=Re:
ForwardString=Fw:
SmtpServer=Default
SigSending=false
SigForward=false
SigReply=false

[InformationMessages]
ShowInformationMessages=0
ShowWarningMessages=0
ShowErrorMessages=1
ShowDebugMessages=0

[Geometry]
MainWindowWidth=860
MainWindowHeight=620
SendMsgWindowWidth=700
SendMsgWindowHeight=560
NotebookHeight=200
MailboxListWidth=140

[Interface]
ShowSendProgressDlg=false
ShowRecvProgressDlg=false
HideDeleted=true
ExpungeOnClose=true
AutoExpunge=true

[Spelling]
SpellCheckActive=false

[MailboxChecking]
OnStartup=false
Auto=false

[smtp-server-Default]
Server=localhost:{port}
Anonymous=true
Security=4

[Sending]
WordWrap=false
AlwaysQueueSentMail=0
ForwardAttached=false
CopyToSentbox=1

[Compose]
ComposeHeaders=Recipients Subject

[Notifications]
GtkUIManager=true
LibBalsaAddressView=true

"""
_MAILBOX = """[mailbox-{name}]
Path=/home/user/Mail/{folder}
Type=LibBalsaMailboxMaildir
Name={folder}

"""

#: Takes every mail over SMTP and keeps it, a file each (RFC 5321, 4.1.1.4 and 4.5.2).
_SERVER = '''"""A mail server that takes every mail and keeps it."""

import os
import socketserver
import tempfile

POST = "/home/user/{post}"


class Post(socketserver.StreamRequestHandler):
    def handle(self):
        self.say("220 desktop")
        data = None
        for line in self.rfile:
            word = line.strip().upper()
            if data is not None and word == b".":
                self.keep(b"".join(data))
                data = None
                self.say("250 taken")
            elif data is not None:
                data.append(line[1:] if line.startswith(b".") else line)
            elif word == b"DATA":
                data = []
                self.say("354 go on")
            elif word == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 desktop")

    def keep(self, mail):
        os.makedirs(POST, exist_ok=True)
        place, name = tempfile.mkstemp(".part", dir=POST)
        with os.fdopen(place, "wb") as file:
            file.write(mail)
        os.replace(name, name.removesuffix("part") + "eml")

    def say(self, line):
        self.wfile.write(line.encode() + b"\\r\\n")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


Server(("localhost", {port}), Post).serve_forever()
'''


def _files() -> dict[str, str]:
    config = _SETTINGS.replace("{port}", str(_PORT))
    config += "".join(_MAILBOX.format(name=name, folder=folder) for name, folder in _FOLDERS)
    # A directory is a maildir by these three; a hidden file makes them.
    parts = [
        f"Mail/{folder}/{part}/.keep"
        for folder in (*(f for _, f in _FOLDERS), *_MORE)
        for part in ("cur", "new", "tmp")
    ]
    return {
        ".balsa/config": config,
        ".local/lib/post.py": _SERVER.replace("{port}", str(_PORT)).replace("{post}", POST),
        **dict.fromkeys(parts, ""),
    }


_BALSA = XAppDefinition(
    name="mail",
    category="Social Communication",
    argv=("balsa",),
    package="balsa",
    wm_class="Balsa",
    ready={"role": Role.CELL, "text": "Inbox"},  # with unread mails it is called "Inbox (2)"
    settings=_files(),
    services=(("python3", "/home/user/.local/lib/post.py"),),
    keys={
        "window": {"role": Role.WINDOW},
        "folder": {"role": Role.CELL, "text": "{name}"},  # the folders come before the messages
        "message": {"role": Role.CELL, "name": "{name}"},
        "compose": {"role": Role.BUTTON, "name": "Compose"},
        "reply": {"role": Role.BUTTON, "name": "Reply"},
        "trash": {"role": Role.BUTTON, "name": "Trash /\nDelete"},
        "continue": {"role": Role.BUTTON, "name": "Continue"},
        "send": {"role": Role.BUTTON, "name": "Send"},
        "save": {"role": Role.BUTTON, "name": "Save"},
        "attach": {"role": Role.BUTTON, "name": "Attach"},
        "subject": {"role": Role.TEXT_FIELD},
        "text": {"role": Role.TEXT_AREA},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "discard": {"role": Role.BUTTON, "name": "No"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_BALSA,)
