"""The rules, the search and the bots of record games for browsers and Node, made from their Python source.

`python -m lido.browser OUT` writes a script and a module of WebAssembly for each game. The compiled functions become
WebAssembly (`kernels`, `search`, `wasm`); the Python around them becomes JavaScript (`javascript`, `image`).
`web/src/engine` loads both.
"""
