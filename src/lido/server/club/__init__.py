"""What brings people together: strangers who look for a game, and games to watch."""
