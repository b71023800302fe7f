"""Trials that hold for nearly every subtask of the phone, made of its oracle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from omnigym.actions import Action, Drag, OpenApp, Type, Wait
from omnigym.tasks.apps._variations import made_of
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = {
    "calendar": "create delete invite move place reminder whole-day",
    "calls": "call-back call-contact delete-call dial save-caller",
    "camera": "mode settings take",
    "chrome": "bookmark delete-bookmark search shop-wish visit wiki-download wiki-watch",
    "clock": "add-city delete-alarm label-alarm repeat-alarm set-alarm start-timer turn-on-alarm",
    "contacts": "change-number create delete star",
    "docs": "add-line create",
    "drive": "create-folder download move remove rename share star upload",
    "files": "copy copy-text create-folder delete move rename restore",
    "gmail": (
        "archive attachment-to-drive delete draft forward mark-unread reply save-attachment send send-file "
        "send-three-files send-two-files star to-tasks"
    ),
    "keep": "archive checklist colour create delete label pin send-by-mail",
    "maps": "copy-address navigate navigate-between save",
    "messages": "copy-text delete-conversation mark-unread read reply send send-to-number",
    "music": "add-to-playlist delete-playlist like new-playlist play podcast-speed seek",
    "photos": "crop delete favorite filter rotate wallpaper",
    "settings": "brightness easy-reading quick-tile rename-phone screen-timeout switch time-zone volume",
    "tasks": "add complete delete details new-list star",
}
#: So many actions open an app and begin something. Where that is all there is to do, it is no wrong run.
_BEGUN = 3
_DONE_BY_THEN = {"phone-messages/read", "phone-settings/quick-tile"}
#: Time passes there: what plays goes on, what counts down comes to its end.
_NOT_SLOWLY = {"phone-music/seek", "phone-clock/start-timer"}
#: Their oracles write, in fields.
_TYPED = (
    "calendar/create calendar/whole-day calendar/place calendar/invite clock/label-alarm contacts/create "
    "contacts/change-number docs/create docs/add-line drive/create-folder drive/rename drive/share files/create-folder "
    "files/rename gmail/send gmail/draft gmail/reply gmail/forward keep/create keep/checklist keep/label messages/send "
    "messages/send-to-number messages/reply music/new-playlist settings/rename-phone tasks/add tasks/details "
    "tasks/new-list"
)


def _ids(families: Iterable[str]) -> list[str]:
    return [f"phone-{name}" for name in families]


def stops_on_the_way(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The app is open, and no more is done than the first thing or two."""
    yield from islice(actions, _BEGUN)


def looks_around_first(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Other apps and the shade are looked at first, which changes nothing."""
    for app in ("photos", "maps", "contacts"):
        yield ui.press("home")
        yield OpenApp(app)
    yield Drag((0.5, 0.005), (0.5, 0.5))
    yield ui.press("back")
    yield from actions


def slowly(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """With a while between one thing and the next."""
    for action in actions:
        yield action
        yield Wait(1.0)


def corrects_a_slip(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """A letter too many is typed, and taken back."""
    for action in actions:
        if not isinstance(action, Type):
            yield action
            continue
        yield Type(f"{action.text}e")
        yield ui.press("backspace")


for _id in _ids(f"{family}/{name}" for family, names in _ALL.items() for name in names.split()):
    right_way(_id)(made_of(looks_around_first, _id))
    if _id not in _NOT_SLOWLY:
        right_way(_id)(made_of(slowly, _id))
    if _id not in _DONE_BY_THEN:
        wrong_run(_id)(made_of(stops_on_the_way, _id))
for _id in _ids(_TYPED.split()):
    right_way(_id)(made_of(corrects_a_slip, _id))
