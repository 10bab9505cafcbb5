/** The connection of the page to a table on this device: it does for a worker what a socket does for the service. */

import type { Connection, Listener } from "../site/socket.ts";
import { Caller } from "./calls.ts";
import { searchers, startWorker } from "./workers.ts";

/** What the worker says by itself. */
type Pushed = { said: unknown } | { taken: true };

export class DeviceConnection implements Connection {
  readonly #listener: Listener;
  readonly #id: string;
  readonly #seen: () => number;
  #worker: Worker | null = null;
  #caller: Caller | null = null;

  constructor(id: string, listener: Listener, seen: () => number) {
    this.#id = id;
    this.#seen = seen;
    this.#listener = listener;
    document.addEventListener("visibilitychange", this.#looked);
    this.#open();
  }

  send(message: unknown): boolean {
    if (!this.#caller) return false;
    void this.#caller.ask("command", [message]).catch(() => undefined);
    return true;
  }

  probe(): void {
    // A worker does not get lost.
  }

  reconnect(): void {
    this.#close();
    this.#open();
  }

  end(): void {
    document.removeEventListener("visibilitychange", this.#looked);
    this.#close();
  }

  #open(): void {
    const worker = startWorker();
    [this.#worker, this.#caller] = [worker, new Caller(worker)];
    worker.addEventListener("message", ({ data }: MessageEvent<Pushed>) => {
      if (this.#worker !== worker) return;
      if ("said" in data) this.#listener.heard(data.said);
      else if ("taken" in data) this.#lost();
    });
    worker.addEventListener("error", (event) => {
      this.#listener.heard({ type: "refused", code: "site.failed", facts: { why: event.message }, sentence: "" });
    });
    const search = searchers.ports();
    void this.#caller.ask<boolean>("open", [this.#id, this.#seen(), search], search).then(
      (found) => {
        if (found) this.#listener.changed(true);
        else this.#listener.gone?.();
      },
      () => this.#worker === worker && this.#listener.gone?.(),
    );
  }

  #close(): void {
    this.#worker?.terminate();
    this.#caller?.end();
    [this.#worker, this.#caller] = [null, null];
  }

  /** Another window has taken the table over. */
  #lost(): void {
    this.#close();
    this.#listener.changed(false);
  }

  readonly #looked = (): void => {
    if (!document.hidden && !this.#worker) this.#open();
  };
}
