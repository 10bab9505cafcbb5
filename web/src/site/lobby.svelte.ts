/** The public tables that are open or running, as they come and go. */

import { Line } from "./line.ts";
import type { FromLobby, Info } from "./messages.ts";
import { changed } from "./tables.ts";
import { visitor } from "./visitor.svelte.ts";

export class Lobby {
  tables = $state.raw<readonly Info[]>([]);
  connected = $state(false);
  readonly #line = new Line({
    path: () => "/lobby",
    heard: (message) => this.#heard(message as FromLobby),
    changed: (open) => (this.connected = open),
    unknown: () => visitor.arrive(),
  });

  end(): void {
    this.#line.end();
  }

  #heard(message: FromLobby): void {
    if (message.type === "ping") this.#line.send({ do: "pong", id: message.id });
    else if (message.type === "lobby") this.tables = message.tables;
    else this.tables = changed(this.tables, message.info);
  }
}
