/** Decides what is shown when: the live stream, the replay of a fall in slow motion, and the way from one position to
 * the next. It reads no clock: the caller of `tick` says how much time has passed.
 */

import { Film, type Frame } from "./film.ts";
import { between, type Pose, type Scene, shifted } from "./pose.ts";

export interface Shown {
  scene: Scene;
  /** The piece in the hand. */
  held: string | null;
  /** The opacity of pieces that appear or disappear. */
  faint: ReadonlyMap<string, number>;
  /** The speed of time. */
  pace: number;
}

/** The outcome of a placement. */
export interface Placed {
  piece: string;
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
const SLOW = 0.32;
/** Seconds of a fall that are replayed. */
const FALL = 1.1;
const LEAVE = 0.7;
const LOWER = 0.6;
const TUMBLE = 0.7;
const ABOVE = 0.05;

const NOTHING: ReadonlyMap<string, number> = new Map();

/** A running animation: advances by so many seconds, and returns whether it is over. */
type Act = (seconds: number) => boolean;

export class Director {
  shown: Shown = { scene: new Map(), held: null, faint: NOTHING, pace: 1 };
  /** Where the reader's own hand shows the piece, given where the server last saw it. */
  predict: ((pose: Pose, t: number) => Pose) | null = null;
  /** Called when pieces collide, with the speed. */
  onknock: (speed: number) => void = () => {};
  /** Whether animation is off. */
  still = false;

  #number = -1;
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
      const start = this.#films.find((one) => one.number === number - 1)?.last?.scene ?? this.shown.scene;
      film = new Film(number, start);
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
    const { last } = film;
    const pose = last?.held && last.scene.get(last.held);
    const led = this.predict && pose ? new Map([...scene, [last.held!, this.predict(pose, last.t)]]) : scene;
    this.shown = { scene: led, held, faint: NOTHING, pace };
    for (const speed of film.knocks(before, at)) this.onknock(speed);
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
      if (!placed.stands && !this.still) await this.replay(film);
    } else if ((follows || skips) && placed && !this.still) {
      await this.#carry(placed);
    }
    if (stale()) return;
    this.#live = null;
    this.#number = number;
    if (follows && !this.still) await this.#settle(after);
    else this.#cut(after);
    const next = this.#films.find((one) => one.number === number && !one.closed);
    if (!stale() && next && !this.#live) void this.#play(next);
  }

  /** Replay a fall in slow motion. */
  replay(film: Film): Promise<void> {
    const [from, to] = film.fall(FALL);
    let at = from;
    return this.#run((seconds) => {
      const before = at;
      at = Math.min(to, at + seconds * SLOW);
      this.#project(film, at, before, SLOW);
      return at >= to;
    });
  }

  /** A placement that was not streamed: the piece comes down from above, and pieces that fall tumble. */
  async #carry({ piece, stands, lying }: Placed): Promise<void> {
    const before = this.shown.scene;
    const home = lying.get(piece);
    if (!home) return;
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

  /** From what is shown to a position; pieces that leave fade out. */
  async #settle(after: Scene): Promise<void> {
    const before = this.shown.scene;
    const leaves = [...before.keys()].filter((piece) => !after.has(piece));
    if (leaves.length) {
      await this.#passing(LEAVE, (share) => {
        const sunk = leaves.map((piece) => [piece, shifted(before.get(piece)!, [0, 0, -0.01 * share ** 2])] as const);
        this.shown = {
          scene: new Map([...mixed(before, after, share), ...sunk]),
          held: null,
          faint: new Map(leaves.map((piece) => [piece, 1 - share])),
          pace: 1,
        };
      });
    }
    this.#cut(after);
  }

  #cut(scene: Scene): void {
    this.shown = { scene, held: null, faint: NOTHING, pace: 1 };
  }

  #passing(seconds: number, draw: (share: number) => void): Promise<void> {
    let passed = 0;
    return this.#run((more) => {
      passed = Math.min(seconds, passed + more);
      draw(passed / seconds);
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

function mixed(before: Scene, after: Scene, share: number): Scene {
  return new Map([...after].map(([piece, pose]) => [piece, between(before.get(piece) ?? pose, pose, share)]));
}
