"""The games in JavaScript and WebAssembly, compared with Python in Node."""
