/** Decides what is shown when: the live stream, the replay of a fall in slow motion, and the way from one position to
 * the next. It reads no clock: the caller of `tick` says how much time has passed.
 */

import { Film, type Frame } from "./film.ts";
import { about, between, distance, type Pose, product, quatOf, type Scene, shifted } from "./pose.ts";
import { fell, type Round, tableUnder } from "./table.ts";

export interface Shown {
  scene: Scene;
  /** The piece in the hand. */
  held: string | null;
  /** The opacity of pieces that appear or disappear. */
  faint: ReadonlyMap<string, number>;
  /** The speed of time: other than 1 in a replay. */
  pace: number;
}

/** The outcome of a placement, or of an accident. */
export interface Placed {
  /** The piece that was placed; null in an accident. */
  piece: string | null;
  stands: boolean;
  /** Where the pieces lie after it. */
  lying: Scene;
}

/** Seconds by which the picture lags behind the stream, so that it never runs dry. */
const BEHIND = 0.05;
const LATE = 0.12;
const CATCH_UP = 1.4;
/** Seconds of delay beyond which frames are skipped. */
const TOO_LATE = 2;
/** The speed of a replay, where nothing happens in it, and of what fell as it leaves. */
const [SLOW, QUICK, LEAVING] = [0.32, 4, 0.7];
/** Seconds in which a piece hops into the water, and by which the next one is later. */
const LEAVE = 0.9;
const HOP_AFTER = 0.12;
/** Metres from the rim of the table to where it dives, and how high it hops; the share of the way at which it is in the
 * water. */
const BEYOND = 0.02;
const HOP = 0.03;
const DIVES = 0.72;
/** Metres that it sinks. */
const DEPTH = 0.035;
const LOWER = 0.6;
const TUMBLE = 0.7;
const ABOVE = 0.05;

/** Metres from which a piece that stays is seen to go to its new place. */
const MOVED = 0.002;

const NOTHING: ReadonlyMap<string, number> = new Map();

/** A running animation: advances by so many seconds, and returns whether it is over. */
type Act = (seconds: number) => boolean;

export class Director {
  shown: Shown = { scene: new Map(), held: null, faint: NOTHING, pace: 1 };
  /** Called when pieces collide, with the speed. */
  onknock: (speed: number) => void = () => {};
  /** Called when the piece in the hand touches something, with how hard, from 0 to 1. */
  ontouch: (hard: number, piece: string) => void = () => {};
  /** Called when a piece dives into the water. */
  ondive: (place: Pose, piece: string) => void = () => {};
  /** Called when a replay in slow motion begins, and when it is over. */
  onslow: (slow: boolean) => void = () => {};
  /** Called when the tower is seen to fall, and when it is over. */
  onfall: (falls: boolean) => void = () => {};
  /** Where what stands on the table stood when all was at rest last: the table is under it. */
  ground: Scene = new Map();
  /** Whether animation is off. */
  still = false;

  #number = -1;
  /** Where everything is after that many moves. */
  #position: Scene = new Map();
  #falls = false;
  #shows = 0;
  #films: Film[] = [];
  #live: { film: Film; done: Promise<void> } | null = null;
  #act: Act | null = null;
  #finish: () => void = () => {};

  /** Whether an animation is running. */
  get busy(): boolean {
    return this.#act !== null;
  }

  /** The placement that is being shown or was shown last. */
  get film(): Film | null {
    return this.#films.at(-1) ?? null;
  }

  /** Advance time. */
  tick(seconds: number): void {
    if (!this.#act?.(seconds)) return;
    this.#act = null;
    this.#finish();
  }

  /** A frame was streamed, after that many moves. */
  heard(frame: Frame, number: number): void {
    let film = this.#films.find((one) => one.number === number && !one.closed && frame.t >= one.end);
    if (!film) {
      film = new Film(number, this.#position);
      this.#films = [...this.#films.filter((one) => one.number < number).slice(-2), film];
      if (this.#live && this.#live.film.number === number) this.#live = null;
    }
    film.add(frame);
    if (!this.#live && number === this.#number) this.#play(film);
  }

  #play(film: Film): Promise<void> {
    let at = film.begin;
    const done = this.#run((seconds) => {
      const ahead = film.end - at;
      const before = at;
      at = Math.max(at, film.end - TOO_LATE);
      at = Math.min(film.end, at + seconds * (ahead > LATE ? CATCH_UP : ahead < BEHIND && !film.closed ? 0.85 : 1));
      this.#project(film, at, before, 1);
      return film.closed && at >= film.end;
    });
    this.#live = { film, done };
    return done;
  }

  #project(film: Film, at: number, before: number, pace: number): void {
    const { held, scene } = film.at(at);
    this.shown = { scene, held, faint: NOTHING, pace };
    this.#fall(fell(film.start, scene));
    for (const speed of film.knocks(before, at)) this.onknock(speed);
    const touch = film.touch(before, at);
    if (touch && held) this.ontouch(touch, held);
  }

  #fall(falls: boolean): void {
    if (falls !== this.#falls) this.onfall(falls);
    this.#falls = falls;
  }

  /** End the replay that is running: what is left of it is not shown. */
  hurry(): boolean {
    const replays = this.busy && this.shown.pace !== 1;
    if (replays) {
      this.#act = null;
      this.#finish();
    }
    return replays;
  }

  /** Show the position after a move; resolves when it is on the screen. */
  async show(after: Scene, number: number, placed: Placed | null): Promise<void> {
    const show = ++this.#shows;
    const film = this.#films.find((one) => one.number === number - 1 && one.length > 0);
    const follows = this.#number === number - 1;
    const skips = this.#number >= 0 && this.#number < number && !film;
    const stale = () => show !== this.#shows;
    if (film && follows && placed) {
      film.closed = true;
      await (this.#live?.film === film ? this.#live.done : this.#play(film));
      if (stale()) return;
      if (!placed.stands && !this.still) await this.replay(film, after);
    } else if ((follows || skips) && placed && !this.still) {
      await this.#carry(placed);
    }
    if (stale()) return;
    this.#live = null;
    [this.#number, this.#position] = [number, after];
    for (const one of this.#films) if (one.number === number) one.start = after;
    if (follows && !this.still) await this.#settle(after);
    else this.#cut(after);
    const next = this.#films.find((one) => one.number === number && !one.closed);
    if (!stale() && next && !this.#live) void this.#play(next);
  }

  /** Replay a fall in slow motion, from what caused it until what fell is in the water. */
  async replay(film: Film, after: Scene): Promise<void> {
    const show = this.#shows;
    const { from, lively } = film.fall();
    let at = from;
    this.ground = film.start;
    this.onslow(true);
    await this.#run((seconds) => {
      const before = at;
      const pace = lively(at) ? SLOW : QUICK;
      at = Math.min(film.end, at + seconds * pace);
      this.#project(film, at, before, pace);
      return at >= film.end;
    });
    if (show === this.#shows) {
      // A replay that was hurried ends as the fall did.
      this.#project(film, film.end, film.end, LEAVING);
      await this.#settle(after, LEAVING);
    }
    this.onslow(false);
  }

  /** Show a film that is known to its end, so many times as fast as it was. */
  async watch(film: Film, speed: number): Promise<void> {
    let at = film.begin;
    await this.#run((seconds) => {
      const before = at;
      at = Math.min(film.end, at + seconds * speed);
      this.#project(film, at, before, 1);
      return at >= film.end;
    });
  }

  /** What was not streamed: the piece that is placed comes down from above, and pieces that fall tumble. */
  async #carry({ piece, stands, lying }: Placed): Promise<void> {
    const before = this.shown.scene;
    const home = piece === null ? undefined : lying.get(piece);
    if (piece !== null && home)
      await this.#passing(LOWER, (share) => {
        const eased = 1 - (1 - share) ** 2;
        const scene = new Map([...before, [piece, shifted(home, [0, 0, ABOVE * (1 - eased)])]]);
        this.shown = { scene, held: piece, faint: new Map([[piece, Math.min(1, share * 3)]]), pace: 1 };
      });
    const start = this.shown.scene;
    if (!stands)
      await this.#passing(
        TUMBLE,
        (share) => (this.shown = { scene: mixed(start, lying, share ** 2), held: null, faint: NOTHING, pace: 1 }),
      );
    this.onknock(stands ? 0.15 : 0.6);
  }

  /** From what is shown to a position; pieces that leave hop off the table into the water, or sink where they float. */
  async #settle(after: Scene, pace = 1): Promise<void> {
    const before = this.shown.scene;
    const leaves = [...before.keys()].filter((piece) => !after.has(piece));
    const moves = [...after].some(([piece, pose]) => distance(before.get(piece) ?? pose, pose) > MOVED);
    if (leaves.length || moves) {
      const table = tableUnder(this.ground);
      const hops = leaves.map((piece, index) => leave(piece, before.get(piece)!, index, table));
      const dived = new Set<string>();
      await this.#passing((LEAVE + HOP_AFTER * Math.max(0, leaves.length - 1)) / pace, (share, passed) => {
        const now = hops.map((one) => ({ ...one, ...one.at((passed * pace) / LEAVE) }));
        for (const { piece, share, pose, floats } of now)
          if (share >= DIVES && !floats && !dived.has(piece)) {
            dived.add(piece);
            this.ondive(pose, piece);
          }
        this.shown = {
          scene: new Map([
            ...mixed(before, after, share ** 2 * (3 - 2 * share)),
            ...now.map(({ piece, pose }) => [piece, pose] as const),
          ]),
          held: null,
          faint: new Map(now.map(({ piece, share }) => [piece, share < DIVES ? 1 : (1 - share) / (1 - DIVES)])),
          pace,
        };
      });
    }
    this.#cut(after);
  }

  #cut(scene: Scene): void {
    this.ground = scene;
    this.#fall(false);
    this.shown = { scene, held: null, faint: NOTHING, pace: 1 };
  }

  #passing(seconds: number, draw: (share: number, passed: number) => void): Promise<void> {
    let passed = 0;
    return this.#run((more) => {
      passed = Math.min(seconds, passed + more);
      draw(passed / seconds, passed);
      return passed >= seconds;
    });
  }

  /** End the running animation. */
  #run(act: Act): Promise<void> {
    this.#finish();
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#act = act;
    });
  }
}

interface Leaving {
  piece: string;
  /** Whether it lies in the water already. */
  floats: boolean;
  at(passed: number): { share: number; pose: Pose };
}

/** How a piece leaves: outwards over the rim of the table in an arc and down into the water, where it sinks. */
function leave(piece: string, from: Pose, index: number, { x, y, radius }: Round): Leaving {
  const far = Math.hypot(from[0] - x, from[1] - y);
  const angle = far > 0.004 ? Math.atan2(from[1] - y, from[0] - x) : index * 2.4;
  const floats = far > radius;
  const goal = radius + BEYOND + 0.006 * (index % 3);
  return {
    piece,
    floats,
    at: (passed) => {
      const share = Math.min(1, Math.max(0, passed - (index * HOP_AFTER) / LEAVE));
      const out = Math.min(1, share / DIVES);
      const sunk = Math.max(0, share - DIVES) / (1 - DIVES);
      if (floats) return { share, pose: shifted(from, [0, 0, -DEPTH * sunk]) };
      const away = far + (goal - far) * out;
      const height = from[2] * (1 - out ** 2) + HOP * Math.sin(Math.PI * out) - 0.008 * out - DEPTH * sunk;
      const turned = product(about([-Math.sin(angle), Math.cos(angle), 0], out * 2.5), quatOf(from));
      return { share, pose: [x + Math.cos(angle) * away, y + Math.sin(angle) * away, height, ...turned] };
    },
  };
}

function mixed(before: Scene, after: Scene, share: number): Scene {
  return new Map([...after].map(([piece, pose]) => [piece, between(before.get(piece) ?? pose, pose, share)]));
}
