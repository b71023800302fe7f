"""Microsoft Store: what can be installed; its declaration is in `app`."""
