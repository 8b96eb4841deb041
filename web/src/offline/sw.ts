// The service worker: answers for the site from the copies of one version, and changes to another
// one when the reader says so, or when no page of the site is open. Built into sw.js beside the
// pages, with the list of files before it (scripts/offline.mjs).

import { Copies, type Manifest } from "./copies.ts";
import type { FromPage, FromWorker } from "./protocol.ts";
import type { WorkerScope } from "./worker-scope.ts";

declare const manifest: Manifest;
const scope = globalThis as unknown as WorkerScope;

const home = new URL("./", scope.location.href).href;
const copies = new Copies(manifest, home, scope.caches, (url, options) => fetch(url, options));

const pages = async () =>
  (await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) =>
    url.startsWith(home),
  );
const openPages = async () => (await pages()).map(({ id }) => id);

/** To every hundredth of the way. */
function progress(): (share: number) => void {
  let told = 0;
  return (share) => {
    const percent = Math.floor(100 * share);
    if (percent === told) return;
    told = percent;
    const message: FromWorker = { saved: percent };
    void pages().then((all) => {
      for (const page of all) page.postMessage(message);
    });
  };
}

async function activate(): Promise<void> {
  const first = !(await copies.replaces());
  await copies.takeOver(await openPages());
  // The page of the first visit should not need the network for its later parts.
  if (first) await scope.clients.claim();
}

scope.addEventListener("install", (event) => event.waitUntil(copies.install(progress())));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const file = copies.fileOf(request.url);
  if (file === null) return;
  // Where the browser has dropped a copy, the network may still have it.
  event.respondWith(copies.copyOf(file).then((copy) => copy ?? fetch(request)));
});

scope.addEventListener("message", (event) => {
  const said: FromPage = event.data;
  if (said === "take over") event.waitUntil(scope.skipWaiting());
  else if (said === "opened") event.waitUntil(openPages().then((open) => copies.tidy(open)));
});
