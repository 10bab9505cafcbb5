/** The public tables that are open or running, kept up to date. */

import { ReconnectingSocket } from "./socket.ts";
import type { FromLobby, Info } from "./messages.ts";
import { changed } from "./tables.ts";
import { visitor } from "./visitor.svelte.ts";

export class Lobby {
  tables = $state.raw<readonly Info[]>([]);
  connected = $state(false);
  readonly #socket = new ReconnectingSocket(() => "/lobby", {
    heard: (message) => this.#heard(message as FromLobby),
    changed: (open) => (this.connected = open),
    unknown: () => visitor.arrive(),
  });

  end(): void {
    this.#socket.end();
  }

  #heard(message: FromLobby): void {
    if (message.type === "ping") this.#socket.send({ do: "pong", id: message.id });
    else if (message.type === "lobby") this.tables = message.tables;
    else this.tables = changed(this.tables, message.info);
  }
}
