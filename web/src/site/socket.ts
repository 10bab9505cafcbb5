/** A WebSocket that reconnects by itself until it is ended. */

import { address } from "./router.svelte.ts";

/** The codes with which the server closes a socket. */
const NOBODY = 4401;
const NO_TABLE = 4404;
const ELSEWHERE = 4409;
const TOO_MANY = 4429;
/** What this page says of a connection that is silent. */
const DEAD = 0;

const SOON = 250;
const LATEST = 8_000;
/** Milliseconds of silence after which the server is asked for a sign of life, and within which it must give one. */
const QUIET = 4_000;
const ANSWER = 2_000;
/** Milliseconds within which a new connection must say something. */
const OPENING = 6_000;

/** What a connection tells. */
export interface Listener {
  heard: (message: unknown) => void;
  /** The connection opened or was lost. */
  changed: (open: boolean) => void;
  /** The server says that there is no such table, or that the same is done by another socket. */
  gone?: () => void;
  /** The server does not know the visitor: get an identity, then the socket connects again. */
  unknown?: () => Promise<void>;
}

/** A way to a table. */
export interface Connection {
  /** Send a message now; false where there is no connection. */
  send(message: unknown): boolean;
  /** Find out whether the connection is alive. */
  probe(): void;
  /** Leave this connection for a new one. */
  reconnect(): void;
  end(): void;
}

export class ReconnectingSocket implements Connection {
  readonly #path: () => string;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #pings = 0;
  #probing = false;
  #tries = 0;
  #ended = false;

  /** `path` is what follows `/api`, read anew for every connection. */
  constructor(path: () => string, listener: Listener) {
    this.#path = path;
    this.#listener = listener;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#hurry);
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

  /** Find out whether the connection is alive: it is taken for dead unless something is heard soon. */
  probe(): void {
    if (this.#probing || !this.send({ do: "ping", id: ++this.#pings })) return;
    this.#probing = true;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(this.#died, ANSWER);
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
    clearTimeout(this.#watch);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const url = new URL(address(`/api${this.#path()}`), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#probing = false;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(this.#died, OPENING);
    socket.onopen = () => this.#socket === socket && this.#listener.changed(true);
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.#probing = false;
      clearTimeout(this.#watch);
      this.#watch = setTimeout(() => this.probe(), QUIET);
      const message = JSON.parse(event.data as string) as { type: string };
      if (message.type !== "pong") this.#listener.heard(message);
    };
    socket.onclose = (event) => this.#socket === socket && this.#lost(event.code);
  }

  #lost(code: number): void {
    this.#socket = null;
    clearTimeout(this.#watch);
    if (this.#ended) return;
    this.#listener.changed(false);
    if (code === NO_TABLE || code === ELSEWHERE) {
      this.end();
      return this.#listener.gone?.();
    }
    const wait = code === TOO_MANY ? LATEST : Math.min(LATEST, SOON * 2 ** this.#tries++) * (0.6 + 0.4 * Math.random());
    this.#timer = setTimeout(() => {
      if (code !== NOBODY || !this.#listener.unknown) return this.#connect();
      void this.#listener.unknown().finally(() => this.#ended || this.#connect());
    }, wait);
  }

  /** Nothing is heard any more: try again, without waiting for the browser to notice. */
  readonly #died = (): void => {
    const old = this.#socket;
    this.#lost(DEAD);
    old?.close();
  };

  /** The network or the reader has come back, or the network may have gone. */
  readonly #hurry = (): void => {
    if (this.#ended || document.hidden) return;
    if (this.#socket) this.probe();
    else if (navigator.onLine) this.reconnect();
  };
}
