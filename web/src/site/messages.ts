/** What goes over the sockets (docs/server.md). The types are made from the server's schema by `web/tools/messages.py`. */

import type { Changed, LobbyTables, Ping, Pong, Received, SeatView, Sent, Steer } from "../generated/messages.ts";

export type * from "../generated/messages.ts";

/** By seat; 0 is a spectator. */
export type SeatViews = Readonly<Record<number, SeatView>>;

export type FromTable = Exclude<Received, LobbyTables | Changed>;
export type FromLobby = LobbyTables | Changed | Ping;

type WithoutNumber<C> = C extends unknown ? Omit<C, "number"> : never;

/** What a person wants done; it gets its number when it is sent. */
export type Command = WithoutNumber<Exclude<Sent, Steer | Pong>>;
