/** The visitor: who they are to the server, and how they like the page. */

import { catalogue } from "../lib/catalogue.ts";
import { sound } from "../lib/sound.ts";
import {
  type Catalogue,
  explain,
  type ErrorMessage,
  type Language,
  preferred,
  type Say,
  speaker,
} from "../lib/words.ts";
import { api, type Me, type Offer } from "./api.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "lido";

interface Taste {
  language: Language;
  theme: Theme;
  muted: boolean;
  /** Whether boards are in words. */
  inWords: boolean;
  /** Whether a move is asked for once more. */
  confirm: boolean;
  /** Whether the browser may say that it is one's turn. */
  notify: boolean;
}

function kept(): Partial<Taste> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Taste>;
  } catch {
    return {};
  }
}

class Visitor {
  me = $state.raw<Me | null>(null);
  offer = $state.raw<Offer | null>(null);
  taste = $state<Taste>({
    language: preferred(navigator.languages),
    theme: "system",
    muted: false,
    inWords: false,
    confirm: matchMedia("(pointer: coarse)").matches,
    notify: false,
    ...kept(),
  });
  #parts: readonly string[] = ["common"];
  #sentences = $state.raw<readonly Catalogue[]>([]);
  say: Say = $derived(speaker(...this.#sentences));
  /** Whatever went wrong last, until it is read. */
  trouble = $state.raw<ErrorMessage | null>(null);

  /** Become somebody, and learn what can be played. */
  async arrive(): Promise<void> {
    [this.me, this.offer] = await Promise.all([api.me(), this.offer ?? api.offer()]);
  }

  /** Load the sentences of more parts of the page. */
  async need(...parts: readonly string[]): Promise<void> {
    const all = [...new Set([...this.#parts, ...parts])];
    if (all.length === this.#parts.length && this.#sentences.length === all.length) return;
    this.#parts = all;
    await this.#load();
  }

  async speak(language: Language): Promise<void> {
    this.change({ language });
    await this.#load();
    if (this.me) this.me = await api.change({ language });
  }

  async #load(): Promise<void> {
    const { language } = this.taste;
    const loaded = await Promise.all(this.#parts.map((part) => catalogue(language, part)));
    if (language === this.taste.language && loaded.length >= this.#sentences.length) this.#sentences = loaded;
    document.documentElement.lang = language;
  }

  /** Change how the page is liked, here and on the next visit. */
  change(change: Partial<Taste>): void {
    Object.assign(this.taste, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.taste));
    } catch {
      // A browser that keeps nothing: it holds for this visit.
    }
    this.dress();
  }

  /** Let the page look and sound as it is liked. */
  dress(): void {
    const { theme, muted } = this.taste;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    sound.muted = muted;
  }

  /** What went wrong, in words. */
  explained(error: ErrorMessage): string {
    return explain(error, this.say);
  }

  card(game: string): Offer["games"][number] | undefined {
    return this.offer?.games.find((card) => card.id === game);
  }
}

export const visitor = new Visitor();
