"""The service under trial: a load of games, killings, a hostile client. `make load`, `make soak`, `make hostile`."""
