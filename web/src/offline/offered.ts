/** What the browser offers: it says so before the page asks. */

/** The browser's offer to install the page. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

export const offered: { install: Event | null } = { install: null };
