/** Starts the page: first the sentences in the reader's language, then everything else. */

import { mount } from "svelte";
import "./generated/font/font.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/site.css";
import App from "./site/App.svelte";
import { sound } from "./lib/sound.ts";
import { offered } from "./offline/offered.ts";
import { errorMessage } from "./site/api.ts";
import { visitor } from "./site/visitor.svelte.ts";

visitor.dress();
sound.start();
await visitor.need();
mount(App, { target: document.body });
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered.install = event;
});
await visitor.arrive().catch((error: unknown) => (visitor.trouble = errorMessage(error)));
// What is kept for visits without a network comes after all that this one needs.
(window.requestIdleCallback ?? setTimeout)(
  () => void import("./offline/register.ts").then(({ register }) => register()),
);
