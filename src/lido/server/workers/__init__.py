"""Work that must not make the service wait, in separate processes.

`bots.BotPool` says what a bot would play and what moves are worth. `process` starts worker processes, also for the
live parts of games. A worker gets only what a seat may know; one that dies is replaced.
"""
