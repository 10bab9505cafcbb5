/** The workers of the page: those that search, and how many of them there are. */

import { Caller } from "./calls.ts";

/** Workers that search at a time: a core is left to the page. */
const MOST = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

export function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** Workers that answer questions about positions; each is started when it is first needed. */
class Searchers {
  readonly #callers: Caller[] = [];
  readonly size = MOST;

  /** The one that has the least to do. */
  #next(): Caller {
    const free = this.#callers.find((caller) => !caller.busy);
    if (free) return free;
    if (this.#callers.length < MOST) {
      const started = new Caller(startWorker());
      this.#callers.push(started);
      return started;
    }
    return this.#callers.reduce((one, other) => (other.busy < one.busy ? other : one));
  }

  ask<T>(name: string, ...args: unknown[]): Promise<T> {
    return this.#next().ask<T>(name, args);
  }

  /** Ways to all of them for another worker. */
  ports(): MessagePort[] {
    while (this.#callers.length < MOST) this.#callers.push(new Caller(startWorker()));
    return this.#callers.map((caller) => {
      const { port1, port2 } = new MessageChannel();
      void caller.ask("serve", [port1], [port1]);
      return port2;
    });
  }
}

export const searchers = new Searchers();
