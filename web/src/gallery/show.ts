/** Puts one entry of the gallery on the page, and knows when it is complete. */

import { mount, tick, unmount, type Component } from "svelte";
import { CHUNKS } from "../generated/languages.ts";
import People from "./People.svelte";
import type { Language, Say } from "../lib/words.ts";
import type { Screen } from "./screens.ts";
import { install, requests } from "./service.ts";

/** Frames without a change after which a page is complete. */
const QUIET = 3;
const PATIENCE_MS = 60_000;
/** In the folder of a board: its pieces, and what covers it for a moment. */
const DRAWN = import.meta.glob<Component>("../lib/boards/*/{Pieces,Notices}.svelte", { import: "default" });

/** What the page loads when it first needs it. Nobody can see from outside that such a part is on its way, so a screen
 * could be taken for complete without it: all of them are loaded before the first. */
const LATER = import.meta.glob(["../**/*.svelte", "!../gallery/**"]);
let loading: Promise<unknown> | undefined;

async function allLoaded(): Promise<void> {
  const { later } = await CHUNKS.en();
  await (loading ??= Promise.all([...Object.values(LATER), ...Object.values(later)].map((load) => load())));
}

/** The entries that show who and what is drawn, in every state, by name. */
const DRAWINGS: Readonly<Record<string, () => Promise<Component>>> = {
  people: async () => People,
  ...Object.fromEntries(Object.entries(DRAWN).map(([file, load]) => [nameOf(file), load])),
};

function nameOf(file: string): string {
  const [game, drawn] = file.split("/").slice(-2) as [string, string];
  return `${drawn.replace(".svelte", "").toLowerCase()}-${game}`;
}

function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Whether every canvas has its best picture. */
function drawn(): boolean {
  return [...document.querySelectorAll("canvas")].every((canvas) => "sharp" in canvas.dataset);
}

/** Resolves when nothing has changed for some frames, and all that was asked for is there.
 *
 * Canvases are waited for if their pictures matter.
 */
export async function settled(pictured = true): Promise<void> {
  let quiet = 0;
  // A canvas changes its resolution by itself.
  const counts = ({ target }: MutationRecord) => target.nodeName !== "CANVAS";
  const observer = new MutationObserver((changes) => (quiet = changes.some(counts) ? 0 : quiet));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  while (++quiet < QUIET || requests.open || document.fonts.status !== "loaded" || (pictured && !drawn()))
    await frame();
  observer.disconnect();
  if (!pictured) return;
  for (const canvas of document.querySelectorAll("canvas")) canvas.getContext("webgl2")?.finish();
  if (document.querySelector("canvas")) for (let shown = 0; shown < QUIET; shown++) await frame();
}

/** What a screen waits for; an error where it does not appear, so that a test fails instead of hanging. */
async function found(what: string, find: () => Element | null | undefined): Promise<Element> {
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
  return [...Object.keys(DRAWINGS), ...Object.keys(await screens())];
}

let shown: Record<string, unknown> | null = null;
/** What lies over the page. */
let note: Record<string, unknown> | null = null;

/** Show an entry in the place of the one before. */
export async function show(name: string, theme: string | null = null): Promise<void> {
  await allLoaded();
  if (shown) await unmount(shown);
  if (note) await unmount(note);
  note = null;
  const drawing = await DRAWINGS[name]?.();
  if (drawing) shown = mount(drawing, { target: document.body });
  else {
    const screen = (await (await import("./screens.ts")).screens())[name];
    if (!screen) throw new Error(`there is no screen ${name}`);
    await visit(screen, theme);
  }
  await settled();
}

/** Say what is shown in another language. */
export async function speak(language: Language): Promise<void> {
  const { visitor } = await import("../site/visitor.svelte.ts");
  await visitor.speak(language);
  await tick();
}

/** Show a screen of the page, as a visitor of the faked service sees it. */
async function visit(screen: Screen, theme: string | null): Promise<void> {
  install(screen.answers);
  stopTime();
  blind();
  flatten(screen.flat ?? false);
  // The page reads its address when it is loaded, and when the visitor goes back.
  history.replaceState(null, "", screen.path);
  const [{ default: App }, { visitor, THEMES }] = await Promise.all([
    import("../site/App.svelte"),
    import("../site/visitor.svelte.ts"),
  ]);
  const { errorMessage } = await import("../site/api.ts");
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
  sessionStorage.clear();
  localStorage.clear();
  if (screen.again) {
    const { me, offer } = screen.answers;
    localStorage.setItem("lido.known", JSON.stringify({ me, offer }));
  }
  const [{ offered }, { list, remove, save }, { seeking }] = await Promise.all([
    import("../offline/offered.ts"),
    import("../device/store.ts"),
    import("../club/seeking.svelte.ts"),
  ]);
  seeking.stop();
  offered.install = screen.installs ? new Event("beforeinstallprompt") : null;
  for (const { id } of await list()) await remove(id);
  for (const game of screen.kept ?? []) await save(game);
  [visitor.me, visitor.offer, visitor.error, visitor.trouble, visitor.offline] = [null, null, null, null, false];
  [visitor.taste.theme, visitor.taste.inWords] = [THEMES.find((each) => each === theme) ?? "system", !!screen.inWords];
  visitor.dress();
  await visitor.need();
  shown = mount(App, { target: document.body });
  await visitor.arrive().catch((error: unknown) => (visitor.trouble = errorMessage(error)));
  if (screen.updates) {
    const { default: Update } = await import("../offline/Update.svelte");
    note = mount(Update, { target: document.body, props: { worker: { postMessage: () => undefined } } });
  }
  for (const what of screen.press ?? []) {
    const find = () => pressed(what, visitor.say);
    await found(what, find);
    await settled(false);
    (await found(what, find)).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  await found(screen.until, () => document.querySelector(screen.until));
}

/** Milliseconds from which on waiting never ends on a screen of the gallery. */
const LONG = 3000;
const { setTimeout: later } = globalThis;

/** Stop what would happen after seconds, such as a connection that is looked after: a picture may be taken late. */
function stopTime(): void {
  globalThis.setTimeout = ((work: () => void, ms = 0) => (ms < LONG ? later(work, ms) : 0)) as typeof setTimeout;
}

/** An observer that never sees anything. */
class Unseen {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Let nothing count as seen: a picture shows more than the window, and what it shows must not depend on when it is taken. */
function blind(): void {
  globalThis.IntersectionObserver = Unseen as unknown as typeof IntersectionObserver;
}

const { getContext } = HTMLCanvasElement.prototype;

/** Make the browser unable to draw in three dimensions, or able again. */
function flatten(flat: boolean): void {
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: unknown) {
    return flat && kind.startsWith("webgl") ? null : getContext.call(this, kind, options);
  } as typeof getContext;
}

/** What is pressed: the one that a selector finds, or whose label begins with a sentence. */
function pressed(what: string, say: Say): Element | null | undefined {
  if (/^[.[]/.test(what)) return document.querySelector(what);
  const buttons = [...document.querySelectorAll<HTMLElement>("main button, main summary")];
  const label = say(what);
  return buttons.find((one) => one.ariaLabel === label || one.textContent?.trim().startsWith(label));
}
