/** All pages but the table, which comes first. */

import type { Component } from "svelte";
import { hasPractice, practice } from "../lib/boards/beside.ts";
import type { PageName } from "./router.svelte.ts";

/** A page, and what it is given beside the id. */
export type Loaded = { default: Component<never>; more?: object };

/** Pages that need no id are given one all the same. */
export const PAGES: Readonly<Record<Exclude<PageName, "table">, (id: string) => Promise<Loaded>>> = {
  home: () => import("../pages/Home.svelte"),
  new: () => import("../pages/New.svelte"),
  device: () => here(import("../pages/Table.svelte")),
  replay: () => import("../pages/Replay.svelte"),
  kept: () => here(import("../pages/Replay.svelte")),
  rules: () => import("../pages/Rules.svelte"),
  learn: () => import("../pages/Learn.svelte"),
  practice: async (id) => (hasPractice(id) ? { default: await practice(id) } : PAGES.missing(id)),
  challenge: async (id) => (await import("../lib/boards/challenges.ts")).challenge(id),
  puzzles: () => import("../pages/Puzzles.svelte"),
  me: () => import("../pages/Me.svelte"),
  watch: () => import("../pages/Watch.svelte"),
  cup: () => import("../pages/Cup.svelte"),
  wall: () => import("../pages/Wall.svelte"),
  friend: () => import("../pages/Friend.svelte"),
  privacy: () => import("../pages/Privacy.svelte"),
  missing: () => import("../pages/Missing.svelte"),
};

/** The same page for what is on this device. */
async function here(page: Promise<{ default: Component<never> }>): Promise<Loaded> {
  const [loaded, { connect, kept }] = await Promise.all([page, import("../device/here.ts")]);
  return { default: loaded.default, more: { connect, kept } };
}
