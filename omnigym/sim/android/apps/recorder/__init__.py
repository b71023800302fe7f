"""Recorder, on the phone: its declaration is in `app`."""
