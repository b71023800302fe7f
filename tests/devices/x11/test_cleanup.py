"""What a desktop leaves is removed, and what is another one's by then is left alone."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.devices.x11 import cleanup

_NUMBER = 60_000 + os.getpid() % 5000  # no desktop claims it, nor does the same test in another process
_USER = 1_999_900_000 + os.getpid() % 5000  # nor this


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The directory of a desktop that has a display and a user."""
    (tmp_path / "keeps the base").touch()
    place = tmp_path / "place"
    place.mkdir()
    (place / cleanup.DISPLAY).write_text(str(_NUMBER))
    (place / cleanup.USER).write_text(str(_USER))
    (tmp_path / f"{cleanup.USER_LINK}{_USER}").symlink_to(place.name)
    return place


@pytest.fixture
def display(place: Path) -> Iterator[Path]:
    """Where the socket of its display is."""
    path = Path(f"/tmp/.X11-unix/X{_NUMBER}")
    if not path.parent.is_dir():
        path.parent.mkdir()
        path.parent.chmod(0o1777)  # whatever the umask: desktops have users of their own
    yield path
    path.unlink(missing_ok=True)


def _dead_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def _claim_of_another(place: Path, display: Path) -> Path:
    """Another desktop gets the display and the user; returns the link that says who has the user."""
    display.symlink_to(place.parent / "other" / display.name)
    claim = place.parent / f"{cleanup.USER_LINK}{_USER}"
    claim.symlink_to("other")
    return claim


@pytest.mark.parametrize("left", ["a dead socket", "a link"])
def test_a_display_and_a_user_are_given_back(place: Path, display: Path, left: str) -> None:
    if left == "a link":
        display.symlink_to(place / "x11" / display.name)
    else:
        _dead_socket(display)
    cleanup.remove(str(place))
    assert not os.path.lexists(display)
    assert [path.name for path in place.parent.iterdir()] == ["keeps the base"]


def test_who_clears_up_second_takes_nothing_from_the_next_desktop(place: Path, display: Path) -> None:
    display.symlink_to(place / "x11" / display.name)
    turn = os.open(place, os.O_RDONLY)
    fcntl.flock(turn, fcntl.LOCK_EX)
    second = threading.Thread(target=cleanup.remove, args=(str(place),))
    second.start()
    second.join(0.1)
    assert second.is_alive()
    assert (place / cleanup.USER).exists(), "it did not wait for its turn"
    # the first one is done, and all that was given back is another desktop's
    display.unlink()
    (place.parent / f"{cleanup.USER_LINK}{_USER}").unlink()
    claim = _claim_of_another(place, display)
    place.rename(place.parent / "gone")
    os.close(turn)
    second.join()
    assert os.readlink(claim) == "other"
    assert display.is_symlink()


def test_who_was_killed_while_clearing_up_leaves_no_note_of_what_is_given_back(
    place: Path, display: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    display.symlink_to(place / "x11" / display.name)
    with monkeypatch.context() as killed:
        killed.setattr(cleanup, "_remove_files", lambda *_: None)
        cleanup.clear(str(place))
    claim = _claim_of_another(place, display)
    with subprocess.Popen(["sleep", "60"], user=_USER if os.geteuid() == 0 else None) as of_another:
        cleanup.remove(str(place))
        assert of_another.poll() is None
        of_another.kill()
    assert not place.exists()
    assert os.readlink(claim) == "other"
    assert display.is_symlink()


def test_who_clears_up_out_of_turn_kills_nobody_of_the_next_desktop(place: Path) -> None:
    (place.parent / f"{cleanup.USER_LINK}{_USER}").unlink()
    claim = place.parent / f"{cleanup.USER_LINK}{_USER}"
    claim.symlink_to("other")
    with subprocess.Popen(["sleep", "60"], user=_USER if os.geteuid() == 0 else None) as of_another:
        assert of_another.pid not in cleanup.marked_processes(str(place))
        cleanup.remove(str(place))
        assert of_another.poll() is None
        of_another.kill()
    assert not place.exists()
    assert os.readlink(claim) == "other"


def test_a_display_that_was_claimed_meanwhile_is_left_alone(
    place: Path, display: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _dead_socket(display)

    def claimed(path: str) -> bool:
        """Another desktop links its own socket, at which nobody listens yet."""
        Path(path).unlink()
        Path(path).symlink_to(place.parent / "other" / display.name)
        return True

    monkeypatch.setattr(cleanup, "_is_dead", claimed)
    cleanup.remove(str(place))
    assert display.is_symlink()


def test_who_keeps_the_turn_for_ever_is_not_waited_for_without_end(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "_TURN", 0.05)
    turn = os.open(place, os.O_RDONLY)
    fcntl.flock(turn, fcntl.LOCK_EX)
    cleanup.remove(str(place))
    os.close(turn)
    assert not place.exists()
