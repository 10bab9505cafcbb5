/** What somebody chooses for a new table: who sits where, the options of the game, the clock. */

import type { QuickGame } from "../lib/boards/types.ts";
import type { GameCard, TableWish } from "../site/api.ts";
import { levelsOf } from "../site/levels.ts";
import type { Sitting } from "../site/open.ts";

export const CLOCKS: Readonly<Record<string, TableWish["clock"]>> = {
  none: undefined,
  move: { seconds: 60, per: "move" },
  game: { seconds: 600, per: "game", plus: 5 },
  days: { seconds: 3 * 86_400, per: "move" },
};

export class Setup {
  readonly card: GameCard;
  /** Whether all play on this device, unless something else is chosen. */
  readonly #passed: boolean;
  /** How the game is usually played. */
  usual = $state.raw<QuickGame>({});
  #players = $state<number | null>(null);
  #chosen = $state<Record<number, string>>({});
  options = $state<Record<string, string>>({});
  clock = $state("none");
  isPublic = $state(false);
  rated = $state(false);
  hints = $state(false);
  /** The names of the others at this device, by seat. */
  others = $state<Record<number, string>>({});

  readonly seats: readonly number[] = $derived(Array.from({ length: this.players }, (_, index) => index + 1));
  /** The seats of this device; the first is the visitor's own. */
  readonly here: readonly number[] = $derived(this.seats.filter((seat) => this.who(seat) === "here"));
  /** How many seats wait for somebody who is sent the link. */
  readonly invited: number = $derived(this.seats.filter((seat) => this.who(seat) === "friend").length);

  constructor(card: GameCard, passed: boolean) {
    this.card = card;
    this.#passed = passed;
  }

  /** The bots that can play with so many. */
  get levels(): readonly string[] {
    return levelsOf(this.card, this.players);
  }

  get players(): number {
    return this.#players ?? this.usual.players ?? this.card.players[0] ?? 2;
  }

  set players(count: number) {
    this.#players = count;
  }

  /** Who sits on a seat: `here`, `friend` or the level of a bot. A bot only if it can play with so many. */
  who(seat: number): string {
    const chosen = this.#chosen[seat];
    if (chosen && ["here", "friend", ...this.levels].includes(chosen)) return chosen;
    return seat === 1 || this.#passed ? "here" : "friend";
  }

  choose(seat: number, who: string): void {
    this.#chosen[seat] = who;
  }

  /** The value of an option, as text. */
  option(name: string): string {
    return this.options[name] ?? `${this.card.options[name]?.[0]}`;
  }

  /** Whether nothing of it needs the service: nobody plays from elsewhere or watches, and no clock or rating counts. */
  get isLocal(): boolean {
    return !this.invited && !this.isPublic && !this.rated && this.clock === "none" && this.here.length > 0;
  }

  wish(): TableWish {
    const bots = this.seats.filter((seat) => this.levels.includes(this.who(seat)));
    const values = Object.entries(this.card.options).map(([name, allowed]) => [
      name,
      allowed.find((value) => `${value}` === this.option(name)) ?? allowed[0]!,
    ]);
    return {
      game: this.card.id,
      players: this.players,
      options: Object.fromEntries(values),
      public: this.isPublic,
      rated: this.rated,
      hints: this.hints && !this.rated,
      bots: Object.fromEntries(bots.map((seat) => [seat, this.who(seat)])),
      ...(CLOCKS[this.clock] ? { clock: CLOCKS[this.clock] } : {}),
    };
  }

  /** The seats to take on this device. */
  sittings(): Sitting[] {
    return this.here.map((seat, index) => {
      const name = index ? this.others[seat]?.trim() : "";
      return name ? { seat, name } : { seat };
    });
  }
}
