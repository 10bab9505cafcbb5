/** The address of the page, which names all that it shows. */

import { hasCourse } from "../learn/lessons.ts";

export type PageName =
  | "home"
  | "new"
  | "table"
  | "device"
  | "replay"
  | "kept"
  | "rules"
  | "learn"
  | "practice"
  | "challenge"
  | "puzzles"
  | "me"
  | "watch"
  | "cup"
  | "wall"
  | "privacy"
  | "friend"
  | "missing";

export interface Route {
  page: PageName;
  /** The table or the game. */
  id: string;
}

const PAGES: Readonly<Record<string, PageName>> = {
  new: "new",
  t: "table",
  device: "device",
  r: "replay",
  kept: "kept",
  rules: "rules",
  learn: "learn",
  practice: "practice",
  challenge: "challenge",
  puzzles: "puzzles",
  me: "me",
  watch: "watch",
  cup: "cup",
  wall: "wall",
  privacy: "privacy",
  friend: "friend",
};
/** The pages that need no id. */
const ALONE: readonly PageName[] = ["me", "new", "puzzles", "replay", "watch", "cup", "privacy", "friend"];
const SEGMENT = /^\/([a-z]+)(?:\/([\w-]+))?\/?$/;

/** The path of the page on its server: empty, or such as `/lido`. The server writes it into the page. */
export const BASE = new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

/** The address of a path within the page. */
export function address(path: string): string {
  return BASE + path;
}

/** The route that a path names. */
export function read(path: string): Route {
  const within = path.startsWith(BASE) ? path.slice(BASE.length) : path;
  if (within === "" || within === "/") return { page: "home", id: "" };
  const [, first = "", id = ""] = SEGMENT.exec(within) ?? [];
  const page = PAGES[first];
  return page && exists(page, id) ? { page, id } : { page: "missing", id: "" };
}

function exists(page: PageName, id: string): boolean {
  if (page === "rules" || page === "learn") return hasCourse(id);
  return id !== "" || ALONE.includes(page);
}

class Router {
  route = $state.raw<Route>(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  /** Go to another path of the page. */
  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address(path));
    this.#arrive();
    scrollTo(0, 0);
  }

  #arrive(): void {
    this.route = read(location.pathname);
  }

  /** Follow a link within the page without loading it anew, unless the reader wants it in another tab. */
  #clicked(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const own =
      link.origin === location.origin &&
      link.pathname.startsWith(`${BASE}/`) &&
      !link.pathname.startsWith(`${BASE}/api/`);
    if (!own || link.target || link.hasAttribute("download") || (link.hash && link.pathname === location.pathname))
      return;
    event.preventDefault();
    this.go(link.pathname.slice(BASE.length) + link.search);
  }
}

export const router = new Router();
