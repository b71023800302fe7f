"""The dialogs and sheets that the apps of the phone share."""
