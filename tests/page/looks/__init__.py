"""Pictures of people at the page, to be looked at by somebody: films of whole games, and first minutes.

They run in real time with motion on, as people see them, and are no tests: `make films`, `make first-minutes`.
"""
