"""What happens on a desktop that nobody asked for: a toast, a mail, a dialog, an update that wants a restart.

OS-MAP's level L3, the *adaptive agent*, is about "dynamic, noisy" environments and "unpredictable events": the agent
closes what is in its way and goes on. A series of disturbances is a pure function of its kinds, its seed and how many
there were, so an episode can be repeated byte for byte. Which kinds there are a platform declares
(`SimPlatform.disturbances`): each is a function from a source of chance, its number and the time to effects, which may
be about the platform's own apps only.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from omnigym.documents.mail import Headers, Mail, name_of, write_mail
from omnigym.errors import UnknownNameError
from omnigym.sim.app import Effect
from omnigym.sim.common.mail import ACCOUNT, file_name
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.messages import carry_out
from omnigym.sim.platform import Happening
from omnigym.sim.system import Disturb, Later, Notify, Store
from omnigym.sim.vfs import join

#: Virtual milliseconds from one to the next, at least and at most. A click takes 100, a key 50, a character 30: the
#: oracle of one subtask takes about 600 in all.
_SOONEST, _LATEST = 200, 1500

#: Sender, subject and text of mails.
_MAILS = (
    ("Nora Lind <nora.lind@example.com>", "Lunch on Friday?", "Hi,\n\nshall we have lunch on Friday?\n\nNora"),
    ("City Library <noreply@library.example>", "Your books are due", "Two books are due in three days."),
    ("Marek Novak <marek.novak@example.com>", "Slides", "The slides are almost done. I send them tomorrow."),
    ("Weekly Digest <news@digest.example>", "This week in five minutes", "Five stories that you may have missed."),
    ("Facilities <facilities@example.com>", "Lift out of order", "The lift in building B is out of order today."),
)


def toasts(notes: Sequence[Notify]) -> Happening:
    """The kind that shows one of these notifications."""
    return lambda rng, number, now: (rng.choice(notes),)


def mails(inbox: str, app: str) -> Happening:
    """The kind by which a mail arrives.

    Args:
        inbox: The folder into which it comes.
        app: The app that says so.
    """

    def arrives(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
        sender, subject, body = rng.choice(_MAILS)
        content = write_mail(Mail(Headers(sender=sender, to=ACCOUNT, subject=subject, date_ms=now), body))
        path = join(inbox, file_name(f"{subject} {number:03}"))
        return Store(path, content), Notify(app, name_of(sender), subject, path)

    return arrives


def series(known: Mapping[str, Happening], kinds: Sequence[str], seed: int) -> Later:
    """The effect that begins an endless series.

    Args:
        known: The kinds that the platform has.
        kinds: Which of them.
        seed: Decides what happens, and when.

    Raises:
        UnknownNameError: The platform has no such kind of disturbance.
    """
    for kind in kinds:
        if kind not in known:
            raise UnknownNameError("disturbance of this device", kind, known)
    return _next(Disturb(tuple(sorted(set(kinds))), seed), random.Random(f"{seed} begins"))


def disturbance(known: Mapping[str, Happening], effect: Disturb, now: int) -> tuple[Effect, ...]:
    """The effects of one disturbance, and what brings the next."""
    rng = random.Random(f"{effect.seed} {effect.number}")
    happens = known[rng.choice(effect.kinds)](rng, effect.number, now)
    return *happens, _next(effect._replace(number=effect.number + 1), rng)


def _next(effect: Disturb, rng: random.Random) -> Later:
    return Later(rng.randrange(_SOONEST, _LATEST), effect)


def _disturb(desk: Desktop, wid: str, effect: Disturb) -> None:
    carry_out(desk, wid, disturbance(desk.platform.disturbances, effect, desk.regs.clock_ms))


#: What carries out the effect that is due when the next disturbance is: for a platform's table of effects.
DISTURBING: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {Disturb: _disturb}
