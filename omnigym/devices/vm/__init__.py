"""Virtual machines: images of them, QEMU that runs one, and the device that is a guest in one."""
