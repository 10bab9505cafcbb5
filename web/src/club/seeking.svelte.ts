/** Waiting for a stranger: it goes on while the visitor looks around or plays a bot, until one is found. */

import { mount, unmount } from "svelte";
import { sound } from "../lib/sound.ts";
import type { FromClub, Ping } from "../site/messages.ts";
import { router } from "../site/router.svelte.ts";
import { ReconnectingSocket } from "../site/socket.ts";
import { visitor } from "../site/visitor.svelte.ts";

/** What somebody waits for. */
export interface Wish {
  game: string;
  pace: string;
}

class Seeking {
  wish = $state.raw<Wish | null>(null);
  /** How many wait for the same, the visitor included. */
  waiting = $state(1);
  /** When the waiting began, by the clock of this device. */
  since = $state(0);
  /** Whether the last stranger did not come. */
  again = $state(false);
  /** The table where the last stranger was found, and what was wished for. */
  #last: { table: string; wish: Wish } | null = null;
  #socket: ReconnectingSocket | null = null;
  #bar: object | null = null;

  start(wish: Wish): void {
    this.stop();
    [this.wish, this.waiting, this.since] = [wish, 1, Date.now()];
    void this.#show();
    const query = new URLSearchParams({ ...wish });
    this.#socket = new ReconnectingSocket(() => `/pool?${query}`, {
      heard: (message) => this.#heard(message as FromClub | Ping),
      changed: () => undefined,
      gone: () => this.stop(),
      unknown: () => visitor.arrive(),
    });
  }

  /** Show above every page what is waited for. */
  async #show(): Promise<void> {
    const [{ default: SeekingBar }] = await Promise.all([import("./SeekingBar.svelte"), visitor.need("club")]);
    const main = document.getElementById("main");
    if (this.wish && main) this.#bar ??= mount(SeekingBar, { target: main.parentElement!, anchor: main });
  }

  stop(): void {
    this.#socket?.end();
    if (this.#bar) void unmount(this.#bar);
    [this.#socket, this.#bar, this.wish, this.again] = [null, null, null, false];
  }

  /** A table was closed: if a stranger was to come there, look for another one. */
  deserted(table: string): boolean {
    if (this.#last?.table !== table) return false;
    const { wish } = this.#last;
    this.#last = null;
    this.start(wish);
    this.again = true;
    return true;
  }

  #heard(message: FromClub | Ping): void {
    if (message.type === "waiting") this.waiting = message.waiting;
    if (message.type !== "paired" || !this.wish) return;
    this.#last = { table: message.table, wish: this.wish };
    this.stop();
    sound.play("turn");
    router.go(`/t/${message.table}`);
  }
}

export const seeking = new Seeking();
