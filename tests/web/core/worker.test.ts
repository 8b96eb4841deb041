// A Worker's side of the messages, as in a browser: its globals are made up here.
import { afterAll, expect, it, vi } from "vitest";
import { chooseBuild, instantiate } from "../../../web/src/core/module.ts";
import type { Answer, Order } from "../../../web/src/core/worker.ts";

type Listener = (event: { data: Order }) => void;

let onMessage: Listener = () => {};
const post = vi.fn<(answer: Answer, options: { transfer: ArrayBuffer[] }) => void>();
vi.stubGlobal("WorkerGlobalScope", class {});
vi.stubGlobal("self", {
  postMessage: post,
  addEventListener: (_: "message", listener: Listener) => {
    onMessage = listener;
  },
});
afterAll(() => vi.unstubAllGlobals());
await import("../../../web/src/core/worker.ts");

/** What is posted next. */
function answerTo(order: Order): Promise<Answer> {
  const answer = new Promise<Answer>((resolve) => post.mockImplementationOnce(resolve));
  onMessage({ data: order });
  return answer;
}

const build = chooseBuild("auto");
const { program } = await instantiate(build);

it("an answer is posted", async () => {
  expect(await answerTo({ build, program })).toEqual({ ready: true });
});

it("an answer that cannot be posted is answered by a failure", async () => {
  post.mockImplementationOnce(() => {
    throw new DOMException("it could not be cloned", "DataCloneError");
  });
  expect(await answerTo({ build, program })).toEqual({
    failure: "DataCloneError: it could not be cloned",
  });
  expect(post.mock.lastCall?.[1]).toEqual({ transfer: [] });
});
