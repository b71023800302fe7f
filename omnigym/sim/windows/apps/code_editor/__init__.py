"""Visual Studio Code: its declaration is in `app`."""
