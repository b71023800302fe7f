"""A text editor, which every desktop has under its own name; its declaration is made by `app.text_editor`."""
