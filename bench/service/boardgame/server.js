/** A server of boardgame.io that keeps its matches in files: `node server.js FOLDER PORT`. */

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const [dir, port] = process.argv.slice(2);

/** A game of 25 cells and 60 moves. */
const game = {
  name: "cells",
  setup: () => ({ cells: Array(25).fill(null), made: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, cell) {
      G.cells[cell] = playerID;
      G.made += 1;
    },
  },
  endIf: ({ G }) => (G.made >= 60 ? { draw: true } : undefined),
};

const db = new FlatFile({ dir, logging: false });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
void server.run({ port: Number(port), callback: () => console.log("ready") });
