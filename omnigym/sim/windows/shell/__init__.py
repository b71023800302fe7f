"""The Windows 11 shell. Each part (desktop, taskbar, Start menu, flyouts) is declared like an app, in ``APPS``."""
