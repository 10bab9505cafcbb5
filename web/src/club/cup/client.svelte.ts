/** A tournament, kept up to date. */

import type { Cup, CupTeam, FromClub } from "../../site/messages.ts";
import { nameOf } from "../../site/names.ts";
import { ReconnectingSocket } from "../../site/socket.ts";
import { visitor } from "../../site/visitor.svelte.ts";
import type { Say } from "../../lib/words.ts";

export class CupClient {
  cup = $state.raw<Cup | null>(null);
  /** When the clocks were as `cup` has them, by the clock of this device. */
  heardAt = $state(0);
  missing = $state(false);
  readonly #socket: ReconnectingSocket;

  constructor(id: string) {
    this.#socket = new ReconnectingSocket(() => `/cups/${id}/socket`, {
      heard: (message) => this.#heard(message as FromClub),
      changed: () => undefined,
      gone: () => (this.missing = true),
      unknown: () => visitor.arrive(),
    });
  }

  end(): void {
    this.#socket.end();
  }

  #heard(message: FromClub): void {
    if (message.type !== "cup") return;
    [this.cup, this.heardAt] = [message, Date.now()];
  }
}

/** The names of those who play together. */
export function teamName(team: CupTeam | undefined, say: Say): string {
  return team?.members.map((member) => nameOf({ seat: 0, ...member }, say)).join(" & ") || "–";
}

/** Points as they are written: half a point is a sign of its own. */
export function written(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? `${whole}` : `${whole || ""}½`;
}
