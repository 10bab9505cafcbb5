import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { test } from "node:test";

const SOURCE = readFileSync(new URL("tokens.css", import.meta.url), "utf-8");
const THEMES = ["day", "night"] as const;
type Theme = (typeof THEMES)[number];

/** Text and what is behind it: WCAG AA, 4.5 to 1. */
const TEXT = [
  ["ink", "page page-far tile card mark"],
  ["muted", "page page-far tile card"],
  ["accent", "page page-far tile card"],
  ["danger", "page card"],
  ["accent-ink", "accent"],
  ["sun-ink", "sun"],
  ["page", "ink"],
  ["card", "ink mark-edge danger"],
  ["slab-ink", "slab deck slab-corner"],
  ["on-dark", "red navy green blue purple unknown red-dark amber-dark outline"],
  ["on-light", "amber orange yellow"],
] as const;

/** What must be seen but not read, and signs: 3 to 1. */
const GRAPHICS = [
  ["focus", "page card slab deck water"],
  ["target", "slab deck slab-corner water-bright water water-deep"],
  ["mark-edge", "slab slab-corner deck card"],
  ["accent", "card page"],
  ["steel", "coping"],
  ["muted", "card"],
  ["outline", "crocodile red amber orange yellow fair tan brown dark"],
] as const;

/** A light-dark() has two colours, anything else one. */
function colours(theme: Theme): Map<string, string> {
  const found = SOURCE.matchAll(/--([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6}))?\)?;/g);
  return new Map([...found].map(([, name, day, night]) => [name!, theme === "night" ? (night ?? day!) : day!]));
}

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((low, high) => low - high);
  return (light! + 0.05) / (dark! + 0.05);
}

function weak(pairs: readonly (readonly [string, string])[], least: number): string[] {
  return THEMES.flatMap((theme) => {
    const known = colours(theme);
    return pairs
      .flatMap(([front, backs]) => backs.split(" ").map((back) => [front, back] as const))
      .map(([front, back]) => ({ front, back, ratio: contrast(known.get(front)!, known.get(back)!) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ front, back, ratio }) => `${theme}: ${front} on ${back} is ${ratio.toFixed(2)}`);
  });
}

test("the contrast of black and white is 21", () => assert.equal(Math.round(contrast("#000000", "#ffffff")), 21));

test("every text can be read by day and by night", () => assert.deepEqual(weak(TEXT, 4.5), []));

test("signs, marks and edges can be seen by day and by night", () => assert.deepEqual(weak(GRAPHICS, 3), []));

/** Where colours of their own are drawn, as docs/look.md names them: faces, the far away in pictures, Splash!. */
const OWN = [
  "home/",
  "lib/people/",
  "lib/boards/*/Poster.svelte",
  "lib/boards/croc-pool/",
  "lib/boards/plouf-party/Theatre.svelte",
  "lib/boards/splash/",
  "scenes/",
  "me/Mirror.svelte",
  "site/QrCode.svelte",
  "styles/tokens.css",
  "styles/people.css",
  "styles/print.css",
  "gallery/",
  "generated/",
];
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi;
/** White, and what only hides or shows in a mask. */
const NO_COLOUR = ["#fff", "#ffffff", "#000"];

test("colours are in the tokens", () => {
  const root = new URL("../", import.meta.url);
  const owned = (file: string) => OWN.some((own) => matchesGlob(file, own.endsWith("/") ? `${own}**` : own));
  const found = readdirSync(root, { recursive: true, encoding: "utf-8" })
    .filter((file) => /\.(svelte|css)$/.test(file) && !owned(file))
    .flatMap((file) => {
      const colours = readFileSync(new URL(file, root), "utf-8").match(COLOUR) ?? [];
      return colours
        .filter((colour) => !NO_COLOUR.includes(colour.toLowerCase()))
        .map((colour) => `${file}: ${colour}`);
    });
  assert.deepEqual(found, []);
});
