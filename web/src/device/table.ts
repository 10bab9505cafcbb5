/**
 * A table on this device. It is what its log says, takes the commands of a table of the service, and tells the same news.
 *
 * Nothing here is a rule of a game: those are the match's.
 */

import type { Event, View } from "../lib/game.ts";
import type { GameRecord } from "../site/api.ts";
import type { FromTable, Info, LogEvent, News, Player, SeatView, Sent, Welcome } from "../site/messages.ts";
import { sharedBy, without } from "./forfeits.ts";
import { HERE, type KeptEntry, type KeptGame, playerOf, recordNames, rematch } from "./kept.ts";

/** The bot that plays on for a person who gave up. */
const PLAYS_ON = "club";

/** What a table asks of the rules of its game. */
export interface TableMatch {
  readonly turn: number | null;
  readonly result: { payoffs: readonly number[]; reason: string } | null;
  readonly laws: number;
  legalMoves(): string[];
  play(move: string): Event[];
  /** Take back the last moves; what everybody saw in them stays shown. */
  undo(moves: number): void;
  view(seat: number, ended: boolean): View;
  /** What a bot at that seat is given: what the seat has seen, and nothing else. */
  playerView(seat: number): unknown;
  record(names: readonly string[]): GameRecord;
}

/** The game of a table. */
export interface TableGame {
  begin(kept: KeptGame): TableMatch;
  /** Whether a move with these events showed what was hidden, and whether it can never be taken back. */
  reveals(events: readonly Event[]): boolean;
  irreversible(events: readonly Event[]): boolean;
  rematches(options: Info["options"]): Info["options"][];
}

/** What a strong player would play, and what is behind it. */
export interface Advice {
  move: string;
  line: string[];
  beliefs: Event[];
}

/** What a table needs from outside. */
export interface Around {
  say(message: FromTable): void;
  save(game: KeptGame): Promise<void>;
  choose(playerView: unknown, level: string, seat: number): Promise<string>;
  hint(playerView: unknown): Promise<Advice>;
}

/** A command that is refused: nothing has changed. */
export class Refused extends Error {
  readonly code: string;
  readonly facts: Record<string, unknown>;

  constructor(code: string, facts: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

interface Made {
  seat: number;
  /** Whether a person made it. */
  person: boolean;
  reveals: boolean;
  irreversible: boolean;
}

export class DeviceTable {
  #kept: KeptGame;
  readonly #game: TableGame;
  readonly #around: Around;
  readonly #match: TableMatch;
  readonly #players: Player[];
  /** The seats that were given up. */
  readonly #gone = new Set<number>();
  readonly #news: News[] = [];
  #past: Made[] = [];
  #counts = true;
  #over: { payoffs: number[]; reason: string } | null = null;
  #again: string | undefined;
  /** Commands are carried out one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(kept: KeptGame, game: TableGame, around: Around) {
    this.#kept = kept;
    this.#game = game;
    this.#around = around;
    this.#match = game.begin(kept);
    this.#players = kept.seats.map((_, index) => playerOf(kept, index + 1));
    for (const entry of kept.entries) this.#apply(entry);
  }

  /** Begin the game, if it has not begun. */
  async prepare(): Promise<void> {
    if (!this.#news.length) await this.#commit([{ kind: "started" }]);
  }

  /** The table as it is, for a page that has seen so many entries. */
  welcome(seen: number): Welcome {
    const last = this.#news.at(-1)!;
    return {
      type: "welcome",
      n: last.n,
      at: last.at,
      you: HERE,
      info: this.info(),
      views: this.#views(),
      missed: this.#news.filter(({ n }) => n > seen),
    };
  }

  /** Carry out a command, and say what came of it. */
  carryOut(command: Sent): Promise<void> {
    if (command.do === "ping") this.#around.say({ type: "pong", id: command.id });
    if (!("number" in command)) return Promise.resolve();
    this.#turn = this.#turn.then(() => this.#answer(command));
    return this.#turn;
  }

  async #answer(command: Extract<Sent, { number: number }>): Promise<void> {
    const { number } = command;
    try {
      if (command.do === "hint") {
        const { move, line, beliefs } = await this.#around.hint(this.#match.playerView(command.seat));
        return this.#around.say({ type: "hint", number, seat: command.seat, move, line, beliefs });
      }
      if (command.do === "rematch") await this.#rematch(command.options);
      else await this.#commit(this.#decided(command));
      this.#around.say({ type: "done", number, n: this.#news.length });
      this.run();
    } catch (error) {
      const { code = "site.failed", facts = { why: `${error}` } } = error as Partial<Refused>;
      this.#around.say({ type: "refused", code, facts, sentence: "", number });
    }
  }

  #decided(command: Sent): LogEvent[] {
    if (this.#over) throw new Refused("server.not-running");
    switch (command.do) {
      case "move":
        return [this.#checked(command.seat, command.move)];
      case "undo":
        return [
          { kind: "asked", seat: command.seat },
          { kind: "undone", moves: this.#undoable(command.seat) },
        ];
      case "resign":
        return this.#resigned(command.seat);
      default:
        throw new Refused("service.not-on-device");
    }
  }

  #checked(seat: number, move: string): LogEvent {
    if (seat !== this.#match.turn) throw new Refused("server.not-your-turn");
    return { kind: "moved", seat, move };
  }

  /** Of two players the other wins; with more, a bot plays on. */
  #resigned(seat: number): LogEvent[] {
    const { players, seed } = this.#kept;
    if (players === 2) return [{ kind: "over", payoffs: sharedBy([3 - seat], players), reason: "resigned", seed }];
    return [{ kind: "replaced", seat, level: PLAYS_ON, why: "resigned" }];
  }

  /** How many moves a seat may take back; a refusal where it may not. */
  #undoable(seat: number): number {
    const { moves, why } = this.#undo(seat);
    if (why) throw new Refused(why);
    return moves;
  }

  #undo(seat: number): { moves: number; why?: string } {
    const at = this.#past.findLastIndex((made) => made.seat === seat && made.person);
    if (at < 0) return { moves: 0, why: "server.undo-nothing" };
    const taken = this.#past.slice(at);
    if (taken.some((made) => made.irreversible)) return { moves: 0, why: "server.undo-irreversible" };
    const alone = this.#players.filter((player) => player.person).length === 1;
    if (!alone && taken.some((made) => made.reveals)) return { moves: 0, why: "server.undo-revealed" };
    return { moves: taken.length };
  }

  async #rematch(options?: Info["options"]): Promise<void> {
    if (!this.#over) throw new Refused("server.not-over");
    if (this.#again) return;
    const next = rematch(this.#kept, options);
    await this.#around.save(next);
    await this.#commit([{ kind: "again", table: next.id, by: HERE }]);
  }

  /** Apply events and what follows from them, keep them, and tell them. */
  async #commit(events: readonly LogEvent[]): Promise<void> {
    const first = this.#news.length;
    const waiting = [...events];
    const entries: KeptEntry[] = [];
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const entry = { at: Date.now(), event };
      this.#apply(entry);
      entries.push(entry);
      const following = waiting.length ? null : this.#consequence(event);
      if (following) waiting.push(following);
    }
    await this.#keep(entries);
    const told = this.#news.slice(first);
    for (const news of told.slice(0, -1)) this.#around.say(news);
    this.#around.say({ ...told.at(-1)!, ...this.#turnNow(), info: this.info(), views: this.#views() });
  }

  async #keep(entries: readonly KeptEntry[]): Promise<void> {
    const { laws } = this.#match;
    const record = this.#match.record(recordNames(this.#kept));
    const ended = this.#over && { payoffs: [...this.#over.payoffs], reason: this.#over.reason };
    const stopped = ended && JSON.stringify(ended) !== JSON.stringify(record.result) ? { stopped: ended } : {};
    this.#kept = {
      ...this.#kept,
      laws,
      entries: [...this.#kept.entries, ...entries],
      changed: Date.now(),
      info: this.info(),
      record: { ...record, ...stopped },
    };
    await this.#around.save(this.#kept).catch(() =>
      // The game goes on, but not after the page is left.
      this.#around.say({ type: "refused", code: "service.not-kept", facts: {}, sentence: "" }),
    );
  }

  #apply({ at, event }: KeptEntry): void {
    let events: Event[] | undefined;
    if (event.kind === "moved") {
      events = this.#match.play(event.move);
      const { level } = this.#players[event.seat - 1]!;
      const [reveals, irreversible] = [this.#game.reveals(events), this.#game.irreversible(events)];
      this.#past = [...this.#past, { seat: event.seat, person: !level, reveals, irreversible }];
    } else if (event.kind === "undone") {
      const moves = event.moves ?? 1;
      this.#match.undo(moves);
      this.#counts &&= !this.#past.slice(-moves).some((made) => made.reveals);
      this.#past = this.#past.slice(0, -moves);
    } else if (event.kind === "replaced") {
      this.#players[event.seat - 1] = { ...this.#players[event.seat - 1]!, level: event.level };
      this.#gone.add(event.seat);
    } else if (event.kind === "over") this.#over = { payoffs: event.payoffs, reason: event.reason };
    else if (event.kind === "again") this.#again = event.table;
    this.#news.push({
      type: "news",
      n: this.#news.length + 1,
      at,
      hash: "",
      event,
      ...(events ? { game_events: events } : {}),
    });
  }

  /** The end of a game, which follows by itself: by its rules, or because nobody plays any more. */
  #consequence(event: LogEvent): LogEvent | null {
    if (this.#over) return null;
    const { players, seed } = this.#kept;
    const { result } = this.#match;
    const over = (payoffs: number[], reason: string): LogEvent => ({ kind: "over", payoffs, reason, seed });
    if (event.kind === "moved" && result) return over(without(result.payoffs, this.#gone), result.reason);
    if (event.kind === "replaced" && !this.#players.some((player) => player.person && !player.level)) {
      const bots = this.#players.filter(({ seat }) => !this.#gone.has(seat)).map(({ seat }) => seat);
      return over(sharedBy(bots.length ? bots : [...this.#gone], players), "abandoned");
    }
    return null;
  }

  /** Let the bot move whose turn it is, if it is one's. */
  run(): void {
    const { turn } = this.#match;
    const level = turn === null || this.#over ? undefined : this.#players[turn - 1]!.level;
    if (turn === null || level === undefined) return;
    const n = this.#news.length;
    this.#around.say({ type: "thinking", seat: turn });
    void this.#around.choose(this.#match.playerView(turn), level, turn).then(
      (move) => {
        // It may have been taken back meanwhile.
        this.#turn = this.#turn.then(async () => {
          if (this.#news.length !== n) return;
          await this.#commit([{ kind: "moved", seat: turn, move }]);
          this.run();
        });
      },
      (error: unknown) =>
        this.#around.say({ type: "refused", code: "site.failed", facts: { why: `${error}` }, sentence: "" }),
    );
  }

  /** The table as everybody may see it. */
  info(): Info {
    const { id, game, options, hints, info } = this.#kept;
    const offers = this.#over ? this.#game.rematches(options) : [];
    return {
      table: id,
      game,
      options,
      status: this.#over ? "over" : "running",
      host: HERE,
      public: false,
      commitment: info.commitment,
      seats: this.#players,
      ...this.#turnNow(),
      moves: this.#past.length,
      hints,
      counts: this.#counts,
      ...(this.#over ?? {}),
      ...(offers.length ? { rematches: offers } : {}),
      ...(this.#again ? { again: this.#again, again_by: HERE } : {}),
    };
  }

  #turnNow(): { turn?: number } {
    return this.#over || this.#match.turn === null ? {} : { turn: this.#match.turn };
  }

  /** What the people at this device may know and do: that of a seat is for whoever sits there. */
  #views(): Record<number, SeatView> {
    const ended = this.#over !== null;
    const mine = this.#players.filter((player) => player.person).map(({ seat }) => seat);
    return Object.fromEntries(
      mine.map((seat): [number, SeatView] => {
        const plays = !ended && !this.#players[seat - 1]!.level;
        const { moves, why } = plays ? this.#undo(seat) : { moves: 0 };
        return [
          seat,
          {
            view: this.#match.view(seat, ended),
            legal: plays && seat === this.#match.turn ? this.#match.legalMoves() : [],
            undo: moves,
            ...(why ? { no_undo: why } : {}),
          },
        ];
      }),
    );
  }
}
