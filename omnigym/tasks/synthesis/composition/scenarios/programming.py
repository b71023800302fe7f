"""Programming: small scripts and the files they make, an editor as one likes it."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import FOLDER, mailed, shared, stored
from omnigym.tasks.synthesis.composition.topics import SCRIPTS, STUDY, WORK

__all__ = ["SCENARIO"]

_SCRIPT = {
    "folder": "{home}",
    "name": "{script_name}",
    "script": "{script}",
    "output": "{output}",
    "result": "{result}",
}

SCENARIO = Scenario(
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
