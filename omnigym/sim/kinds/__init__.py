"""Kinds of programs: what a chat, a player, a calendar, a deck has in common with others of its kind.

A package a kind, none of them an app; each has two apps that use it, or it belongs into its one.
"""
