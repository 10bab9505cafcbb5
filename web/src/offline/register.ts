/** Starts the service worker once a visit has all that it needs, and offers a new version without forcing it. */

import { mount } from "svelte";
import { address } from "../site/router.svelte.ts";

/** Milliseconds after the page is there before files for other visits are loaded. */
const CALM = 1_500;
/** Milliseconds between two looks for a new version. */
const SELDOM = 3_600_000;

export async function register(): Promise<void> {
  // Those who pay for every byte load what they look at.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || connection?.saveData) return;
  await new Promise((calm) => setTimeout(calm, CALM));
  const registration = await navigator.serviceWorker
    .register(address("/service-worker.js"), { scope: address("/") })
    .catch(() => null);
  if (registration) watch(registration);
}

function watch(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < SELDOM) return;
    looked = Date.now();
    void registration.update().catch(() => undefined);
  });
  if (registration.waiting && navigator.serviceWorker.controller) void offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && navigator.serviceWorker.controller) void offer(found);
    });
  });
}

async function offer(worker: ServiceWorker): Promise<void> {
  const { default: Update } = await import("./Update.svelte");
  mount(Update, { target: document.body, props: { worker } });
}
