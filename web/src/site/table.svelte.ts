/** A table of the server as one client sees it: what is known of it, what was asked of it, and what is shown now. */

import type { HandFrame, HandLine } from "../lib/boards/types.ts";
import type { Event } from "../lib/game.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { Line } from "./line.ts";
import type { Command, FromTable, SeatView, SeatViews, Info, News, Player, ChatMessage, Welcome } from "./messages.ts";
import { visitor } from "./visitor.svelte.ts";

/** What the boards show: the table after so many moves. */
export interface Shown {
  number: number;
  events: readonly Event[];
  views: SeatViews;
  turn: number | null;
}

/** So many moves are shown one after the other; of more, only the last. */
const MOST_WAITING = 4;
/** A refusal that only means: not now, and the line will break. What was asked is asked again on the next one. */
const LATER = "service.stopping";
/** How long a move may take to be shown. */
const PATIENCE = 6_000;

function random(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class TableClient {
  readonly id: string;
  info = $state.raw<Info | null>(null);
  you = $state("");
  views = $state.raw<SeatViews>({});
  entries = $state.raw<readonly News[]>([]);
  chat = $state.raw<readonly ChatMessage[]>([]);
  thinking = $state<number | null>(null);
  hint = $state.raw<{ seat: number; move: string } | null>(null);
  connected = $state(false);
  /** Whether there is no such table. */
  missing = $state(false);
  muted = $state(false);
  /** What was refused last. */
  refused = $state.raw<ErrorMessage | null>(null);
  /** When the clocks were as `info` has them, by the clock of this device. */
  clockedAt = $state(0);
  shown = $state.raw<Shown>({ number: 0, events: [], views: {}, turn: null });
  /** Commands that the server has not answered. */
  pending = $state.raw<ReadonlyMap<number, Command>>(new Map());

  /** Whether a board shows the moves one after the other. */
  paced = true;

  readonly #client = random();
  readonly #line: Line;
  #numbered = 0;
  #seen = 0;
  #moves = 0;
  #waiting: Shown[] = [];
  /** What happened in the last move. */
  #gameEvents: readonly Event[] = [];
  #busy: ReturnType<typeof setTimeout> | undefined;
  /** Those who watch the hand. */
  readonly #watchers = new Set<(frame: HandFrame) => void>();
  /** What the hand does now, as far as it was told; for those who look later. */
  #seenHand: HandFrame | null = null;
  /** Those who wait for an answer. */
  readonly #asking = new Map<number, (refused: ErrorMessage | null) => void>();

  /** The seats of this client. */
  readonly mine: readonly number[] = $derived(
    Object.keys(this.views)
      .map(Number)
      .filter((seat) => seat > 0),
  );
  readonly moving = $derived([...this.pending.values()].some((command) => command.do === "move"));
  /** The hand over the table, in games that have one. */
  readonly hand: HandLine = {
    watch: (seen) => {
      this.#watchers.add(seen);
      if (this.#seenHand) seen(this.#seenHand);
      return () => void this.#watchers.delete(seen);
    },
    hold: (pose) =>
      new Promise((resolve) => this.#asking.set(this.do({ do: "hold", seat: this.info?.turn ?? 0, pose }), resolve)),
    steer: (t, pose) => void this.#line.send({ do: "steer", t, pose }),
    letGo: (t) => void this.do({ do: "let-go", t }),
  };

  constructor(id: string) {
    this.id = id;
    this.#line = new Line({
      path: () => `/tables/${id}/socket?seen=${this.#seen}&client=${this.#client}`,
      heard: (message) => this.#heard(message as FromTable),
      changed: (open) => (this.connected = open && this.connected),
      gone: () => (this.missing = true),
      unknown: () => visitor.arrive(),
    });
  }

  end(): void {
    clearTimeout(this.#busy);
    this.#line.end();
  }

  /** Ask the server for something. It is asked again after a break of the line, until it answers. */
  do(command: Command): number {
    const number = ++this.#numbered;
    this.refused = null;
    this.pending = new Map([...this.pending, [number, command]]);
    if (this.connected) this.#line.send({ ...command, number });
    return number;
  }

  sit(seat: number, here = false): void {
    this.do({ do: "sit", seat, string: random(), ...(here ? { here } : {}) });
  }

  player(seat: number): Player | undefined {
    return this.info?.seats.find((player) => player.seat === seat);
  }

  seatView(seat: number): SeatView | undefined {
    return this.shown.views[seat];
  }

  /** The last move has been shown to its end: on to the next. */
  rested(): void {
    clearTimeout(this.#busy);
    this.#busy = undefined;
    this.#show();
  }

  #heard(message: FromTable): void {
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message);
      case "news":
        return this.#news(message);
      case "chat":
        this.chat = [...this.chat.filter((one) => one.n !== message.n), message];
        return;
      case "done":
        return this.#answered(message.number);
      case "refused":
        if (message.code === LATER) return;
        this.refused = message;
        return message.number === undefined ? undefined : this.#answered(message.number, message);
      case "presence":
        return this.#informed(message.info);
      case "thinking":
        this.thinking = message.seat;
        return;
      case "hint":
        this.hint = message;
        return this.#answered(message.number);
      case "frame":
        return this.#handMoved({ ...message, number: this.#moves });
      case "ping":
        this.#line.send({ do: "pong", id: message.id });
    }
  }

  #welcomed(welcome: Welcome): void {
    const first = this.#seen === 0;
    this.you = welcome.you;
    const missed = (welcome.missed ?? []).filter((news) => news.n > this.#seen);
    for (const news of missed) this.#count(news);
    this.entries = [...this.entries, ...missed];
    this.#seen = welcome.n;
    this.views = welcome.views;
    this.#informed(welcome.info);
    this.thinking = null;
    const known = new Set((welcome.chat ?? []).map((one) => one.n));
    this.chat = [...this.chat.filter((one) => !known.has(one.n)), ...(welcome.chat ?? [])].sort(
      (one, other) => one.n - other.n,
    );
    this.#gameEvents = this.entries.findLast((news) => news.event.kind === "moved")?.game_events ?? [];
    this.#waiting = [];
    if (first || missed.length) this.#enqueue(this.#gameEvents);
    this.connected = true;
    for (const [number, command] of this.pending) this.#line.send({ ...command, number });
  }

  #news(news: News): void {
    if (news.n <= this.#seen) return;
    this.#seen = news.n;
    this.#count(news);
    this.entries = [...this.entries, news];
    if (news.views) this.views = news.views;
    if (news.info) this.#informed(news.info);
    else if (this.info) this.#informed(turned(this.info, news));
    if (news.event.kind === "moved" || news.event.kind === "undone") {
      this.#seenHand = null;
      this.thinking = null;
      this.hint = null;
      this.#gameEvents = news.game_events ?? [];
    }
    // Of entries that belong together only the last brings what the seats see.
    if (news.views) this.#enqueue(this.#gameEvents);
  }

  #count(news: News): void {
    if (news.event.kind === "moved") this.#moves += 1;
    if (news.event.kind === "undone") this.#moves -= 1;
  }

  #informed(info: Info): void {
    this.info = info;
    this.clockedAt = Date.now();
  }

  #answered(number: number, refused: ErrorMessage | null = null): void {
    const left = new Map(this.pending);
    left.delete(number);
    this.pending = left;
    this.#asking.get(number)?.(refused);
    this.#asking.delete(number);
  }

  #handMoved(frame: HandFrame): void {
    const goesOn = this.#seenHand?.number === frame.number && frame.t >= this.#seenHand.t;
    this.#seenHand = goesOn ? { ...frame, pieces: { ...this.#seenHand!.pieces, ...frame.pieces } } : frame;
    for (const seen of this.#watchers) seen(frame);
  }

  #enqueue(events: readonly Event[]): void {
    this.#waiting.push({ number: this.#moves, events, views: this.views, turn: this.info?.turn ?? null });
    if (this.#waiting.length > MOST_WAITING || document.hidden || !this.paced) {
      this.#waiting = this.#waiting.slice(-1);
      clearTimeout(this.#busy);
      this.#busy = undefined;
    }
    this.#show();
  }

  #show(): void {
    while (this.#busy === undefined && this.#waiting.length) {
      const next = this.#waiting.shift()!;
      const moves = next.number !== this.shown.number;
      this.shown = next;
      if (moves && this.paced && !document.hidden) this.#busy = setTimeout(() => this.rested(), PATIENCE);
    }
    this.settled = !this.#waiting.length;
  }

  /** Whether what is shown is the newest there is. */
  settled = $state(true);
}

/** What a move alone changes. */
function turned(info: Info, news: News): Info {
  if (news.event.kind !== "moved") return info;
  const seats = info.seats.map((player, index) => {
    const time = news.clocks?.[index];
    return time === undefined || time === null ? player : { ...player, time };
  });
  const { turn: _, ...rest } = info;
  return news.turn === undefined ? { ...rest, seats } : { ...rest, seats, turn: news.turn };
}
