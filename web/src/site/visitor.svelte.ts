/** The visitor: their identity at the server, their preferences, and the sentences in their language. */

import { catalogue } from "../lib/catalogue.ts";
import { sound } from "../lib/sound.ts";
import {
  type Catalogue,
  clauseOf,
  explain,
  type ErrorMessage,
  known,
  type Language,
  preferred,
  type Say,
  speaker,
} from "../lib/words.ts";
import { api, errorMessage, type Me, type Offer } from "./api.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "lido";
/** The visitor and the games as they were last, for a visit without a network. */
const KNOWN = "lido.known";

interface Taste {
  language: Language;
  theme: Theme;
  muted: boolean;
  /** Whether boards are shown as text. */
  inWords: boolean;
  /** Whether a move must be confirmed. */
  confirm: boolean;
  /** Whether the browser notifies them of their turn. */
  notify: boolean;
}

interface Known {
  me: Me;
  offer: Offer;
}

function stored<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>;
  } catch {
    return {};
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that stores nothing: it holds for this visit.
  }
}

/** What is said where no service answers, or something else than one. */
const UNREACHED = ["site.offline", "site.failed"];

/** The sentences of a part of the page, or of a game that it was not built with. */
async function sentencesOf(language: Language, part: string): Promise<Catalogue> {
  const built = await catalogue(language, part);
  return built ?? { ...(await catalogue(language, "generic")), ...(await api.words(part, language)) };
}

/** The names of the games and what they are about, as sentences. */
function namesOf(offer: Offer | null, language: Language): Catalogue {
  const sentences = (offer?.games ?? []).flatMap(({ id, name, about }) => [
    [`${id}.name`, name[language] ?? id],
    [`${id}.about`, about?.[language] ?? ""],
  ]);
  return Object.fromEntries(sentences);
}

/** What this browser was told before. The page may have had a language then that it has no more. */
function kept(): Partial<Taste> & Pick<Taste, "language"> {
  const taste = stored<Taste>(KEY);
  return { ...taste, language: preferred([`${taste.language}`, ...navigator.languages]) };
}

class Visitor {
  me = $state.raw<Me | null>(null);
  offer = $state.raw<Offer | null>(null);
  taste = $state<Taste>({
    theme: "system",
    muted: false,
    inWords: false,
    confirm: matchMedia("(pointer: coarse)").matches,
    notify: false,
    ...kept(),
  });
  /** The sentences of each part of the page that was needed so far. */
  #sentences = $state.raw<Readonly<Record<string, Catalogue>>>({});
  #refusals: Promise<boolean> | null = null;
  /** Whether the words of the server's refusals are here, or cannot be had. */
  #canRefuse = $state(false);
  /** The names of the games, from their cards: the page need not have been built with a game. */
  readonly #names: Catalogue = $derived(namesOf(this.offer, this.taste.language));
  say: Say = $derived(speaker(this.taste.language, this.#names, ...Object.values(this.#sentences)));
  /** The last error, until it is dismissed. */
  error = $state.raw<ErrorMessage | null>(null);
  /** Why nothing can be shown at all. */
  trouble = $state.raw<ErrorMessage | null>(null);
  /** Whether the service cannot be reached: the page then does what this device can do alone. */
  offline = $state(false);

  /** Get an identity and the list of games; without a network, those of the last visit. */
  async arrive(): Promise<void> {
    try {
      const [me, offer] = await Promise.all([api.me(), this.offline || !this.offer ? api.offer() : this.offer]);
      [this.me, this.offer, this.offline] = [me, offer, false];
      store(KNOWN, { me, offer } satisfies Known);
    } catch (error) {
      const { me, offer } = stored<Known>(KNOWN);
      if (!me || !offer || !UNREACHED.includes(errorMessage(error).code)) throw error;
      [this.me, this.offer, this.offline] = [me, offer, true];
      addEventListener("online", () => void this.arrive().catch(() => undefined), { once: true });
    }
  }

  /** Load the sentences of more parts of the page, or of games. One that cannot be loaded keeps no other away. */
  async need(...parts: readonly string[]): Promise<void> {
    await this.#learn(["common", ...parts].filter((part) => !(part in this.#sentences)));
  }

  async speak(language: Language): Promise<void> {
    this.change({ language });
    await this.#learn(Object.keys(this.#sentences));
    if (this.me && !this.offline) this.me = await api.change({ language });
  }

  async #learn(parts: readonly string[]): Promise<void> {
    const { language } = this.taste;
    const learned = await Promise.all(parts.map(async (part) => [part, await sentencesOf(language, part)] as const));
    if (language !== this.taste.language) return this.need(...parts); // another was chosen meanwhile
    if (parts.length) this.#sentences = { ...this.#sentences, ...Object.fromEntries(learned) };
    document.documentElement.lang = language;
  }

  /** Change preferences, for this visit and the next. */
  change(change: Partial<Taste>): void {
    Object.assign(this.taste, change);
    store(KEY, this.taste);
    this.dress();
  }

  /** Apply the preferences for colours and sound. */
  dress(): void {
    const { theme, muted } = this.taste;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    sound.muted = muted;
  }

  /** An error in words; nothing as long as the words of the server's refusals are on their way. */
  explained(error: ErrorMessage): string {
    if (known(error.code, this.say) === null && !this.#canRefuse) {
      const here = (): boolean => (this.#canRefuse = true);
      this.#refusals ??= this.need("refusals").then(here, here);
      return "";
    }
    return explain(error, this.say);
  }

  /** The clause of the laws behind a sentence. */
  clause(code: string): string | null {
    return clauseOf(code, ...Object.values(this.#sentences));
  }

  card(game: string): Offer["games"][number] | undefined {
    return this.offer?.games.find((card) => card.id === game);
  }
}

export const visitor = new Visitor();
