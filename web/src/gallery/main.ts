/** For those who work on the page: all entries, `?screens`, each alone, `?screen=home&theme=dark`; every board in many
 * positions, `?game=<id>&lang=fr&scene=over&text`; everybody who is drawn, `?people`. */

import { mount } from "svelte";
import "../generated/font/font.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/site.css";
import "./gallery.css";
import { catalogue } from "../lib/catalogue.ts";
import { board, GAMES } from "../lib/boards/index.ts";
import { type Language, speaker } from "../lib/words.ts";
import Gallery from "./Gallery.svelte";
import { misfits } from "./misfits.ts";
import type { Scene } from "./scene.ts";
import { entries, settled, show, speak } from "./show.ts";

const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? GAMES[0]!;
const language = (asked.get("lang") ?? "en") as Language;
const theme = asked.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

async function boards(): Promise<void> {
  const [common, own, shown, scenes] = await Promise.all([
    catalogue(language, "common"),
    catalogue(language, game),
    board(game),
    import("../generated/scenes.json").then((file) => file.default as unknown as Scene[]),
  ]);
  const wanted = scenes.filter(
    (scene) => scene.game === game && (!asked.has("scene") || scene.name === asked.get("scene")),
  );
  mount(Gallery, {
    target: document.body,
    props: {
      board: shown,
      scenes: wanted.slice(0, Number(asked.get("most") ?? 99)),
      say: speaker(language, common!, own!),
      seat: asked.get("seat"),
      inWords: asked.has("text"),
      wide: asked.has("wide"),
      confirm: asked.has("confirm"),
      shared: asked.has("shared"),
      start: asked.get("start") ?? "after",
      tap: asked.getAll("tap"),
    },
  });
}

if (asked.has("people")) await show("people");
else if (asked.has("screen")) await show(asked.get("screen")!, theme);
else if (asked.has("screens")) {
  const { default: Screens } = await import("./Screens.svelte");
  mount(Screens, { target: document.body, props: { names: await entries(), theme: theme ?? "light" } });
} else await boards();
// For tests, which show one entry after the other.
Object.assign(globalThis, { gallery: { entries, misfits, settled, show, speak } });
document.documentElement.dataset["complete"] = "";
