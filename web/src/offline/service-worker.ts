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

/** What the service sends to a browser that asked for it. */
interface Told {
  title: string;
  body: string;
  /** The page to open. */
  path: string;
  /** A newer message with the same tag takes the place of an older one. */
  tag: string;
  /** What the button says that ends these messages. */
  stop: string;
}

const STOP = "stop";

self.addEventListener("push", (event) => {
  const told = event.data?.json() as Told | undefined;
  if (!told) return;
  const { title, body, tag, path, stop } = told;
  const icon = new URL("icon-192.png", self.registration.scope).href;
  const options = { body, tag, icon, badge: icon, silent: true, data: path, actions: [{ action: STOP, title: stop }] };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(event.action === STOP ? stopMessages() : open(`${event.notification.data}`));
});

/** One tap ends all messages to this browser. */
async function stopMessages(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!subscription) return;
  await fetch(new URL("api/me/push/stop", self.registration.scope), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint: subscription.endpoint }),
  });
  await subscription.unsubscribe();
}

/** Show a page in a window that is open, or in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path.replace(/^\//, ""), self.registration.scope).href;
  const windows = await self.clients.matchAll({ type: "window" });
  const found = windows.find((each) => each.url === url) ?? windows[0];
  if (!found) return void (await self.clients.openWindow(url));
  await found.focus();
  if (found.url !== url) await found.navigate(url);
}

registerRoute(new PrecacheRoute(kept));
registerRoute(new NavigationRoute(kept.createHandlerBoundToURL("./"), { denylist: NO_PAGE }));
// What an open window of an earlier version may still load.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.includes("/assets/"),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);
