import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { ApiError, Me } from "./api.ts";
import { comeBack, onlyHere } from "./signed_out.ts";

const ann = { key: "ann" } as Me;
const error = (code: string) => ({ code }) as ApiError;
const OUT = error("service.signed-out");

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

/** A service that loses its first answer to a sign-out. */
function service() {
  const secrets: string[] = [];
  return {
    secrets,
    me: () => Promise.resolve(ann),
    known: () => Promise.reject(OUT),
    onlyHere: (secret: string) => {
      secrets.push(secret);
      return secrets.length === 1 ? Promise.reject(error("site.offline")) : Promise.resolve(ann);
    },
  };
}

test("an answer to a sign-out that was lost is asked for again, with the same secret", async () => {
  const api = service();
  await assert.rejects(onlyHere(api));
  assert.equal(await comeBack(OUT, api), ann);
  assert.equal(api.secrets[0]!.length, 48);
  assert.equal(api.secrets[1], api.secrets[0]);
  assert.equal(await comeBack(OUT, api), ann, "an older answer may have brought the older cookie back");
});

test("another sign-out has a secret of its own", async () => {
  const api = service();
  await assert.rejects(onlyHere(api));
  await onlyHere(api);
  assert.notEqual(api.secrets[1], api.secrets[0]);
});

test("a device that another one signed out says so, and keeps its secret while the service cannot be reached", async () => {
  const api = { ...service(), onlyHere: () => Promise.reject(error("service.nobody")) };
  await assert.rejects(comeBack(OUT, api), (caught) => caught === OUT);
  localStorage.setItem("lido-only-here", "mine");
  await assert.rejects(comeBack(OUT, api), (caught) => caught === OUT);
  const offline = { ...api, onlyHere: () => Promise.reject(error("site.offline")) };
  await assert.rejects(comeBack(OUT, offline), { code: "site.offline" });
  assert.equal(
    await comeBack(OUT, { ...api, known: () => Promise.resolve(ann) }),
    ann,
    "another window had the answer",
  );
});
