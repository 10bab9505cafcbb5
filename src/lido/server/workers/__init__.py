"""Work that must not make the service wait, in processes of its own.

`bots.BotPool` says what a bot would play and what moves are worth. `process` starts worker processes, also for the
live parts of games. A worker is told no more than a seat may know; one that dies is replaced.
"""
