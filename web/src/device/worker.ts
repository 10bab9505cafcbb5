/** A worker of the page: it holds a table of this device, or searches, or replays records. */

import type { Sent } from "../site/messages.ts";
import { Caller, type CallError, type Port, serve } from "./calls.ts";
import type { Thought } from "../engine/types.ts";
import { analysed, decided, gameOf, hinted, levels, predicted, prepared, replayed, thought } from "./rules.ts";
import { load, save } from "./store.ts";
import { DeviceTable } from "./table.ts";

declare const self: DedicatedWorkerGlobalScope;

let table: DeviceTable | null = null;

/** Open a table of this device; false where there is none. A table that another window has open is taken over. */
async function open(id: string, seen: number, ports: readonly MessagePort[]): Promise<boolean> {
  await held(id);
  const kept = await load(id);
  if (!kept) return false;
  const searchers = ports.map((port) => {
    port.start();
    return new Caller(port);
  });
  const opened = new DeviceTable(kept, await gameOf(kept.game), {
    say: (message) => table && self.postMessage({ said: message }),
    save,
    choose: async (view, level, seat) => {
      const key = `${id} ${seat}`;
      const asked = searchers.map((one, tree) => one.ask<Thought[] | null>("think", [view, level, key, tree]));
      const thoughts = (await Promise.all(asked)).filter((one) => one !== null);
      return searchers[0]!.ask("decide", [view, level, key, thoughts]);
    },
    hint: (view) => searchers[0]!.ask("hint", [view]),
  });
  await opened.prepare();
  table = opened;
  self.postMessage({ said: opened.welcome(seen) });
  opened.run();
  return true;
}

/** Have a table for oneself, until another window wants it. */
function held(id: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    void navigator.locks
      .request(`lido.table.${id}`, { steal: true }, () => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch(() => {
        table = null;
        self.postMessage({ taken: true });
      });
  });
}

const HANDLERS = {
  open,
  command: (command: Sent) => table?.carryOut(command),
  think: thought,
  decide: decided,
  hint: hinted,
  levels,
  prepare: prepared,
  analyse: analysed,
  replay: replayed,
  predict: predicted,
  serve: (port: MessagePort) => {
    answer(port);
    port.start();
  },
};

/** An error as it is told: what is refused has a code and facts, of which some may be refusals themselves. */
function described(error: unknown): CallError {
  const { code, facts } = error as CallError;
  return code === undefined ? { why: `${error}` } : { code, facts: facts ?? {}, why: code };
}

function answer(port: Port): void {
  serve(port, HANDLERS, described);
}

answer(self);
