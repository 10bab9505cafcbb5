import assert from "node:assert/strict";
import test from "node:test";
import { lines } from "./parts.ts";

test("lines are given whole, however the parts are cut", async () => {
  const bytes = new TextEncoder().encode('{"at":0}\n{"at":1,"who":"Zoé"}\n');
  const parts = [bytes.slice(0, 5), bytes.slice(5, 24), bytes.slice(24)];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const found = [];
  for await (const line of lines(body)) found.push(line);
  assert.deepEqual(found, ['{"at":0}', '{"at":1,"who":"Zoé"}']);
});
