"""Recipes of images. Each module here has a function ``recipe`` that returns a `omnigym.devices.vm.building.Recipe`."""
