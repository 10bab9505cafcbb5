/** The keys that steer the hand. A tap is a small step; a key that is held moves on, faster after a while.
 *
 * Letters are places on the keyboard, named as on an English one, so that they lie side by side on any other. */

import type { Eye } from "./level.ts";

/** What keys can do with a hand. */
export interface Steered {
  carry(step: readonly [number, number], eye: Eye): void;
  pull(share: number): void;
  turn(angle: number): void;
  tilt(more: readonly [number, number], eye: Eye): void;
}

/** Each second: metres, the share of the lever, radians. */
const [CARRY, PULL, TURN, TILT] = [0.022, 0.32, 1.1, 0.5];
/** Seconds of movement for a tap, until a held key moves on, and until it is at its fastest, which is so much faster. */
const [TAP, HELD, LATE, FAST] = [0.03, 0.18, 0.9, 2.5];

type Way = (hand: Steered, seconds: number, eye: Eye) => void;
const carry =
  (x: number, y: number): Way =>
  (hand, seconds, eye) =>
    hand.carry([x * CARRY * seconds, y * CARRY * seconds], eye);
const tilt =
  (x: number, y: number): Way =>
  (hand, seconds, eye) =>
    hand.tilt([x * TILT * seconds, y * TILT * seconds], eye);
const pull =
  (up: number): Way =>
  (hand, seconds) =>
    hand.pull(up * PULL * seconds);
const turn =
  (left: number): Way =>
  (hand, seconds) =>
    hand.turn(left * TURN * seconds);

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: carry(-1, 0),
  ArrowRight: carry(1, 0),
  ArrowUp: carry(0, 1),
  ArrowDown: carry(0, -1),
  "Shift+ArrowLeft": tilt(-1, 0),
  "Shift+ArrowRight": tilt(1, 0),
  "Shift+ArrowUp": tilt(0, 1),
  "Shift+ArrowDown": tilt(0, -1),
  PageUp: pull(1),
  PageDown: pull(-1),
  KeyW: pull(1),
  KeyS: pull(-1),
  KeyQ: turn(1),
  KeyE: turn(-1),
};

/** What is printed on keys, by their places. */
export type Letters = Readonly<Record<string, string>>;
const ENGLISH: Letters = { w: "W", a: "A", s: "S", d: "D", q: "Q", e: "E", t: "T" };
const FRENCH: Letters = { ...ENGLISH, w: "Z", a: "Q", q: "A" };
/** The languages whose keyboards are laid out as in France. */
const AZERTY = /^fr(?!-(CA|CH))/i;

/** The letters of somebody's keyboard as far as their language tells. */
export function usualLetters(language: string): Letters {
  return AZERTY.test(language) ? FRENCH : ENGLISH;
}

/** The letters of a keyboard by its layout, from codes such as `KeyW`. */
export function lettersOf(layout: ReadonlyMap<string, string>, usual: Letters): Letters {
  const printed = (key: string) => layout.get(`Key${key.toUpperCase()}`)?.toUpperCase() ?? usual[key]!;
  return Object.fromEntries(Object.keys(usual).map((key) => [key, printed(key)]));
}

/** The name of a key: its place if it is a letter, otherwise what it does. */
export function keyOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  return code.startsWith("Key") ? code : key;
}

export class Keys {
  /** The keys that are down, and for how many seconds. */
  readonly #down = new Map<string, number>();

  /** Whether a key that is held moves the hand. */
  get busy(): boolean {
    return this.#down.size > 0;
  }

  /** A key goes down; returns whether it steers. */
  press(key: string, shift: boolean, hand: Steered, eye: Eye): boolean {
    const name = shift && key.startsWith("Arrow") ? `Shift+${key}` : key;
    if (!(name in WAYS)) return false;
    if (this.#down.has(name)) return true;
    this.#down.set(name, 0);
    WAYS[name]!(hand, TAP, eye);
    return true;
  }

  release(key: string): void {
    for (const name of [key, `Shift+${key}`]) this.#down.delete(name);
  }

  clear(): void {
    this.#down.clear();
  }

  /** Time passes. */
  pass(seconds: number, hand: Steered, eye: Eye): void {
    for (const [name, held] of this.#down) {
      const now = held + seconds;
      this.#down.set(name, now);
      const speed = 1 + (FAST - 1) * Math.min(1, Math.max(0, (now - HELD) / (LATE - HELD)));
      if (now > HELD) WAYS[name]!(hand, Math.min(seconds, now - HELD) * speed, eye);
    }
  }
}
