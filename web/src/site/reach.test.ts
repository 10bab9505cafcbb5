import assert from "node:assert/strict";
import { test } from "node:test";
import { reach } from "./reach.ts";

test("an address of this device leads nobody else here", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "lido.localhost"])
    assert.equal(reach(name), "device", name);
});

test("a private address leads those on the same network here", () => {
  for (const name of ["192.168.1.20", "10.0.0.7", "172.16.0.1", "172.31.255.1", "lido.local", "raspberry", "[fd12::1]"])
    assert.equal(reach(name), "network", name);
});

test("other addresses are open to all", () => {
  for (const name of ["example.org", "172.32.0.1", "203.0.113.5", "[2001:db8::1]"])
    assert.equal(reach(name), "all", name);
});
