.PHONY: physics hands towers placements held stage

# What the physics of Splash! promises, measured.
physics: setup
	$(BIN)/python -m bench.games.splash.physics

# How often hands of different kinds set a piece; then whole games of bots. Both go on where they were interrupted.
hands: setup
	$(BIN)/python -m bench.games.splash.hands

towers: setup
	$(BIN)/python -m bench.games.splash.towers

placements: setup
	$(BIN)/python -m bench.games.splash.placements

# How long a placement takes while others hold pieces.
held: setup
	$(BIN)/python -m bench.games.splash.held

# How Splash! feels in a browser that draws in software.
stage: setup web
	$(BIN)/python -m bench.games.splash.stage
