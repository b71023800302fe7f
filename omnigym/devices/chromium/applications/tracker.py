"""Roundup, an issue tracker (https://www.roundup-tracker.org), with the issues of a small company's software."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

__all__ = ["ISSUES", "USER", "load", "prepare"]

#: Who the agent is.
USER = "sam"
_PEOPLE = {
    USER: "Sam Porter",
    "anna": "Anna Lindholm",
    "boris": "Boris Okafor",
    "chen": "Chen Wei",
    "dora": "Dora Varga",
}
_KEYWORDS = ("printing", "accounts", "search", "mobile", "speed", "documentation")
#: Title, priority, status, who it is assigned to, keyword, first message.
ISSUES: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("Invoices print without a logo", "bug", "unread", "", "printing", "Since Monday the logo is missing on paper."),
    ("Search ignores umlauts", "bug", "chatting", "anna", "search", "Looking for Mueller does not find Müller."),
    ("Password reset mail never arrives", "urgent", "unread", "", "accounts", "Three customers called about it."),
    ("Add a dark theme", "wish", "deferred", "", "mobile", "Many ask for it in the evening."),
    ("Export the customer list as CSV", "feature", "in-progress", "chen", "accounts", "Sales want it each month."),
    ("Login takes half a minute", "critical", "in-progress", "boris", "speed", "Only from the Lisbon office."),
    ("Map does not load on old phones", "bug", "need-eg", "dora", "mobile", "Which phones? Please tell the model."),
    ("Explain the backup in the manual", "feature", "unread", "", "documentation", "Nobody knows how to restore one."),
    ("Totals are rounded twice", "critical", "testing", "anna", "accounts", "The sum is off by a cent."),
    ("Labels are cut off on A5 paper", "bug", "unread", "", "printing", "The last line is missing."),
    ("Remember the last search", "wish", "unread", "", "search", "I type the same every morning."),
    ("Start page is slow on Mondays", "bug", "chatting", "chen", "speed", "Around nine, when all come in."),
    ("Spelling mistake on the contact page", "bug", "unread", "dora", "documentation", "It says adress."),
    ("Two-step login for managers", "feature", "deferred", "boris", "accounts", "The auditors recommend it."),
    ("Offline mode for the warehouse", "wish", "need-eg", "", "mobile", "There is no signal behind the racks."),
    ("Print two pages on one sheet", "wish", "unread", "", "printing", "It would save a lot of paper."),
    ("Sort results by date", "feature", "testing", "chen", "search", "By relevance is not what we need."),
    ("Session ends while typing", "urgent", "in-progress", "anna", "accounts", "A long message was lost."),
    ("Pictures load after the text", "wish", "deferred", "", "speed", "The page jumps."),
    ("Describe the keyboard shortcuts", "feature", "unread", "", "documentation", "A table would do."),
    ("Crash when the cart is empty", "critical", "done-cbb", "boris", "mobile", "Tap on Pay with nothing in it."),
    ("Duplicate rows in the report", "bug", "chatting", "dora", "accounts", "Each order shows twice since the update."),
)


def prepare(folder: Path) -> None:
    """Install a tracker from the classic template and fill it."""
    from roundup import configuration, init, instance
    from roundup.admin import AdminTool
    from roundup.password import Password

    template = AdminTool().listTemplates()["classic"]["path"]
    init.install(str(folder), template)
    config = configuration.CoreConfig()
    for name, value in {
        "TRACKER_NAME": "Helpdesk",
        "TRACKER_WEB": "http://tracker.test/",
        "MAIL_DOMAIN": "tracker.test",
        "MAIL_HOST": "localhost",
        "MAIL_DEBUG": "/dev/null",  # nobody is sent a mail
        "RDBMS_BACKEND": "sqlite",
        "WEB_COOKIE_TAKES_PRECEDENCE": "no",
        "PASSWORD_PBKDF2_DEFAULT_ROUNDS": "10000",
        "WEB_REGISTRATION_DELAY": "0",
    }.items():
        config[name] = value
    config.save(str(folder / "config.ini"))
    tracker = instance.open(str(folder))
    tracker.init(Password("admin", config=tracker.config))
    db = tracker.open("admin")
    try:
        _fill(db)
        db.commit()
    finally:
        db.close()
    for cache in folder.rglob("__pycache__"):
        shutil.rmtree(cache)


def _fill(db: Any) -> None:
    people = {"": None} | {
        name: db.user.create(username=name, realname=real, address=f"{name}@tracker.test", roles="User")
        for name, real in _PEOPLE.items()
    }
    keywords = {name: db.keyword.create(name=name) for name in _KEYWORDS}
    for number, (title, priority, status, assigned, keyword, text) in enumerate(ISSUES):
        author = people[("anna", "dora", "chen")[number % 3]]
        message = db.msg.create(author=author, content=text, summary=text, date=_now())
        db.issue.create(
            title=title,
            priority=db.priority.lookup(priority),
            status=db.status.lookup(status),
            assignedto=people[assigned],
            keyword=[keywords[keyword]],
            messages=[message],
        )


def _now() -> object:
    from roundup.date import Date

    return Date(".")


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The tracker, in which `USER` is logged in."""
    from roundup.cgi.wsgi_handler import RequestDispatcher

    tracker = RequestDispatcher(str(folder))

    def application(environ: dict[str, object], start_response: object) -> Iterable[bytes]:
        environ["REMOTE_USER"] = USER
        answer: Iterable[bytes] = tracker(environ, start_response)
        return answer

    return application
