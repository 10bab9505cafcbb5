/** Starts the page: first the sentences in the reader's language, then everything else. */

import { mount } from "svelte";
import "./generated/font/font.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/site.css";
import App from "./site/App.svelte";
import { sound } from "./lib/sound.ts";
import { errorMessage } from "./site/api.ts";
import { visitor } from "./site/visitor.svelte.ts";

visitor.dress();
sound.start();
await visitor.need();
mount(App, { target: document.body });
await visitor.arrive().catch((error: unknown) => (visitor.trouble = errorMessage(error)));
/** Milliseconds after which a visit has all that it needs: files for later visits come then. */
const CALM = 5_000;
// Without a network that is for the next visit.
setTimeout(
  () =>
    void import("./offline/register.ts").then(
      ({ register }) => register(),
      () => undefined,
    ),
  CALM,
);
