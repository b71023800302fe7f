"""What happens on a desktop that nobody asked for: a toast, a mail, a dialog, an update that wants a restart.

OS-MAP's level L3, the *adaptive agent*, is about "dynamic, noisy" environments and "unpredictable events": the agent
closes what is in its way and goes on. A series of disturbances is a pure function of its kinds, its seed and how many
there were, so an episode can be repeated byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.common.mailbox import ACCOUNT, file_name, folder_path
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import carry_out
from omnigym.devices.sim.system import Disturb, Interrupt, Later, Notify, Store
from omnigym.devices.sim.vfs import join
from omnigym.documents.mail import Headers, Mail, name_of, write_mail
from omnigym.errors import UnknownNameError

__all__ = ["DISTURBING", "KINDS", "disturbance", "series"]

#: Virtual milliseconds from one to the next, at least and at most. A click takes 100, a key 50, a character 30: the
#: oracle of one subtask takes about 600 in all.
_SOONEST, _LATEST = 200, 1500

_TOASTS = (
    Notify("todo", "Reminder", "Water the plants is due today."),
    Notify("settings", "Windows Security", "The last scan found no threats on your device."),
    Notify("file_manager", "Downloads", "Your download has finished."),
    Notify("photos", "A look back", "You have memories from this day last year."),
    Notify("settings", "Get even more out of Windows", "Finish setting up your device in a few steps."),
    Notify("file_manager", "USB drive", "Select to choose what happens with removable drives."),
)

#: Sender, subject and text of mails.
_MAILS = (
    ("Nora Lind <nora.lind@example.com>", "Lunch on Friday?", "Hi,\n\nshall we have lunch on Friday?\n\nNora"),
    ("City Library <noreply@library.example>", "Your books are due", "Two books are due in three days."),
    ("Marek Novak <marek.novak@example.com>", "Slides", "The slides are almost done. I send them tomorrow."),
    ("Weekly Digest <news@digest.example>", "This week in five minutes", "Five stories that you may have missed."),
    ("Facilities <facilities@example.com>", "Lift out of order", "The lift in building B is out of order today."),
)

_DIALOGS = (
    MessageBox(
        "Low battery",
        "Your battery is running low (10%). You might want to plug in your PC.",
        ("Close",),
        "Close",
        "warning",
    ),
    MessageBox(
        "Printer",
        "The printer 'Office-2' is offline. Do you want to try again?",
        ("Retry", "Cancel"),
        "Cancel",
        "error",
    ),
    MessageBox(
        "Sign in",
        "Your password for the file share expires in 3 days. Do you want to change it now?",
        ("Change it", "Not now"),
        "Not now",
        "question",
    ),
    MessageBox(
        "Feedback",
        "How likely are you to recommend Windows 11 to a friend or colleague?",
        ("Answer", "Not now"),
        "Not now",
        "question",
    ),
)


def _toast(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (rng.choice(_TOASTS),)


def _mail(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    sender, subject, body = rng.choice(_MAILS)
    content = write_mail(Mail(Headers(sender=sender, to=ACCOUNT, subject=subject, date_ms=now), body))
    path = join(folder_path("Inbox"), file_name(f"{subject} {number:03}"))
    return Store(path, content), Notify("mail", name_of(sender), subject, path)


def _dialog(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("system_message", rng.choice(_DIALOGS)),)


def _update(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("windows_update", rng.choice(("5052093", "5053598", "5055523"))),)


#: Kind to what makes the effects of one disturbance, from a source of chance, its number and the time.
KINDS: Mapping[str, Callable[[random.Random, int, int], tuple[Effect, ...]]] = {
    "dialog": _dialog,
    "mail": _mail,
    "toast": _toast,
    "update": _update,
}


def series(kinds: Sequence[str], seed: int) -> Later:
    """The effect that begins an endless series.

    Raises:
        UnknownNameError: There is no such kind of disturbance.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownNameError("disturbance", kind, KINDS)
    return _next(Disturb(tuple(sorted(set(kinds))), seed), random.Random(f"{seed} begins"))


def disturbance(effect: Disturb, now: int) -> tuple[Effect, ...]:
    """The effects of one disturbance, and what brings the next."""
    rng = random.Random(f"{effect.seed} {effect.number}")
    happens = KINDS[rng.choice(effect.kinds)](rng, effect.number, now)
    return *happens, _next(effect._replace(number=effect.number + 1), rng)


def _next(effect: Disturb, rng: random.Random) -> Later:
    return Later(rng.randrange(_SOONEST, _LATEST), effect)


def _disturb(desk: Desktop, wid: str, effect: Disturb) -> None:
    carry_out(desk, wid, disturbance(effect, desk.regs.clock_ms))


#: What carries out the effect that is due when the next disturbance is: for a platform's table of effects.
DISTURBING: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {Disturb: _disturb}
