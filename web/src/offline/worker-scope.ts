// The globals of a service worker, as far as ours uses them. TypeScript's own library of them cannot
// stand beside that of pages.

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Telling extends Waiting {
  readonly data: unknown;
}

interface Client {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown): void;
}

interface WorkerEvents {
  install: Waiting;
  activate: Waiting;
  fetch: Fetching;
  message: Telling & { readonly data: never };
}

export interface WorkerScope {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Client[]>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    hear: (event: WorkerEvents[Name]) => void,
  ): void;
}
