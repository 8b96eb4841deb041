// The site without a network: what keeps it is fetched once the page has come to rest, and is no
// part of what a reader waits for.

/** Milliseconds after the load in which a page fetches what it shows first. */
const REST = 4000;

/** `reload` opens the page anew, as it stands. */
export function keepForLater(reload: () => void): void {
  // A page within somebody else's has a storage of its own there, and no use for it.
  if (window.parent !== window || !window.isSecureContext || !("serviceWorker" in navigator))
    return;
  if (!location.protocol.startsWith("http")) return;
  const begin = () =>
    void import("../offline/page.ts").then(
      ({ keep }) => keep(reload),
      () => {},
    );
  const wait = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), REST);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
