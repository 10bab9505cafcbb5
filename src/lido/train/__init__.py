"""Trains the networks of the board games by playing against themselves: `python -m lido.train GAME`.

It needs PyTorch (`lido-games[train]`). On a graphics card of NVIDIA it plays and learns there; on a processor it does
the same, slowly.
"""
