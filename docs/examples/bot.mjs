import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const engine = spawn("lido", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(question) {
  engine.stdin.write(JSON.stringify(question) + "\n");
  return JSON.parse((await lines.next()).value);
}

await ask({ do: "new", game: "le-plouf", players: 2 });
for (let legal; (legal = await ask({ do: "legal" })).seat; ) {
  const mine = legal.moves[Math.floor(Math.random() * legal.moves.length)];
  await ask({ do: "play", move: legal.seat === 1 ? mine : (await ask({ do: "go", level: "gentle" })).move });
}
console.log(JSON.stringify(await ask({ do: "result" })));
engine.stdin.end();
