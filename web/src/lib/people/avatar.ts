/** A face from a number: which of the drawn parts it is made of. */

/** How many kinds there are of each part. The order matters: another order gives everybody another face. */
const KINDS = {
  ground: 8,
  scene: 4,
  skin: 6,
  hair: 10,
  tint: 8,
  gaze: 4,
  wear: 6,
  mouth: 4,
  extra: 6,
  shirt: 8,
} as const;

export type Parts = Readonly<Record<keyof typeof KINDS, number>>;

/** The parts of a face. Only the lower 32 bits of the seed count. */
export function parts(seed: number): Parts {
  let state = seed;
  const found = Object.entries(KINDS).map(([part, kinds]) => {
    state = (state + 0x9e3779b9) | 0;
    return [part, scrambled(state) % kinds];
  });
  return Object.fromEntries(found) as unknown as Parts;
}

/** A number of 32 bits that changes everywhere when the given one changes anywhere (the finisher of MurmurHash3). */
function scrambled(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const ANIMALS = { random: "crab", gentle: "duck", club: "seal", expert: "shark", master: "octopus", perfect: "turtle" };
/** A level that plays as well as somebody with a rating is an animal of its own. */
const MATCH = /^match\b/;

export type Animal = "crab" | "duck" | "seal" | "shark" | "octopus" | "turtle" | "otter";

/** The animal that plays at a level: always the same, for a level that is not known here too. */
export function animal(level: string): Animal {
  if (MATCH.test(level)) return "otter";
  const known = ANIMALS as Record<string, Animal>;
  const letters = [...level].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
  return known[level] ?? Object.values(known)[letters % 6]!;
}
