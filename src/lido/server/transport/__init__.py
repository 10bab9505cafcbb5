"""HTTP and WebSocket: what comes in from the network, and the limits on it."""
