// The Worker of a cell: one interpreter, ready before it is asked; it runs one cell and is ended.

import wasm from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import { closeDoors } from "./closed.ts";
import { type Interpreter, type Load, limitMemory, startInterpreter } from "./interpreter.ts";
import { warmUp } from "./modules/arrays/warm.ts";
import { families, familiesFor } from "./modules/families.ts";
import type { Limits, Order, Report } from "./protocol.ts";

const post = (report: Report) => self.postMessage(report);

let limits: Limits = { seconds: 0, lines: 0, characters: 0 };
let lines = 0;
let characters = 0;
let flooded = false;

/** Nothing more is sent after the limit: the page ends this Worker, and has to hear nothing else. */
function print(text: string): void {
  if (flooded) return;
  const room = limits.characters - characters;
  lines += text.endsWith("\n") ? 1 : 0;
  characters += text.length;
  if (room > 0) post({ kind: "output", text: text.slice(0, room) });
  flooded = lines > limits.lines || characters > limits.characters;
  if (flooded) post({ kind: "flood" });
}

/** A run has been asked for. */
let asked = false;

/** The Worker's name says what the last run imported: the next is likely to import it too. */
async function start(): Promise<Interpreter> {
  limitMemory();
  const { loadMicroPython } = (await import(
    "@micropython/micropython-webassembly-pyscript/micropython.mjs"
  )) as unknown as { loadMicroPython: Load };
  const interpreter = await startInterpreter(loadMicroPython, wasm, print);
  closeDoors();
  await interpreter.bring(families.filter((family) => self.name.includes(family)));
  // The matrices of the page are in double precision, what PyTorch makes in single.
  if (!asked) warmUp(self.name.includes("torch") ? ["float64", "float32"] : ["float64"]);
  return interpreter;
}

const coming = start();
// Told when a run asks for it.
coming.catch(() => {});

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function run({ request, limits: given }: Order): Promise<Report> {
  let interpreter: Interpreter;
  try {
    interpreter = await coming;
    await interpreter.bring(familiesFor(request));
  } catch (error) {
    return { kind: "failed", message: words(error) };
  }
  limits = given;
  post({ kind: "started" });
  try {
    return { kind: "done", result: interpreter.run(request) };
  } catch (error) {
    return { kind: "broken", message: words(error) };
  }
}

self.addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  asked = true;
  post(await run(data));
});
