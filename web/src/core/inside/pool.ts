// pool.ts as builds of one file have it: there is no file that a Worker could be started from.

export class NoWorkers extends Error {}

/** No such build asks for more than one thread. */
export class Pool {
  constructor() {
    throw new NoWorkers("this build of one file computes on one thread");
  }
}
