"""Programs that go on until nobody listens any more: ``logcat`` and ``getevent`` without what makes them stop."""

from __future__ import annotations

import asyncio
import importlib
import shlex
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from omnigym.devices.phone.shell.processes import LogcatOptions, logcat_lines
from omnigym.devices.phone.shell.running import Result, UsageError, fail, run_line
from omnigym.devices.phone.streams import Bytes

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

#: ``(phone, arguments, write, gone) -> result``; ``gone`` is done once nobody listens.
LongProgram: TypeAlias = (
    "Callable[[Phone, list[str], Callable[[Bytes], Awaitable[None]], asyncio.Future[None]], Awaitable[Result]]"
)
#: How often the log is looked at, in seconds.
_EVERY_S = 0.1


async def follow_log(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``logcat``: the log, and without ``-d`` what is written from then on."""
    try:
        wanted = LogcatOptions.parse(arguments)
    except UsageError as e:
        return fail(f"logcat: {e}")
    start = phone.log.count
    await write(run_line(phone, _line("logcat", arguments)).out)
    while wanted.follow and not gone.done():
        await asyncio.wait({gone}, timeout=_EVERY_S)
        new, start = logcat_lines(phone, wanted, start), phone.log.count
        if new and not gone.done():
            await write(new.encode())
    return Result()


async def wait_for_events(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``getevent``: the devices; without ``-p`` or ``-i`` it waits for events, of which none come."""
    await write(run_line(phone, _line("getevent", arguments)).out)
    if not any(set(word[1:]) & {"p", "i"} for word in arguments if word.startswith("-")):
        await asyncio.wait({gone})
    return Result()


def _line(program: str, arguments: list[str]) -> str:
    return shlex.join([program, *arguments])


# -- recording --------------------------------------------------------------------------------------------------------

# ``screenrecord``: the screen as MPEG-4 in a file of the phone, or as a stream of H.264 to standard output.

#: How often the screen is looked at, in pictures a second, and how long at most, in seconds, as Android has it.
_RATE, _MOST_SECONDS = 10, 180.0
_VALUED = frozenset({"--size", "--bit-rate", "--time-limit", "--output-format", "--display-id", "--codec-name"})
_UNVALUED = frozenset({"--verbose", "--bugreport", "--show-device-info", "--show-frame-time"})
_STREAM = "h264"


class Recording(NamedTuple):
    """What a command line asks for.

    Attributes:
        file: Where it goes on the phone; ``"-"`` for standard output.
        seconds: How long it takes.
        form: ``"mp4"`` or ``"h264"``.
        size: (width, height) in pixels; None for the screen's.
    """

    file: str
    seconds: float
    form: str
    size: tuple[int, int] | None

    @classmethod
    def parse(cls, arguments: list[str]) -> Recording:
        """Of ``screenrecord``'s arguments.

        Raises:
            UsageError: They cannot be done; the message is Android's where it has one.
        """
        options: dict[str, str] = {}
        files: list[str] = []
        rest = iter(arguments)
        for word in rest:
            name, _, value = word.partition("=")
            if name in _VALUED:
                options[name] = value or next(rest, "")
            elif word.startswith("--") and word not in _UNVALUED:
                raise UsageError(f"unrecognized option `{word}'")
            elif not word.startswith("--"):
                files.append(word)
        if len(files) != 1:
            raise UsageError("Must specify exactly one output file")
        form = options.get("--output-format", "mp4")
        if form not in ("mp4", _STREAM):
            raise UsageError(f"Unknown output format '{form}'; expected mp4 or {_STREAM}")
        if files[0] == "-" and form != _STREAM:
            raise UsageError("Standard output takes --output-format=h264 alone")
        try:
            seconds = float(options.get("--time-limit", _MOST_SECONDS))
        except ValueError:
            raise UsageError(f"Invalid time limit '{options['--time-limit']}'") from None
        if not 0 < seconds <= _MOST_SECONDS:
            raise UsageError(f"Time limit {seconds:g}s outside acceptable range [1,{_MOST_SECONDS:g}]")
        return cls(files[0], seconds, form, _size(options.get("--size", "")))


def _size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) > 1 and int(height) > 1):
        raise UsageError(f"Invalid size '{text}', must be width x height")
    return int(width), int(height)


async def record_screen(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """Record the screen until the time limit, or until nobody listens any more: a file then ends there.

    Args:
        phone: The phone.
        arguments: Those of ``screenrecord``.
        write: Takes pieces of a stream.
        gone: Done once nobody listens.

    Returns:
        Errors, and the exit code.
    """
    try:
        recording = Recording.parse(arguments)
        av = importlib.import_module("av")
    except UsageError as e:
        return fail(f"screenrecord: {e}", 2)
    except ImportError:
        return fail("screenrecord: needs PyAV; install omnigym[record]")
    kept = BytesIO()
    try:
        await _pictures(av, phone, recording, kept, write, gone)
    finally:
        if recording.file != "-":
            phone.files.write(recording.file, kept.getvalue())
    return Result()


async def _pictures(
    av: Any,
    phone: Phone,
    recording: Recording,
    kept: BytesIO,
    write: Callable[[Bytes], Awaitable[None]],
    gone: asyncio.Future[None],
) -> None:
    """Encode the screen each time it changes."""
    width, height = (n & ~1 for n in recording.size or (phone.width, phone.height))  # the format takes even sizes alone
    live = recording.file == "-"
    with av.open(kept, "w", format=recording.form) as container:
        video = container.add_stream("libx264", rate=_RATE, options={"preset": "ultrafast", "tune": "zerolatency"})
        video.width, video.height, video.pix_fmt = width, height, "yuv420p"
        shown = None
        for count in range(max(1, int(recording.seconds * _RATE))):
            frame = phone.frame()
            if shown is None or frame is not shown or not live:
                shown = frame
                picture = av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(width, height, "yuv420p")
                picture.pts = count
                container.mux(video.encode(picture))
            if live:
                await write(_taken(kept))
            done, _ = await asyncio.wait({gone}, timeout=1 / _RATE)
            if done:
                break
        container.mux(video.encode(None))
    if live:
        await write(_taken(kept))


def _taken(kept: BytesIO) -> bytes:
    """What was written, which is then forgotten."""
    data = kept.getvalue()
    kept.seek(0)
    kept.truncate()
    return data
