"""The GUI simulator: desktops, phones and sites of plain data, painted by NumPy. It knows no device and no task."""
