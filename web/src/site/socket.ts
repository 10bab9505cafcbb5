/** A socket that comes back by itself, sooner or later, until it is told not to. */

import { address } from "./router.svelte.ts";

/** What the server says when it closes a socket for good, or for a while. */
const NOBODY = 4401;
const NO_TABLE = 4404;
const TOO_MANY = 4429;

const SOON = 250;
const LATEST = 8_000;
/** A device that slept for so long may hold a line that is dead and does not know it. */
const SLEPT = 30_000;

interface Listener {
  /** The path after `/api`, asked for anew each time. */
  path: () => string;
  heard: (message: unknown) => void;
  /** The line is there, or is not. */
  changed: (open: boolean) => void;
  /** The server says that there is no such table. */
  gone?: () => void;
  /** The server does not know the visitor: become somebody, then the line tries again. */
  unknown?: () => Promise<void>;
}

export class Line {
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;
  #tries = 0;
  #ended = false;

  constructor(listener: Listener) {
    this.#listener = listener;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message now; false where the line is not there. */
  send(message: unknown): boolean {
    if (!this.open) return false;
    this.#socket!.send(JSON.stringify(message));
    return true;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const url = new URL(address(`/api${this.#listener.path()}`), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => this.#listener.changed(true);
    socket.onmessage = (event) => {
      this.#tries = 0;
      this.#heardAt = Date.now();
      this.#listener.heard(JSON.parse(event.data as string));
    };
    socket.onclose = (event) => this.#socket === socket && this.#lost(event.code);
  }

  #lost(code: number): void {
    this.#socket = null;
    if (this.#ended) return;
    this.#listener.changed(false);
    if (code === NO_TABLE) {
      this.end();
      return this.#listener.gone?.();
    }
    const wait = code === TOO_MANY ? LATEST : Math.min(LATEST, SOON * 2 ** this.#tries++) * (0.6 + 0.4 * Math.random());
    this.#timer = setTimeout(() => {
      if (code !== NOBODY || !this.#listener.unknown) return this.#connect();
      void this.#listener.unknown().finally(() => this.#ended || this.#connect());
    }, wait);
  }

  readonly #hurry = (): void => {
    if (this.#ended || document.hidden || (this.#socket && Date.now() - this.#heardAt < SLEPT)) return;
    const old = this.#socket;
    this.#tries = 0;
    this.#connect();
    old?.close();
  };
}
