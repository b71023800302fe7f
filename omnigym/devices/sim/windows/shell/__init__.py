"""The Windows 11 shell, declared like any app: desktop, taskbar, Start menu, and the frame that windows get."""
