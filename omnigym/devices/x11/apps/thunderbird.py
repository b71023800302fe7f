"""Thunderbird, a mail program, with one account that needs no server: Local Folders."""

from __future__ import annotations

import json
from collections.abc import Mapping

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

_FOLDER = ".thunderbird"
_PROFILE = "desktop.default-release"
_MAIL = f"{_FOLDER}/{_PROFILE}/Mail/Local Folders"

#: Debian's program is told by this number, of the folder that it is in, which profile is its own; else it makes one.
_INSTALLATION = "FDC34C9F024745EB"
_PROFILES = f"""[Install{_INSTALLATION}]
Default={_PROFILE}
Locked=1

[Profile0]
Name=default-release
IsRelative=1
Path={_PROFILE}
Default=1

[General]
StartWithLastProfile=1
Version=2
"""

#: One account of folders that are files here; no question at the start, no word to a server, nothing that moves.
_PREFERENCES: Mapping[str, bool | int | str] = {
    "app.donation.eoy.version.viewed": 999,
    "app.update.auto": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "extensions.update.enabled": False,
    "general.smoothScroll": False,
    "mail.account.account1.server": "server1",
    "mail.accountmanager.accounts": "account1",
    "mail.accountmanager.localfoldersserver": "server1",
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.rights.version": 1,
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
    "mail.server.server1.hostname": "Local Folders",
    "mail.server.server1.name": "Local Folders",
    "mail.server.server1.type": "none",
    "mail.server.server1.userName": "nobody",
    "mail.shell.checkDefaultClient": False,
    "mail.spotlight.firstRunDone": True,
    "mail.startup.enabledMailCheckOnce": True,
    "mail.tabs.drawInTitlebar": False,
    "mail.winsearch.firstRunDone": True,
    "mailnews.start_page.enabled": False,
    "mailnews.start_page_override.mstone": "ignore",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.caretBlinkTime": 0,
    "ui.prefersReducedMotion": 1,
}

_THUNDERBIRD = XAppDefinition(
    name="thunderbird",
    category="Social Communication",
    argv=("thunderbird",),
    package="thunderbird",
    wm_class="thunderbird-default",
    ready={"role": Role.TREE_ITEM, "text": "Local Folders"},
    settings={
        f"{_FOLDER}/profiles.ini": _PROFILES,
        f"{_FOLDER}/{_PROFILE}/prefs.js": "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()
        ),
        **dict.fromkeys((f"{_MAIL}/{name}" for name in ("Inbox", "Trash", "Unsent Messages")), ""),
    },
    keys={
        "window": {"role": Role.WINDOW},
        "folder": {"role": Role.TREE_ITEM, "text": "{name}"},
        "message": {"role": Role.LIST_ITEM, "text": "{name}"},
        "compose": {"role": Role.BUTTON, "name": "New Message"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_THUNDERBIRD,)
