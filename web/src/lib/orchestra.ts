/** The sounds, synthesised in one small tiled room, and about as loud as one another. */

const SILENT = 0.0001;
/** Seconds in which a sound swells, so that it does not crack. */
const ATTACK = 0.004;
const ECHO = { lasts: 0.22, loud: 0.24 };
/** How loud everything is together: gentle. */
const LOUD = 0.7;

/** What plays a score, each at a time from its beginning. */
interface Players {
  /** A tone that fades while it slides from one pitch to another. */
  tone(at: number, from: number, to: number, lasts: number, loud: number, type?: OscillatorType): void;
  /** Noise that fades, through a filter that slides from one pitch to another; the sharper, the more like a tone. */
  noise(at: number, from: number, to: number, lasts: number, loud: number, sharp?: number): void;
}

type Score = (players: Players) => void;

/** A pitch that is never quite the same: steps and knocks are not machines. */
const about = (pitch: number) => pitch * (0.94 + Math.random() * 0.12);

const SCORES = {
  /** A fingertip on a tile. */
  click({ tone, noise }) {
    tone(0, 620, 380, 0.06, 0.62);
    noise(0, 3200, 1800, 0.02, 0.36);
  },
  /** A wet foot on stone. */
  step({ tone, noise }) {
    tone(0, about(210), 110, 0.08, 0.507);
    noise(0, about(2100), 700, 0.06, 0.455);
  },
  /** Somebody falls into the water, and bubbles. */
  plunge({ tone, noise }) {
    tone(0, 260, 70, 0.2, 0.306);
    noise(0.02, 2800, 480, 0.5, 0.51);
    for (const [index, pitch] of [380, 460, 560].entries()) tone(0.3 + index * 0.08, pitch, pitch * 1.9, 0.07, 0.076);
  },
  /** Wood on wood. */
  wood({ tone, noise }) {
    const pitch = about(820);
    tone(0, pitch, pitch * 0.8, 0.07, 0.62);
    tone(0, pitch * 2.7, pitch * 2.5, 0.03, 0.34);
    noise(0, pitch * 2, pitch, 0.03, 0.56);
  },
  /** A tile is turned over. */
  flip({ noise, tone }) {
    noise(0, 700, 2600, 0.16, 0.957);
    tone(0.14, 520, 360, 0.06, 0.58);
  },
  /** Jaws snap. */
  bite({ tone, noise }) {
    noise(0, 1900, 900, 0.06, 0.66);
    tone(0.02, 170, 60, 0.18, 0.42);
    noise(0.13, 1400, 700, 0.08, 0.46);
  },
  /** Somebody is accused: a roll that hurries. */
  drum({ tone, noise }) {
    for (const [index, at] of [0, 0.19, 0.36, 0.51, 0.64, 0.75, 0.84].entries()) {
      tone(at, 130, 72, 0.12, 0.24 + index * 0.038);
      noise(at, 420, 240, 0.05, 0.12 + index * 0.022);
    }
  },
  /** A small bell: your turn. */
  turn({ tone }) {
    for (const [at, pitch] of [
      [0, 659],
      [0.14, 988],
    ] as const) {
      tone(at, pitch, pitch, 0.42, 0.24, "sine");
      tone(at, pitch * 2.76, pitch * 2.76, 0.16, 0.06, "sine");
    }
  },
  /** Everybody cheers. */
  win({ tone, noise }) {
    for (const [index, pitch] of [523, 659, 784, 1047].entries()) tone(index * 0.11, pitch, pitch, 0.38, 0.26);
    noise(0.2, 900, 2000, 0.6, 0.12, 0.6);
  },
  /** A sigh in three steps. */
  lose({ tone }) {
    for (const [index, pitch] of [440, 370, 311].entries()) tone(index * 0.17, pitch, pitch * 0.96, 0.36, 0.3);
  },
  /** A cicada in the dark, far away. */
  cicada({ noise }) {
    for (let beat = 0; beat < 13; beat++) noise(beat * 0.065, 4700, 4500, 0.055, 0.24 + beat * 0.029, 9);
  },
} satisfies Record<string, Score>;

export type SoundName = keyof typeof SCORES;
export const NAMES = Object.keys(SCORES) as SoundName[];

interface Room {
  noise: AudioBuffer;
  door: AudioNode;
}

const rooms = new WeakMap<BaseAudioContext, Room>();

/** One room for all sounds of a context, made when it is first asked for: what goes in at its door is heard with the echo
 * of its walls. */
export function room(audio: BaseAudioContext): Room {
  const known = rooms.get(audio);
  if (known) return known;
  const { sampleRate } = audio;
  const noise = filled(audio, sampleRate, () => 1);
  const echo = filled(audio, sampleRate * ECHO.lasts, (part) => (1 - part) ** 4);
  const [door, walls, wet] = [audio.createGain(), audio.createConvolver(), audio.createGain()];
  walls.buffer = echo;
  door.gain.value = LOUD;
  wet.gain.value = ECHO.loud;
  door.connect(audio.destination);
  door.connect(walls).connect(wet).connect(audio.destination);
  const made = { noise, door };
  rooms.set(audio, made);
  return made;
}

/** Noise, always the same, under a curve. */
function filled(audio: BaseAudioContext, length: number, curve: (part: number) => number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 7;
  for (let index = 0; index < samples.length; index++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    samples[index] = (seed / 2 ** 31) * curve(index / samples.length);
  }
  return buffer;
}

/** Play a sound in a context, as soon as it can. */
export function perform(audio: BaseAudioContext, name: SoundName, loud = 1): void {
  const { noise, door } = room(audio);
  const out = audio.createGain();
  out.gain.value = loud;
  out.connect(door);
  const start = audio.currentTime;
  const faded = (at: number, lasts: number, level: number): GainNode => {
    const node = audio.createGain();
    node.gain.setValueAtTime(SILENT, start + at);
    node.gain.exponentialRampToValueAtTime(level, start + at + ATTACK);
    node.gain.exponentialRampToValueAtTime(SILENT, start + at + lasts);
    node.connect(out);
    return node;
  };
  SCORES[name]({
    tone(at, from, to, lasts, level, type = "triangle") {
      const source = new OscillatorNode(audio, { type, frequency: from });
      source.frequency.setValueAtTime(from, start + at);
      source.frequency.exponentialRampToValueAtTime(to, start + at + lasts);
      source.connect(faded(at, lasts, level));
      source.start(start + at);
      source.stop(start + at + lasts);
    },
    noise(at, from, to, lasts, level, sharp = 1) {
      const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
      const filter = new BiquadFilterNode(audio, { type: "bandpass", Q: sharp });
      filter.frequency.setValueAtTime(from, start + at);
      filter.frequency.exponentialRampToValueAtTime(to, start + at + lasts);
      source.connect(filter).connect(faded(at, lasts, level));
      source.start(start + at, at % 1);
      source.stop(start + at + lasts);
    },
  });
}
