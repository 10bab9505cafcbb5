/** Puts one entry of the gallery on the page, and knows when it is complete. */

import { mount, unmount, type Component } from "svelte";
import People from "./People.svelte";
import type { Screen } from "./screens.ts";
import { install, requests } from "./service.ts";

/** Frames without a change after which a page is complete; a canvas draws its best picture a little later. */
const QUIET = 3;
const DRAWN = 30;
const PATIENCE_MS = 60_000;
const PIECES = import.meta.glob<Component>("../lib/boards/*/Pieces.svelte", { import: "default" });
const PREFIX = "pieces-";

/** The entries that show who and what is drawn, in every state. */
const DRAWINGS: readonly string[] = ["people", ...Object.keys(PIECES).map((file) => PREFIX + file.split("/").at(-2)!)];

function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Resolves when nothing has changed for some frames, and all that was asked for is there. */
export async function settled(): Promise<void> {
  let quiet = 0;
  // A canvas changes its resolution by itself.
  const counts = ({ target }: MutationRecord) => target.nodeName !== "CANVAS";
  const observer = new MutationObserver((changes) => (quiet = changes.some(counts) ? 0 : quiet));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const enough = () => (document.querySelector("canvas") ? DRAWN : QUIET);
  while (++quiet < enough() || requests.open || document.fonts.status !== "loaded") await frame();
  observer.disconnect();
}

/** What a screen waits for; an error where it does not appear, so that a test fails instead of hanging. */
async function found(what: string, find: () => HTMLElement | null | undefined): Promise<HTMLElement> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const element = find();
    if (element) return element;
    await frame();
  }
  throw new Error(`${what} does not appear at ${location.pathname}`);
}

/** The names of all entries. */
export async function entries(): Promise<string[]> {
  const { screens } = await import("./screens.ts");
  return [...DRAWINGS, ...Object.keys(await screens())];
}

let shown: Record<string, unknown> | null = null;

/** Show an entry in the place of the one before. */
export async function show(name: string, theme: string | null = null): Promise<void> {
  if (shown) await unmount(shown);
  if (DRAWINGS.includes(name)) shown = mount(await drawing(name), { target: document.body });
  else {
    const screen = (await (await import("./screens.ts")).screens())[name];
    if (!screen) throw new Error(`there is no screen ${name}`);
    shown = await visited(screen, theme);
  }
  await settled();
}

async function drawing(name: string): Promise<Component> {
  return PIECES[`../lib/boards/${name.slice(PREFIX.length)}/Pieces.svelte`]?.() ?? People;
}

/** A screen of the page, as a visitor of the faked service sees it. */
async function visited(screen: Screen, theme: string | null): Promise<Record<string, unknown>> {
  install(screen.answers);
  // The page reads its address when it is loaded, and when the visitor goes back.
  history.replaceState(null, "", screen.path);
  const [{ default: App }, { visitor, THEMES }] = await Promise.all([
    import("../site/App.svelte"),
    import("../site/visitor.svelte.ts"),
  ]);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
  sessionStorage.clear();
  localStorage.clear();
  [visitor.me, visitor.offer, visitor.error] = [null, null, null];
  [visitor.taste.theme, visitor.taste.inWords] = [THEMES.find((each) => each === theme) ?? "system", !!screen.inWords];
  visitor.dress();
  await visitor.need();
  const app = mount(App, { target: document.body });
  await visitor.arrive();
  for (const code of screen.press ?? []) {
    await settled();
    const button = await found(code, () => labelled(visitor.say(code)));
    button.click();
  }
  await found(screen.until, () => document.querySelector<HTMLElement>(screen.until));
  return app;
}

function labelled(label: string): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>("main button, main summary")];
  return buttons.find((one) => one.ariaLabel === label || one.textContent?.trim().startsWith(label));
}
