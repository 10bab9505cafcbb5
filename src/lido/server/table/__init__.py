"""A table: a command is decided (`decide`) to be events, which are applied to the state and become entries (`changes`).

`state` is what the log (`events`) says, and `views` is what people see of it. Nothing here reads a clock, a socket
or a database.
"""
