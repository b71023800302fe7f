"""What can be done with messages, rooms and huddles."""

from __future__ import annotations

from omnigym.devices.sim.kinds.chat.calling import call_commands
from omnigym.devices.sim.kinds.chat.commands import message_commands, room_commands
from omnigym.devices.sim.kinds.chat.records import Store
from omnigym.devices.sim.kinds.chat.state import Kit
from omnigym.devices.sim.linux.clock import local
from omnigym.devices.sim.linux.file_kinds import app_for

__all__ = ["HUDDLE", "KIT", "MESSAGE", "ROOM"]

KIT = Kit("chat", "Chat", Store("chat", "Chat"), app_for, local)
MESSAGE = message_commands(KIT, answer="Reply in thread", pin="Save for later", unpin="Remove from saved")
ROOM = room_commands(KIT)
HUDDLE = call_commands(KIT, leave="Leave huddle")
