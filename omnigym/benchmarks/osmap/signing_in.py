"""Signing in by the user's hand, as a subtask: its oracle asks the user for the address and for the password."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, CallUser
from omnigym.evaluation.condition import Condition
from omnigym.sim.sites.accounts import HOST, account_file
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.step_library.browser import go_in_browser, press_in_browser
from omnigym.tasks.subtask import UI, subtask

__all__ = ["SIGN_IN"]

SIGN_IN = "osmap-user/sign-in"


@subtask(
    id=SIGN_IN,
    app="browser",
    instruction="Sign in to {title} at " + HOST + "/{service}, and choose '{action}' there.",
    parameters=(
        {"service": "library", "title": "City Library", "action": "Renew both books", "digest": ""},
        {"service": "energy", "title": "Lakeside Energy", "action": "Pay the bill", "digest": ""},
    ),
    conditions=(
        Condition(
            "row_exists",
            {"uri": "content://services/visits", "columns": {"service": "{service}", "signed_in": True, "done": True}},
        ),
    ),
    capabilities=("files", "content", "apps", "a11y"),
    platforms=("windows",),
    setup=(WriteFile(account_file("{service}"), '{{"digest": "{digest}"}}'),),
    implied=("digest",),
    collection="osmap-user",
)
def sign_in(ui: UI, service: str, **_: str) -> Iterator[Action]:
    """The form, each field filled by the user."""
    yield from go_in_browser(ui, f"https://{HOST}/{service}")
    yield ui.click("page.email")
    yield CallUser("email")
    yield ui.click("page.password")
    yield CallUser("password")
    yield ui.click("page.sign_in")
    yield from press_in_browser(ui, "page.action")
