"""`omnigym play`: a page on this machine's own address in which a person drives an environment's desktop.

What the mouse and the keyboard do in the page becomes ordinary actions (`gestures`), each of them one step of the
environment (`player`); what changed on the screen goes back as a small picture (`frames`). A connection joins the two
(`link`), and a web server that only this machine can reach holds it all (`server`, `guard`).
"""
