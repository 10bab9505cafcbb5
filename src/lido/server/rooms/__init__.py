"""Tables in memory with the people at them: connections, the runner of bots and clocks, the lobby."""
