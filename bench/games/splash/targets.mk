.PHONY: physics towers placements stage

# What the physics of Splash! promises, measured; then whole games of bots (half an hour).
physics: setup
	$(BIN)/python -m bench.games.splash.physics

towers: setup
	$(BIN)/python -m bench.games.splash.towers

placements: setup
	$(BIN)/python -m bench.games.splash.placements

# How Splash! feels in a browser that draws in software.
stage: setup web
	$(BIN)/python -m bench.games.splash.stage
