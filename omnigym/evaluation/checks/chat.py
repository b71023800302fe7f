"""Checks of chat programs (`omnigym.sim.kinds.chat`): answers, shared files, recordings, invitations."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.documents.sound import seconds_of
from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._initial_content import contents, contents_before
from omnigym.evaluation.checks.rows import is_new, rows_with
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = ["call_lasted", "invitation_saved", "message_answers", "message_with_file", "recording_lasts"]


@check("message_answers", effects=lambda uri, columns, **_: (Effect("add", uri, row=columns, most=1),))
def message_answers(probe: Probe, uri: str, columns: Mapping[str, object], to: Mapping[str, object]) -> Verdict:
    """A message answers another one.

    Args:
        probe: Reads the device.
        uri: The table of the messages.
        columns: Values of the answer; see `row_exists`.
        to: Values of the message that it answers.
    """
    answered = {row["id"] for row in rows_with(probe, uri, to)}
    if any(row.get("answers") in answered for row in rows_with(probe, uri, columns)):
        return passed()
    return not_yet(f"No message of {uri} with {dict(columns)} answers one with {dict(to)}.")


@check(
    "message_with_file",
    effects=lambda uri, columns, **_: (
        Effect("add", uri, row=columns, most=1),
        Effect("change", uri, ("text",), row=columns, why="A word may go with a file."),
    ),
)
def message_with_file(probe: Probe, uri: str, columns: Mapping[str, object], path: str) -> Verdict:
    """A message came with a file that has what another file had.

    Args:
        probe: Reads the device.
        uri: The table of the messages, whose column "kept" says where the shared copy is.
        columns: Values of the message; see `row_exists`.
        path: The file that was to be shared.
    """
    wanted = contents(probe, path)
    if not wanted:
        return not_yet(f"There is no file {path!r}.")
    found = rows_with(probe, uri, columns)
    if any(row.get("kept") and probe.read_file(row["kept"]) in wanted for row in found):
        return passed()
    return not_yet(f"No message of {uri} with {dict(columns)} came with what is in {path!r}.")


@check("recording_lasts", effects=lambda path, **_: makes(path))
def recording_lasts(probe: Probe, path: str, seconds: int, slack: int = 8) -> Verdict:
    """A sound was recorded that is so long.

    Args:
        probe: Reads the device.
        path: Of the .wav file, which was not there before.
        seconds: The least length.
        slack: By how many seconds it may be longer.
    """
    content = probe.read_file(path)
    if content is None or contents_before(probe, path):
        return not_yet(f"There is no new file {path!r}.")
    found = seconds_of(content)
    if seconds <= found <= seconds + slack:
        return passed()
    return not_yet(f"{path!r} lasts {found:.0f} seconds, not {seconds} to {seconds + slack}.")


@check("invitation_saved", effects=lambda path, **_: writes(path))
def invitation_saved(probe: Probe, path: str, uri: str, topic: str) -> Verdict:
    """A calendar file (RFC 5545) is about a scheduled meeting: its topic, the moment when it begins, its link.

    Args:
        probe: Reads the device.
        path: Of the file.
        uri: The table of the meetings, with the columns "topic", "day", "time" and "link".
        topic: Of the meeting.
    """
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    lines = {line.strip() for line in content.decode("utf-8", "replace").splitlines()}
    for row in rows_with(probe, uri, {"topic": topic}):
        begins = f"{row['day']}T{row['time']}00".replace("-", "").replace(":", "")
        if {"BEGIN:VEVENT", f"SUMMARY:{topic}", f"DTSTART:{begins}", f"LOCATION:{row['link']}"} <= lines:
            return passed()
    return not_yet(f"{path!r} is no invitation to {topic!r}.")


@check("call_lasted", effects=lambda uri, room, **_: (Effect("add", uri, row={"room": room}, most=1),))
def call_lasted(probe: Probe, uri: str, room: str, seconds: int, slack: int = 8) -> Verdict:
    """A call that the user made has ended, and was so long.

    Args:
        probe: Reads the device.
        uri: The table of the calls.
        room: Who was called.
        seconds: The least length.
        slack: By how many seconds it may be longer.
    """
    rows = rows_with(probe, uri, {"room": room, "kind": "outgoing", "state": "ended"})
    found = [int(row["seconds"]) for row in rows if not probe.earlier or is_new(probe, uri, row)]
    if any(seconds <= length <= seconds + slack for length in found):
        return passed()
    return not_yet(f"The calls of {room!r} lasted {found} seconds, none {seconds} to {seconds + slack}.")
