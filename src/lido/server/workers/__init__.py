"""Work that must not make the service wait, in processes of their own.

`bots.BotPool` answers what a bot would play and what moves are worth. `physics.PhysicsPool` lets pieces of
Splash! be set in real time. A process is told no more than a seat may know; one that dies is replaced.
"""
