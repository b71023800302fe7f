"""Dialogs that several apps open."""
