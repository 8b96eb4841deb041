// A room without doors for the code of a cell. Python's bridge to JavaScript hands out functions, and
// whoever has one could reach the rest of the Worker through it: the network, the storage of the
// site, and the making of more code. The page's policy does not hold in a Worker, so they are taken
// away before any code runs.

const doors = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "BroadcastChannel",
  "Worker",
  "SharedWorker",
  "importScripts",
  "indexedDB",
  "caches",
  "eval",
  "Function",
  "setTimeout",
  "setInterval",
] as const;

const taken = { value: undefined, configurable: false, writable: false } as const;

export function closeDoors(): void {
  for (const door of doors) Object.defineProperty(globalThis, door, taken);
  const makers = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const maker of makers) {
    Object.defineProperty(Object.getPrototypeOf(maker), "constructor", taken);
  }
}
