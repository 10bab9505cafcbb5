/** Shows that a new version is ready. */

import { mount } from "svelte";
import Update from "./Update.svelte";

export function show(worker: ServiceWorker): void {
  mount(Update, { target: document.body, props: { worker } });
}
