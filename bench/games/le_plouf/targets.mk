.PHONY: solve

# The value of every position of Le Plouf for two, in a file in the user's data folder (under an hour, 1.7 GB of memory).
solve: setup
	$(BIN)/lido solve le-plouf
