/** Sounds, and what a phone lets its holder feel with them. Browsers allow neither before the page was touched. */

import type * as Orchestra from "./orchestra.ts";
import type { SoundName } from "./orchestra.ts";

export type { SoundName };

/** Milliseconds that a phone trembles, on and off: when an own piece is touched, and when it is the reader's turn. */
const FELT: Partial<Record<SoundName, number | number[]>> = { click: 8, turn: [24, 70, 24] };
/** Seconds between two looks whether a cicada may be heard, and for which nothing else was heard. */
const [SELDOM, CALM] = [50, 10];

let orchestra: typeof Orchestra | null = null;
let audio: AudioContext | null = null;
let last = 0;

/** Load the sounds, and get them ready in tasks of their own: it takes longer than a frame of a motion may.
 * Without a connection there are none. */
async function load(): Promise<void> {
  orchestra ??= await import("./orchestra.ts").catch(() => null);
  if (!orchestra || audio || !isAllowed()) return;
  audio = new AudioContext();
  setTimeout(() => orchestra!.room(audio!));
}

function isAllowed(): boolean {
  return !sound.muted && !!navigator.userActivation?.hasBeenActive;
}

/** By night a cicada is heard now and then, but never while something happens. */
function listen(): void {
  const { theme } = document.documentElement.dataset;
  const night = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (night && !document.hidden && performance.now() - last > CALM * 1000) sound.play("cicada");
  setTimeout(listen, SELDOM * 1000 * (1 + Math.random()));
}

export const sound = {
  muted: false,
  /** Get ready: the sounds are loaded when the page is first touched, since none can be heard before. */
  start(): void {
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, load, { once: true });
    setTimeout(listen, SELDOM * 1000);
  },
  /** Play a sound now, at full volume or lower, unless sounds are muted. */
  play(name: SoundName, loud = 1): void {
    if (!isAllowed()) return;
    last = performance.now();
    const felt = FELT[name];
    if (felt && matchMedia("(prefers-reduced-motion: no-preference)").matches) navigator.vibrate?.(felt);
    if (!orchestra) return void load();
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    orchestra.perform(audio, name, loud);
  },
};
