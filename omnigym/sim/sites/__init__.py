"""Web sites of the simulated devices: one module a site, found by `pkgutil`, for every simulated browser."""
