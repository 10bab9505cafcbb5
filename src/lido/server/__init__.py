"""The service: tables, seats, people, clocks and the log, over HTTP and WebSocket. It holds no rules of any game."""
