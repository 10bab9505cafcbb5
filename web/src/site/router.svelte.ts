/** Where on the page the reader is. The address says all of it, so that it can be sent to a friend. */

import { isPlayable } from "../lib/boards/index.ts";

export type PageName = "home" | "new" | "table" | "replay" | "rules" | "learn" | "practice" | "me" | "missing";

export interface Route {
  page: PageName;
  /** The table or the game of that page. */
  id: string;
}

const PAGES: Readonly<Record<string, PageName>> = {
  new: "new",
  t: "table",
  r: "replay",
  rules: "rules",
  learn: "learn",
  practice: "practice",
  me: "me",
};
const ALONE: readonly PageName[] = ["me", "replay"];
const OF_A_GAME: readonly PageName[] = ["new", "rules", "learn"];
/** The one game that is also practised alone. */
const PRACTISED = "splash";
const SEGMENT = /^\/([a-z]+)(?:\/([\w-]+))?\/?$/;

/** Where the page lives on its server: nothing, or a path such as `/lido`. The server writes it into the page. */
export const BASE = new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

/** The address of a place within the page. */
export function address(path: string): string {
  return BASE + path;
}

/** The place that a path names. */
export function read(path: string): Route {
  const within = path.startsWith(BASE) ? path.slice(BASE.length) : path;
  if (within === "" || within === "/") return { page: "home", id: "" };
  const [, first = "", id = ""] = SEGMENT.exec(within) ?? [];
  const page = PAGES[first];
  return page && exists(page, id) ? { page, id } : { page: "missing", id: "" };
}

function exists(page: PageName, id: string): boolean {
  if (page === "practice") return id === PRACTISED;
  return OF_A_GAME.includes(page) ? isPlayable(id) : id !== "" || ALONE.includes(page);
}

class Router {
  route = $state.raw<Route>(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  /** Go to another place of the page. */
  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address(path));
    this.#arrive();
    scrollTo(0, 0);
  }

  #arrive(): void {
    this.route = read(location.pathname);
  }

  /** A link within the page needs no other page, unless the reader wants it elsewhere. */
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
