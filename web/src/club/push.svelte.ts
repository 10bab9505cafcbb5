/** Messages of the service to this browser, also when the page is closed: nothing is sent before the visitor asks. */

import { visitor } from "../site/visitor.svelte.ts";
import { club } from "./api.ts";

const KEY = "lido.push";

/** Whether this browser can be sent messages at all. */
export const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

class Push {
  on = $state(stored());
  /** Whether the browser does not allow it. */
  denied = $state(able && Notification.permission === "denied");

  /** Ask the browser for permission and the service for messages. */
  async start(): Promise<void> {
    this.denied = (await Notification.requestPermission()) !== "granted";
    if (this.denied) return;
    await this.#subscribe();
    this.#keep(true);
  }

  async stop(): Promise<void> {
    const subscription = await (await worker()).pushManager.getSubscription();
    this.#keep(false);
    if (!subscription) return;
    await club.unsubscribe(subscription.endpoint);
    await subscription.unsubscribe();
  }

  /** The visitor is somebody else now, or comes back: messages to this browser are for them. */
  async renew(): Promise<void> {
    if (!this.on || visitor.offline) return;
    // A browser that no longer allows it has taken the subscription away.
    if (await (await worker()).pushManager.getSubscription()) await this.#subscribe();
    else this.#keep(false);
  }

  async #subscribe(): Promise<void> {
    const [registration, { key }] = await Promise.all([worker(), club.pushKey()]);
    const subscription =
      (await registration.pushManager.getSubscription()) ??
      (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const { endpoint, keys } = subscription.toJSON();
    await club.subscribe({ endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]! });
  }

  #keep(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? "1" : "");
    } catch {
      // A browser that stores nothing: the service knows all the same.
    }
  }
}

/** The service worker, which is registered now if it was not before. */
async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI));
  return navigator.serviceWorker.ready;
}

function stored(): boolean {
  try {
    return able && localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

export const push = new Push();
