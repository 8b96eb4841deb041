// One Worker, in browsers and in Node: a question, an answer.

import { nodeModule } from "./node.ts";

/** A program for a Worker. */
export interface Program {
  /** `new Worker(new URL(...))` as bundlers look for it, in the file that knows the program. */
  inBrowser(): Worker;
  /** The two parts of its address, which bundlers would take for a file that browsers need. */
  inNode: readonly [path: string, base: string];
}

/** A Worker could not be started: the engine forbids it, or its file could not be loaded. */
export class NoWorkers extends Error {}

interface Engine {
  post(order: object, moved: ArrayBuffer[]): void;
  terminate(): void;
  /** Whether the program waits for it before it ends. */
  hold(on: boolean): void;
}

type OnAnswer = (answer: object) => void;
type OnEnd = (reason: string) => void;
type MakeEngine = (onAnswer: OnAnswer, onEnd: OnEnd) => Engine;

const unreadable = "a message could not be read";

const browserEngine =
  (program: Program): MakeEngine =>
  (onAnswer, onEnd) => {
    const worker = program.inBrowser();
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

async function nodeEngine(program: Program): Promise<MakeEngine> {
  const name = "node:worker_threads";
  const { Worker } = await nodeModule<typeof import("node:worker_threads")>(name);
  return (onAnswer, onEnd) => {
    // Without the flags of the program: some, like --input-type, are refused for a file.
    const worker = new Worker(new URL(...program.inNode), { execArgv: [] });
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

/** Runs a program that `serve` of serve.ts is at the heart of. */
export class Thread<Order extends object, Answer extends object> {
  /** What it says to its first order. Rejects with NoWorkers, also when it is stopped before. */
  readonly ready: Promise<Answer>;
  #engine: Engine | undefined;
  #ended: string | undefined;
  #waiting: { resolve: OnAnswer; reject: (error: Error) => void } | undefined;

  constructor(program: Program, first: Order) {
    this.ready = this.#start(program, first);
  }

  async #start(program: Program, first: Order): Promise<Answer> {
    try {
      const makeEngine = isNode() ? await nodeEngine(program) : browserEngine(program);
      if (this.#ended === undefined) {
        this.#engine = makeEngine(
          (answer) => this.#settle()?.resolve(answer),
          (reason) => this.#end(reason),
        );
      }
      const answer = await this.ask(first);
      if ("failure" in answer) throw new Error(String(answer.failure));
      return answer;
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
    return new Promise<object>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#ended !== undefined) {
        this.#end(this.#ended);
        return;
      }
      this.#engine?.hold(true);
      this.#engine?.post(order, moved);
    }) as Promise<Answer>;
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
