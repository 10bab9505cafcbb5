/**
 * The service worker: keeps the files of the page, so that it opens and plays without a network.
 *
 * A new version waits until every window of the old one is closed, or until somebody taps for it: nothing changes under a
 * running game. Windows of the old version that stay open keep their files.
 */

import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;
/** The files of the page and their versions; `vite.offline.config.ts` writes them here. */
declare const FILES: { url: string; revision: string | null }[];

/** What the page says to take the new version now. */
const TAKE = "take";
/** Addresses that are not pages: the service answers them. */
const NO_PAGE = [/\/api\//, /\/share\//, /\/[^/]+\.[^/]+$/, /\/(metrics|health|ready)$/];

const kept = new PrecacheController({ cacheName: "lido" });
// The service says that its page varies with the language: any of them will do.
kept.strategy.matchOptions = { ignoreVary: true };
kept.addToCacheList(FILES);

self.addEventListener("install", (event) => kept.install(event));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      if (open.length <= 1) await kept.activate(event);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === TAKE) void self.skipWaiting();
});

registerRoute(new PrecacheRoute(kept));
registerRoute(new NavigationRoute(kept.createHandlerBoundToURL("./"), { denylist: NO_PAGE }));
// What an open window of an earlier version may still load.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.includes("/assets/"),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);
