/** Whether the page is dark: the system says so, and `data-theme` overrides it. */

/** Call with whether it is night, now and whenever that changes; returns a function that stops it. */
export function watchNight(told: (night: boolean) => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const tell = () => told(root.dataset["theme"] ? root.dataset["theme"] === "dark" : system.matches);
  const watcher = new MutationObserver(tell);
  watcher.observe(root, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", tell);
  tell();
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", tell);
  };
}
