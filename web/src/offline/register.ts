/** Starts the service worker once a visit has all that it needs, with the messages that this browser is sent, and offers
 * a new version without forcing it. */

import { offered } from "./offered.ts";

/** Milliseconds between two looks for a new version. */
const SELDOM = 3_600_000;

export async function register(): Promise<void> {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered.install = event;
  });
  // Those who pay for every byte load what they look at.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || connection?.saveData) return;
  const registration = await navigator.serviceWorker
    .register(new URL("service-worker.js", document.baseURI))
    .catch(() => null);
  if (!registration) return;
  watch(registration);
  const { push } = await import("../club/push.svelte.ts");
  await push.renew();
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
  const { show } = await import("./update.ts");
  show(worker);
}
