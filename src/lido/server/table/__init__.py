"""A table: its log, the state that comes of it, what a command changes, what each seat is shown."""
