"""Input: functions that apply actions to a `Desktop`: pointer, keyboard, menus, text editing, window management.

They change the registers and send messages to apps. A message can close the window that it is sent to, so after `send`
a window is looked up again before it is used. They read the screen through `Desktop.shape`, which is brought up to date
on demand; a node found before a message may therefore be an old one.
"""
