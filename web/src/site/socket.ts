/** A WebSocket that reconnects by itself until it is ended. */

import { address } from "./router.svelte.ts";

/** The codes with which the server closes a socket. */
const NOBODY = 4401;
const NO_TABLE = 4404;
const TOO_MANY = 4429;

const SOON = 250;
const LATEST = 8_000;
/** Milliseconds of silence after which a connection may be dead although the browser has not noticed, as after sleep. */
const SLEPT = 30_000;

interface Listener {
  /** The path after `/api`, read anew for every connection. */
  path: () => string;
  heard: (message: unknown) => void;
  /** The connection opened or was lost. */
  changed: (open: boolean) => void;
  /** The server says that there is no such table. */
  gone?: () => void;
  /** The server does not know the visitor: get an identity, then the socket connects again. */
  unknown?: () => Promise<void>;
}

export class ReconnectingSocket {
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

  /** Send a message now; false where there is no connection. */
  send(message: unknown): boolean {
    if (!this.open) return false;
    this.#socket!.send(JSON.stringify(message));
    return true;
  }

  /** Leave this connection for a new one. */
  reconnect(): void {
    const old = this.#socket;
    this.#tries = 0;
    this.#connect();
    old?.close();
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
    this.reconnect();
  };
}
