// What is the same in every program of a Worker: an order comes, an answer goes. Runs as a module
// Worker of a browser and as a worker thread of Node.

import { AttentionError, type Fault } from "./errors.ts";
import { nodeModule } from "./node.ts";

/** Why there is no result. */
export type Refused =
  | { fault: Fault }
  /** What went wrong, in the engine's own words. */
  | { failure: string };

type Post = (answer: object, moved: ArrayBuffer[]) => void;

function refusal(error: unknown): Refused {
  if (!(error instanceof AttentionError)) return { failure: String(error) };
  const { code, field, other, values } = error;
  return { fault: { code, field, other, values } };
}

/** What is thrown where the answer arrives, if it holds no result. */
export function refusedBy(answer: object): Error {
  if ("fault" in answer) return new AttentionError(answer.fault as Fault);
  return new Error(
    "failure" in answer ? String(answer.failure) : "a Worker answered what was not asked",
  );
}

/** Answers every message. `memoryIn` tells what of an answer is given away with it. */
export function serve<Order, Answer extends object>(
  answer: (order: Order) => Promise<Answer>,
  memoryIn: (answer: Answer) => ArrayBuffer[],
): void {
  const reply = async (order: Order, post: Post) => {
    try {
      const said = await answer(order);
      post(said, memoryIn(said));
    } catch (error) {
      // Also where posting failed: browsers report no rejected promise to whoever started the
      // Worker, and it would be waited for.
      post(refusal(error), []);
    }
  };
  // No await up here: bundlers make classic Workers of it, in which there can be none.
  if ("WorkerGlobalScope" in globalThis) {
    const post: Post = (said, moved) => self.postMessage(said, { transfer: moved });
    self.addEventListener("message", ({ data }) => void reply(data, post));
  } else {
    void listenInNode(reply);
  }
}

async function listenInNode<Order>(reply: (order: Order, post: Post) => Promise<void>) {
  const name = "node:worker_threads";
  const { parentPort } = await nodeModule<typeof import("node:worker_threads")>(name);
  parentPort?.on("message", (order: Order) =>
    reply(order, (said, moved) => parentPort.postMessage(said, moved)),
  );
}
