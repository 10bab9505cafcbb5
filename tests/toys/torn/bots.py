raise RuntimeError("no bots today")
