// One Worker, in browsers and in Node: a question, an answer.

import type { Answer, Order, Start } from "./worker.ts";

/** A Worker could not be started: the engine forbids it, or its file could not be loaded. */
export class NoWorkers extends Error {}

interface Engine {
  post(order: Order, moved: ArrayBuffer[]): void;
  terminate(): void;
  /** Whether the program waits for it before it ends. */
  hold(on: boolean): void;
}

type OnAnswer = (answer: Answer) => void;
type OnEnd = (reason: string) => void;
type MakeEngine = (onAnswer: OnAnswer, onEnd: OnEnd) => Engine;

const unreadable = "a message could not be read";

const browserEngine: MakeEngine = (onAnswer, onEnd) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onAnswer(data);
  worker.onmessageerror = () => onEnd(unreadable);
  worker.onerror = (event) => {
    event.preventDefault();
    onEnd(event.message || "its program could not be loaded");
  };
  return {
    post: (order, moved) => worker.postMessage(order, moved),
    terminate: () => worker.terminate(),
    hold: () => {},
  };
};

async function nodeEngine(): Promise<MakeEngine> {
  // Kept from bundlers, which would look for them in a build for browsers.
  const [name, program] = ["node:worker_threads", "./worker.ts"];
  const { Worker } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )) as typeof import("node:worker_threads");
  return (onAnswer, onEnd) => {
    // Without the flags of the program: some, like --input-type, are refused for a file.
    const worker = new Worker(new URL(program, import.meta.url), { execArgv: [] });
    worker.on("message", onAnswer);
    worker.on("messageerror", () => onEnd(unreadable));
    worker.on("error", (error) => onEnd(String(error)));
    worker.on("exit", (code) => onEnd(`it ended with code ${code}`));
    return {
      post: (order, moved) => worker.postMessage(order, moved),
      terminate: () => void worker.terminate(),
      hold: (on) => (on ? worker.ref() : worker.unref()),
    };
  };
}

/** By what it is, not by whether it has a Worker: some programs put one into Node's globals. */
const isNode = () =>
  typeof process === "object" &&
  process.versions?.node !== undefined &&
  typeof document === "undefined";

export class Thread {
  /** That it can be asked. Rejects with NoWorkers, also when it is stopped before. */
  readonly ready: Promise<void>;
  #engine: Engine | undefined;
  #ended: string | undefined;
  #waiting: { resolve: OnAnswer; reject: (error: Error) => void } | undefined;

  constructor(order: Start) {
    this.ready = this.#start(order);
  }

  async #start(order: Start): Promise<void> {
    try {
      const makeEngine = isNode() ? await nodeEngine() : browserEngine;
      if (this.#ended === undefined) {
        this.#engine = makeEngine(
          (answer) => this.#settle()?.resolve(answer),
          (reason) => this.#end(reason),
        );
      }
      const answer = await this.ask(order);
      if ("failure" in answer) throw new Error(answer.failure);
    } catch (cause) {
      this.stop();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new NoWorkers(`No Worker could be started for the attention core. ${reason}`, {
        cause,
      });
    }
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** One question at a time. Rejects when the Worker dies instead of answering, or has died before. */
  ask(order: Order, moved: ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#ended !== undefined) {
        this.#end(this.#ended);
        return;
      }
      this.#engine?.hold(true);
      this.#engine?.post(order, moved);
    });
  }

  stop(): void {
    this.#end("it was told to");
    this.#engine?.terminate();
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#engine?.hold(false);
    return waiting;
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    this.#settle()?.reject(new Error(`A Worker of the attention core stopped: ${this.#ended}.`));
  }
}
