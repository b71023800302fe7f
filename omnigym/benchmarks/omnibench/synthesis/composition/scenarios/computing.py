"""Scenarios of work at a computer: programming, research on the web, and care of the system."""

from __future__ import annotations

from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import (
    DRAWING,
    EVENT,
    FOLDER,
    LETTER,
    LISTED,
    STICKY,
    TABLE,
    Intent,
    Scenario,
    mailed,
    pasted,
    shared,
    step,
    stored,
)
from omnigym.benchmarks.omnibench.synthesis.composition.topics import (
    ARTICLES,
    CLUB,
    HOME,
    PLACES,
    PRODUCTS,
    SCRIPTS,
    STUDY,
    THREADS,
    TRAVEL,
    WORK,
)

__all__ = ["SCENARIOS"]


# -- what takes many kinds of applications ----------------------------------------------------------------------------

_ACROSS_THE_DESKTOP = Scenario(
    name="Across the Desktop",
    place=20,
    categories=(),
    intents=(
        Intent(
            name="everything",
            persona="Somebody who organizes everything alone",
            want="Organize {topic}",
            stories=(*CLUB, *HOME, *WORK, *TRAVEL),
            steps=(
                *FOLDER,
                *LETTER,
                *DRAWING,
                *TABLE[:2],
                *EVENT,
                *LISTED[:7],
                step("papers", "todo/attach-file", "task letter|drawing|ics|table"),
                *STICKY,
                step("contact", "people/add"),
                step("invited", "events/invite", "event contact"),
                step("playlist", "spotify/make-playlist"),
                step("own-list", "media/make-playlist", playlist="{title}"),
                step("background", "settings/background-photo", "drawing"),
                step("route", "web/map-directions"),
                step("zip", "7-zip/add", "letter|route|drawing"),
                step("sum", "calculator/compute"),
                step("both", "mail/send-two-files", "letter|table drawing|ics|zip", subject="{title} - all you need"),
                step("three", "mail/send-three-files", "letter drawing table|ics", subject="{title} - three papers"),
                step("chat", "skype/send-file zoom/share-file", "letter|drawing|route"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both|three|invited"),
            ),
            core=("letter", "event", "list", "drawing"),
        ),
    ),
)

# -- Programming: small scripts and the files they make, an editor as one likes it ------------------------------------

_SCRIPT = {
    "folder": "{home}",
    "name": "{script_name}",
    "script": "{script}",
    "output": "{output}",
    "result": "{result}",
}

_PROGRAMMING = Scenario(
    name="Programming",
    place=6,
    categories=("Programming",),
    intents=(
        Intent(
            name="script",
            persona="Somebody who lets the computer count",
            want="Have a script for {topic}",
            stories=SCRIPTS,
            steps=(
                *FOLDER,
                step("policy", "ise/set-policy", policy="RemoteSigned"),
                step("script", "ise/write-script", **_SCRIPT),
                step("run", "ise/run-script code/run", "script policy|", **_SCRIPT),
                step("readme", "text/write-file", name="{stem}-readme.txt"),
                step("copied", "files/copy", "script"),
                *stored("run"),
                *mailed("script|run|zip"),
                *shared("script|run"),
                step("both", "mail/send-two-files", "script run|readme", subject="{title} - script and numbers"),
            ),
            core=("script", "run"),
        ),
        Intent(
            name="editor",
            persona="Somebody who programs on a new computer",
            want="Set up VS Code for {topic}",
            stories=(*STUDY, *WORK[:2]),
            steps=(
                *FOLDER,
                step("opened", "code/open-folder", "folder", folder="{home}"),
                step("installed", "code/install-extension"),
                step("disabled", "code/disable-extension"),
                step("setting", "code/setting"),
                step("file", "code/new-file", folder="{home}", name="{stem}.py", text="print('{line}')"),
                step("file-b", "code/new-file", folder="{home}", name="{stem}-test.py", text="print('{note}')"),
                *stored("file|file-b"),
                *mailed("file|zip"),
                step("chat", "skype/send-file zoom/share-file", "file|file-b"),
                step("both", "mail/send-two-files", "file file-b", subject="{title} - the code"),
            ),
            core=("installed", "setting", "file"),
        ),
        Intent(
            name="listing",
            persona="Somebody who wants a table of everything",
            want="List the files of {topic} in a table",
            stories=(*STUDY, *WORK),
            steps=(
                step("listing", "ise/list-to-csv", folder="{folder}/{subfolder}", output="{stem}-files.csv"),
                step("lines", "ise/find-lines", folder="{folder}"),
                step("table", "excel/from-csv", "listing", name="{stem}-files.xlsx"),
                step("heads", "excel/bold-heads excel/colour-column", "table"),
                step("print", "excel/export-pdf", "table"),
                *stored("listing|lines|print"),
                *mailed("listing|lines|table|heads|print|zip"),
                step("shared", "zoom/share-file skype/send-file", "listing|lines|print"),
            ),
            core=("listing", "lines"),
        ),
    ),
)

# -- what was found is written up -------------------------------------------------------------------------------------

_RESEARCH_WRITING = Scenario(
    name="Research Writing",
    place=16,
    categories=("Web Browsing", "Office"),
    online=True,
    intents=(
        Intent(
            name="essay",
            persona="A pupil who has to write three pages",
            want="Write about {topic}",
            stories=ARTICLES,
            steps=(
                *FOLDER,
                step("article", "web/wiki-download", title="{article}", name="{article}.txt"),
                step("cited", "web/wiki-cite", title="{article}", page="{article_page}"),
                step("watched", "web/wiki-watch", title="{article}"),
                step("report", "word/write-report"),
                step("layout", "word/justify word/centre-title", "report"),
                step("layout-b", "word/bullet-list word/underline-all word/italic-all", "report"),
                step("sources", "word/paste-into-new", "cited", name="{stem}-sources.docx"),
                *TABLE[:2],
                step("book", "zotero/add-book"),
                step("attached", "zotero/attach", "book article|layout"),
                step("backup", "files/copy", "article|layout|layout-b|sources"),
                step("zip", "7-zip/add", "article|layout|sources"),
                step(
                    "both", "mail/send-two-files", "article layout|layout-b|table", subject="{title} - text and source"
                ),
                step("sent", "mail/send-file web/mail-attach", "layout|sources|zip"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both"),
            ),
            core=("article", "sources", "layout", "attached", "both"),
        ),
    ),
)

# -- system Management: folders, settings, programs -------------------------------------------------------------------

_LOOKS = (
    step("accent", "settings/accent settings/mode-and-accent"),
    step("zone", "settings/time-zone control/formats"),
    step("switch", "settings/switch"),
    step("sound", "settings/volume settings/brightness"),
    step("sleep", "settings/screen-off settings/power-mode control/power-plan"),
)

_QUIET = {
    "state": "on",
    "feature": "do not disturb",
    "setting": "notifications.do_not_disturb",
    "top": "system",
    "page": "notifications",
    "key": "do_not_disturb",
}

_SYSTEM_CARE = Scenario(
    name="System Care",
    place=7,
    categories=("System Management",),
    intents=(
        Intent(
            name="folders",
            persona="Somebody who cannot work on an untidy disk",
            want="Put the files of {topic} in order",
            stories=(*HOME, *STUDY, *WORK),
            steps=(
                *FOLDER,
                step("inner", "files/create-folder", folder="{folder}/{subfolder}", name="Old"),
                step("moved", "files/move", "folder", folder="{folder}", destination="{folder}/{subfolder}"),
                step(
                    "copied",
                    "files/copy",
                    "folder",
                    folder="{folder}",
                    destination="{folder}/{subfolder}",
                    name="{stem}-list.txt",
                ),
                step(
                    "old",
                    "files/move",
                    "inner",
                    folder="{folder}",
                    destination="{folder}/{subfolder}/Old",
                    name="{stem}-2024.txt",
                ),
                step("text", "text/write-file", name="{stem}-index.txt"),
                step("empty", "files/create-text-document", name="{stem}-ideas.txt"),
                step("renamed", "files/rename", folder="{spare}", name="untitled.txt", new_name="{stem}-final.txt"),
                step("gone", "files/delete", folder="{spare}", name="{stem}-draft.txt"),
                step("zip", "7-zip/add", "moved|text|copied"),
                step("snapped", "windows/snap", "folder"),
                step("sent", "mail/send-file", "moved|copied|text|zip"),
            ),
            core=("folder",),
        ),
        Intent(
            name="computer-ready",
            persona="Somebody who lends the computer to those who speak",
            want="Get the computer ready for {topic}",
            stories=(*WORK, *CLUB),
            steps=(
                step("account", "control/add-user"),
                step("quiet", "settings/switch", **_QUIET),
                step("sound", "settings/volume"),
                step("bright", "settings/brightness"),
                step("awake", "settings/screen-off control/power-plan"),
                step("folder", "files/create-folder"),
                step("readme", "text/write-file", name="{stem}-readme.txt"),
                step("slides", "powerpoint/title-deck"),
                step("copied", "files/copy", "slides|readme"),
                step("told", "mail/send"),
                step("waiting", "mail/flag-sent", "told"),
            ),
            core=("account", "quiet", "folder"),
        ),
        Intent(
            name="own-way",
            persona="Somebody who sits at a new computer",
            want="Set up this computer the way I like it",
            stories=CLUB,
            steps=(
                *_LOOKS,
                step("name", "settings/display-name"),
                step("program", "store/install"),
                step("wish", "store/wish"),
                step("away", "settings/uninstall control/uninstall"),
                step("picture", "paint/fill", name="my colour.png"),
                step("background", "settings/background-photo", "picture"),
                step("photo", "settings/profile-photo", name="me.jpg"),
            ),
            core=("accent", "zone", "name"),
        ),
        Intent(
            name="looks",
            persona="Somebody who wants to see it every day",
            want="Let the computer look like {topic}",
            stories=CLUB,
            steps=(
                step("drawing", "paint/draw-shape paint/fill"),
                step("background", "settings/background-photo", "drawing"),
                step("profile", "settings/profile-photo", "drawing"),
                step("accent", "settings/accent"),
                step("keep", "files/copy", "drawing"),
                step("sent", "mail/send-file skype/send-file", "drawing"),
            ),
            core=("background", "profile"),
        ),
    ),
)

# -- what is looked up, bought and discussed on the web ---------------------------------------------------------------

_ARTICLE = {"title": "{article}", "name": "{article}.txt"}

_WEB_RESEARCH = Scenario(
    name="Web Research",
    place=8,
    categories=("Web Browsing",),
    online=True,
    intents=(
        Intent(
            name="read-up",
            persona="Somebody who has to give a talk next week",
            want="Read up on {topic}",
            stories=ARTICLES,
            steps=(
                step("article", "web/wiki-download", **_ARTICLE),
                step("cited", "web/wiki-cite", title="{article}", page="{article_page}"),
                step("watched", "web/wiki-watch", title="{article}"),
                *pasted("cited"),
                step("renamed", "files/move", "article"),
                *stored("article|renamed"),
                step("sent", "mail/send-file web/mail-attach", "article|renamed|zip"),
                step("chat", "skype/send-file zoom/share-file", "article"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|paste-mail"),
                step("favourite", "web/add-favourite", url="wiki.contoso.com/wiki/{article_page}"),
                step("note", "sticky-notes/write"),
            ),
            core=("article", "cited"),
        ),
        Intent(
            name="way-there",
            persona="The one who always knows the way",
            want="Find the way to {place} for {topic}",
            stories=PLACES,
            steps=(
                step("route", "web/map-directions", start="{start}", end="{place}", name="{start} to {place}.txt"),
                step("saved", "web/map-save"),
                step("copied", "web/map-copy-address"),
                *pasted("copied"),
                *stored("route"),
                step("sent", "mail/send-file web/mail-attach", "route|zip|backup"),
                step("chat", "skype/send-file zoom/share-file", "route"),
                step("event", "events/create"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|paste-mail"),
            ),
            core=("route", "copied"),
        ),
        Intent(
            name="shopping",
            persona="Somebody who buys for a group and keeps the receipts",
            want="Buy what we need for {topic}",
            stories=PRODUCTS,
            steps=(
                step("basket", "web/shop-basket", product="{product}", id="{product_id}"),
                step("wish", "web/shop-wish"),
                step("invoice", "web/shop-invoice"),
                *stored("invoice"),
                step("sent", "mail/send-file web/mail-attach", "invoice", subject="{title} - the invoice"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("proof", "todo/attach-file", "task invoice"),
                step("page", "web/add-favourite", url="shop.northwind.com/product/{product_id}"),
            ),
            core=("basket", "invoice"),
        ),
        Intent(
            name="orders",
            persona="A customer of the Northwind store",
            want="Deal with my orders at the Northwind store",
            stories=PRODUCTS,
            steps=(
                step("invoice", "web/shop-invoice"),
                step("cancelled", "web/shop-cancel"),
                step("review", "web/shop-review"),
                step("wish", "web/shop-wish"),
                step("kept", "files/copy", "invoice"),
                step("sent", "mail/send-file", "invoice", subject="Invoice for you"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("zip", "7-zip/add", "invoice", archive="invoices.zip"),
            ),
            core=("invoice", "cancelled", "review"),
        ),
        Intent(
            name="forum",
            persona="A regular of the forum",
            want="Find out what others say about {topic}",
            stories=THREADS,
            steps=(
                step("answer", "web/forum-reply", thread="{thread}", id="{thread_id}"),
                step("follow", "web/forum-follow", thread="{thread}", id="{thread_id}"),
                step("text", "text/write-file word/write-document"),
                step("list", "web/forum-attach", "text", thread="{thread}", id="{thread_id}"),
                step("papers", "web/forum-download"),
                *stored("papers|text"),
                step("sent", "mail/send-file web/mail-attach", "papers|text"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("own-thread", "web/forum-new", thread="{title}", id="{stem}", text="{text}"),
            ),
            core=("list", "papers", "answer"),
        ),
    ),
)

SCENARIOS = (
    _ACROSS_THE_DESKTOP,
    _PROGRAMMING,
    _RESEARCH_WRITING,
    _SYSTEM_CARE,
    _WEB_RESEARCH,
)
