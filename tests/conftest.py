from hypothesis import settings

# The first example of a property may wait for the compiler, so no example has a deadline.
settings.register_profile("lido", deadline=None)
settings.load_profile("lido")
