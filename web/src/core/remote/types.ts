import type { Attention, Build, LoadOptions, Signal } from "../types.ts";

/** Of a call with two forms, both. */
type Promised<Call> = Call extends {
  (...args: infer Args1): infer Result1;
  (...args: infer Args2): infer Result2;
}
  ? { (...args: Args1): Promise<Result1>; (...args: Args2): Promise<Result2> }
  : Call extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;

/** What is no call for a result, or is one already by promise. */
type NoCall = "attentionAsync" | "close" | "threads" | "build" | "compiler";

/** Every call of the core by name, with the same arguments, and its result as a promise. */
export type RemoteCalls = {
  [Name in keyof Attention as Name extends NoCall ? never : Name]: Promised<Attention[Name]>;
};

export interface WorkerOptions extends LoadOptions {
  /**
   * Where no Worker can be started (a frame without an origin, a policy without `worker-src`, a file
   * from another site): true, the default, computes on the calling thread, and `thread` says so;
   * false rejects.
   */
  fallback?: boolean | undefined;
}

/**
 * The core in a Worker: the same calls, none of which blocks the calling thread. They are computed in
 * the order in which they are made. What is handed in is copied at the call and may be changed
 * after it; it must be plain data, which a proxy is not. Rejects with AttentionError for bad input,
 * and with an Error that says why when the Worker dies; the next call starts another.
 *
 * `attention` with `path: "tiled"` runs on the Workers of `threads`, as `attentionAsync` does.
 */
export interface AttentionWorker extends RemoteCalls {
  /**
   * The same calls, ended by the signal: its reason rejects those that have not ended. One that waits
   * is never begun. One that is being computed has a tenth of a second to end, about what it takes to
   * start a Worker; then its Worker is stopped. Where `thread` is "calling" what has begun ends first.
   */
  withSignal(signal: Signal): AttentionWorker;
  /** Stops the Worker. Calls that have not ended are rejected; the next one starts it anew. */
  close(): void;
  /** Where it computes. */
  readonly thread: "worker" | "calling";
  /** Which build runs, and what it was compiled with. */
  readonly build: Build;
  readonly compiler: string;
}
