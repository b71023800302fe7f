"""Control Panel: the old way to some of the settings; its declaration is in `app`."""
