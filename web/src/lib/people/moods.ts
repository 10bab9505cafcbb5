/** How a swimmer holds the arms, looks and moves the mouth, around (0, 0) with the head at (0, -9). */

export const MOODS = {
  calm: { arms: "M-10 6Q-15 5 -14.5 9M10 6Q15 5 14.5 9", mouth: "M-3.6 -2.4q3.6 4.4 7.2 0z" },
  teeters: { arms: "M-10 6Q-17 4 -23 -3M10 6Q17 7 23 3", mouth: "M-4.8 -.6q1.6 -3.4 3.2 -.8t3.2 0t3.2 -.4" },
  falls: { arms: "M-10 6Q-19 2 -20 -11M10 6Q19 2 20 -11", mouth: "M-3 -.6a3 3.2 0 1 1 6 0a3 2.8 0 1 1 -6 0z" },
  floats: { arms: "M-11 8Q-18 7 -18 12M11 8Q18 7 18 12", mouth: "M-3 -1.8q3 3 6 0" },
  sad: { arms: "M-10 6Q-13 8 -12 14M10 6Q13 8 12 14", mouth: "M-3.4 0q3.4 -3.8 6.8 0" },
  sulks: { arms: "M-11 8Q-18 7 -18 12M11 8Q18 7 18 12", mouth: "M-3.4 0q3.4 -3.8 6.8 0" },
  out: { arms: "", mouth: "M-3 0q3 -2.4 6 0", eyes: "M-8.4 -7.4q3 2.4 6 0M2.4 -7.4q3 2.4 6 0" },
  wins: {
    arms: "M-10 6Q-19 2 -20 -11M10 6Q19 2 20 -11",
    mouth: "M-4.8 -3.4h9.6q-.4 6 -4.8 6t-4.8 -6z",
    eyes: "M-8.4 -7q3 -4.4 6 0M2.4 -7q3 -4.4 6 0",
  },
  cheers: {
    arms: "M-11 8Q-19 4 -20 -9M11 8Q19 4 20 -9",
    mouth: "M-4.8 -3.4h9.6q-.4 6 -4.8 6t-4.8 -6z",
    eyes: "M-8.4 -7q3 -4.4 6 0M2.4 -7q3 -4.4 6 0",
  },
} as const satisfies Record<string, { arms: string; mouth: string; eyes?: string }>;

export type Mood = keyof typeof MOODS;

/** The moods of those in the water. */
export const WET: readonly Mood[] = ["floats", "sulks", "cheers"];

/** The moods in which the mouth is open. */
const OPEN: readonly Mood[] = ["calm", "falls", "wins", "cheers"];

/** The classes of the mouth. */
export function lips(mood: Mood): string {
  return OPEN.includes(mood) ? "lips mouth" : "lips thin";
}

/** Give a swimmer who is drawn already the arms and the mouth of another mood. */
export function dress(drawn: Element, mood: "teeters" | "falls"): void {
  const { arms, mouth } = MOODS[mood];
  for (const arm of drawn.querySelectorAll(".arms")) arm.setAttribute("d", arms);
  for (const lip of drawn.querySelectorAll(".lips")) {
    lip.setAttribute("d", mouth);
    lip.setAttribute("class", lips(mood));
  }
}

/** How far the pupils go from the middle of the eyes. */
const REACH = 1.5;

/** Where the pupils are when a swimmer looks in a direction, however far. */
export function gaze(dx: number, dy: number): { x: number; y: number } {
  const far = Math.hypot(dx, dy);
  return far ? { x: (dx / far) * REACH, y: (dy / far) * REACH } : { x: 0, y: 0 };
}
