/** Pairs who play at a server of boardgame.io as fast as they are answered: `node players.js PORT PAIRS SECONDS`. */

import { io } from "socket.io-client";

const [port, pairs, seconds] = process.argv.slice(2).map(Number);
const WARM_UP_MS = 3000;
const waits = [];
let counts = false;

/** One of two; `over` is called when the game has ended. */
function player(matchID, playerID, over) {
  const socket = io(`http://127.0.0.1:${port}/cells`, { transports: ["websocket"], forceNew: true });
  let sent = 0;
  let asked = -1;
  const look = (state) => {
    if (sent && state._stateID > asked) {
      if (counts) waits.push(performance.now() - sent);
      sent = 0;
    }
    if (state.ctx.gameover) return over();
    if (sent || state.ctx.currentPlayer !== playerID) return;
    [sent, asked] = [performance.now(), state._stateID];
    const payload = { type: "mark", args: [asked % 25], playerID };
    socket.emit("update", { type: "MAKE_MOVE", payload }, asked, matchID, playerID);
  };
  socket.on("connect", () => socket.emit("sync", matchID, playerID, undefined, 2));
  socket.on("sync", (_, { state }) => look(state));
  socket.on("update", (_, state) => look(state));
  return socket;
}

/** A game, and another when it is over. */
function pair() {
  const matchID = Math.random().toString(36).slice(2);
  let over = 0;
  const sockets = ["0", "1"].map((id) =>
    player(matchID, id, () => {
      if (++over < 2) return;
      for (const socket of sockets) socket.disconnect();
      pair();
    }),
  );
}

for (let made = 0; made < pairs; made++) pair();
await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
counts = true;
const [began, used] = [performance.now(), process.cpuUsage()];
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const lasted = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(used);
waits.sort((one, other) => one - other);
const at = (part) => waits[Math.floor(waits.length * part)];
const players = (user + system) / 1e6 / lasted;
console.log(JSON.stringify({ rate: waits.length / lasted, p50: at(0.5), p99: at(0.99), players }));
process.exit();
