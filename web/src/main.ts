import { mount } from "svelte";
import "./styles/base.css";
import "./styles/tokens.css";
import App from "./App.svelte";
import { catalogue } from "./lib/catalogue.ts";
import { preferred } from "./lib/words.ts";

const language = preferred(navigator.languages);
document.documentElement.lang = language;
mount(App, { target: document.body, props: { language, common: await catalogue(language, "common") } });
