/** Synthesised sounds. Browsers play none before the first click on the page. */

const DECAY = 0.0001;

/** A tone that fades while it slides from one pitch to another. */
function tone(
  audio: BaseAudioContext,
  out: AudioNode,
  at: number,
  from: number,
  to: number,
  lasts: number,
  loud: number,
) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(DECAY, at + lasts);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + lasts);
}

/** Noise that fades, through a filter that slides from one pitch to another. */
function hiss(
  audio: BaseAudioContext,
  out: AudioNode,
  at: number,
  from: number,
  to: number,
  lasts: number,
  loud: number,
) {
  const length = Math.ceil(audio.sampleRate * lasts);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = Math.random() * 2 - 1;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(DECAY, at + lasts);
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

type Score = (audio: BaseAudioContext, out: AudioNode, at: number) => void;

const SCORES = {
  click: (audio, out, at) => tone(audio, out, at, 620, 320, 0.07, 0.25),
  step: (audio, out, at) => tone(audio, out, at, 300, 190, 0.09, 0.2),
  plunge: (audio, out, at) => {
    tone(audio, out, at, 240, 70, 0.22, 0.35);
    hiss(audio, out, at + 0.03, 2600, 420, 0.55, 0.4);
    tone(audio, out, at + 0.3, 420, 900, 0.12, 0.06);
  },
  wood: (audio, out, at) => {
    const pitch = 700 + Math.random() * 900;
    tone(audio, out, at, pitch, pitch * 0.7, 0.06, 0.3);
    hiss(audio, out, at, pitch * 2, pitch, 0.03, 0.35);
  },
  flip: (audio, out, at) => hiss(audio, out, at, 700, 2400, 0.18, 0.25),
  bite: (audio, out, at) => {
    hiss(audio, out, at, 1800, 900, 0.06, 0.6);
    tone(audio, out, at + 0.02, 160, 60, 0.18, 0.5);
    hiss(audio, out, at + 0.13, 1400, 700, 0.08, 0.4);
  },
  drum: (audio, out, at) => {
    for (let beat = 0; beat < 9; beat++) tone(audio, out, at + beat * 0.13, 120, 70, 0.12, 0.12 + beat * 0.03);
  },
  turn: (audio, out, at) => {
    tone(audio, out, at, 523, 523, 0.18, 0.15);
    tone(audio, out, at + 0.13, 784, 784, 0.3, 0.15);
  },
  win: (audio, out, at) => {
    for (const [index, pitch] of [523, 659, 784, 1047].entries())
      tone(audio, out, at + index * 0.12, pitch, pitch, 0.4, 0.2);
  },
  lose: (audio, out, at) => {
    for (const [index, pitch] of [440, 370, 311].entries())
      tone(audio, out, at + index * 0.18, pitch, pitch * 0.97, 0.4, 0.15);
  },
} as const satisfies Record<string, Score>;

export type SoundName = keyof typeof SCORES;

let audio: AudioContext | null = null;

export const sound = {
  muted: false,
  /** Play a sound now, at full volume or lower, unless sounds are muted. */
  play(name: SoundName, loud = 1): void {
    if (sound.muted || !navigator.userActivation?.hasBeenActive) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    const gain = audio.createGain();
    gain.gain.value = loud;
    gain.connect(audio.destination);
    SCORES[name](audio, gain, audio.currentTime);
  },
};
