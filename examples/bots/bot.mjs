// The same in JavaScript:  lido arena le-plouf --players "cmd:node bot.mjs" random --games 100
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer =
    asked.do === "go" ? { move: asked.legal[Math.floor(Math.random() * asked.legal.length)] } : { ok: true };
  console.log(JSON.stringify(answer));
}
