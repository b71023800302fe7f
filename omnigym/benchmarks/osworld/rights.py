"""Commands of root in task files that need no root here: what they install is there, or they only touch the home."""

from __future__ import annotations

import re
import shlex

from omnigym.benchmarks.osworld.programs import are_installed

__all__ = ["looks_outside", "without_root"]

#: A command by `sudo`, with the password of the published machine piped into it.
_SUDO = re.compile(r"(?:echo\s+(['\"]?)\w+\1\s*\|\s*)?\bsudo\s+(?:-S\s+)?([^;&|\n]+)")
_MANAGERS = frozenset({"apt", "apt-get", "aptget", "pip", "pip3"})
#: Programs that need root only where files are root's.
_FILING = frozenset({"chmod", "cp", "mkdir", "mv", "rm", "rmdir", "touch"})
_MODE = re.compile(r"[0-7]{3,4}|[ugoa]*[-+=][rwxX]+")
_NOTHING = "true"
#: A path that is looked at, other than those in which a user may write.
_LOOK = re.compile(
    r"(?:(?<=\s)-[a-zA-Z]|\b(?:cat|find|ls|stat))\s+['\"]?"
    r"(/(?!(?:home/user|tmp|dev|proc|run|sys)\b)[\w.-]+(?:/[\w.-]+)*)"
)


def looks_outside(command: str) -> str:
    """The first path outside the home that a command looks at, and that no user may make; "" for none.

    >>> looks_outside("[ -d '/test' ] && echo yes"), looks_outside("/bin/bash -c 'ls /tmp; [ -f /home/user/a ]'")
    ('/test', '')
    """
    found = _LOOK.search(command)
    return found[1] if found else ""


def _in_home(path: str) -> bool:
    return path.startswith(("~/", "/home/user/")) and ".." not in path.split("/")


def without_root(line: str) -> tuple[str, tuple[str, ...]]:
    """A command without the parts that need no root here.

    Installing programs that the desktop has comes to nothing. A command that only touches files of the home is run
    by the user.

    Returns:
        The command, and a note on each such part. A command that comes to nothing is "true", one or several times.

    >>> without_root("echo password | sudo -S apt install jq -y && jq . a.json")
    ('true && jq . a.json', ('Left out, as it is installed: apt install jq -y.',))
    >>> without_root("sudo mkdir ~/done; sudo reboot")
    ('mkdir ~/done; sudo reboot', ('Run without root: mkdir ~/done.',))
    """
    notes: list[str] = []

    def plain(found: re.Match[str]) -> str:
        command = found[2].strip()
        try:
            program, *arguments = shlex.split(command)
        except ValueError:
            return found[0]
        words = [w for w in arguments if not w.startswith("-")]
        tail = found[2][len(found[2].rstrip()) :]
        if program in _MANAGERS and words[:1] in (["update"], ["install"]) and are_installed(words[1:]):
            notes.append(f"Left out, as it is installed: {command[:120]}." if words[1:] else "")
            return _NOTHING + tail
        files = [w for w in words if not _MODE.fullmatch(w)]
        if program in _FILING and files and all(map(_in_home, files)):
            notes.append(f"Run without root: {command[:120]}.")
            return command + tail
        return found[0]

    kept = _SUDO.sub(plain, line)
    return kept, tuple(filter(None, notes))
