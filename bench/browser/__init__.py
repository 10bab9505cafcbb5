"""How fast the games are in Chromium, beside Numba on the same machine in the same run: `make browser-speed`."""
