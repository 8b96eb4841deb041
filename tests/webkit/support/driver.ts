// The W3C WebDriver protocol, as far as these tests speak it: a dozen commands, each one request.

import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";

/** How an element is named in the protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export type Element = Readonly<Record<typeof ELEMENT, string>>;

interface Answer {
  readonly value: unknown;
}

interface Fault {
  readonly error: string;
  readonly message: string;
}

async function send(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as Fault;
  throw new Error(`${method} ${new URL(address).pathname}: ${error}: ${message}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A browser of its own, with one window. */
export class Session {
  readonly #address: string;

  private constructor(address: string) {
    this.#address = address;
  }

  static async start(driver: string): Promise<Session> {
    const started = await send("POST", `${driver}/session`, {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": {} } },
    });
    const { sessionId } = started as { readonly sessionId: string };
    return new Session(`${driver}/session/${sessionId}`);
  }

  end(): Promise<unknown> {
    return send("DELETE", this.#address);
  }

  goTo(url: string): Promise<unknown> {
    return this.#post("url", { url });
  }

  reload(): Promise<unknown> {
    return this.#post("refresh", {});
  }

  /** Runs a function in the page, or in the frame that was entered; it sees nothing of this side. */
  async evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const script = `return (${work}).apply(null, arguments)`;
    return (await this.#post("execute/sync", { script, args })) as Awaited<Result>;
  }

  /** A click as a hand makes it: scrolled to, and refused where something else lies above. */
  click(element: Element): Promise<unknown> {
    return this.#post(`element/${element[ELEMENT]}/click`, {});
  }

  /** Keys pressed one after the other into an element, which is focused. */
  type(element: Element, text: string): Promise<unknown> {
    return this.#post(`element/${element[ELEMENT]}/value`, { text });
  }

  /** Keys into whatever is focused. */
  press(...keys: readonly string[]): Promise<unknown> {
    const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    return this.#post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Into a frame of the page, or back to the page itself. */
  enter(frame: Element | null): Promise<unknown> {
    return this.#post("frame", { id: frame });
  }

  resize(width: number, height: number): Promise<unknown> {
    return this.#post("window/rect", { width, height });
  }

  /** A picture of what is seen, as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from((await send("GET", `${this.#address}/screenshot`)) as string, "base64");
  }

  #post(command: string, body: object): Promise<unknown> {
    return send("POST", `${this.#address}/${command}`, body);
  }
}

export interface Driver {
  readonly address: string;
  stop(): void;
}

/** WebKitWebDriver on a free port, answering. */
export async function startDriver(): Promise<Driver> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const program = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore" });
  await answering(program, address);
  return { address, stop: () => void program.kill() };
}

/** The program has no other way to tell that it listens. */
async function answering(program: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  let failure: unknown;
  program.once("error", (error) => {
    failure = error;
  });
  while (Date.now() < deadline && failure === undefined) {
    try {
      await send("GET", `${address}/status`);
      return;
    } catch {
      await new Promise((later) => setTimeout(later, 50));
    }
  }
  program.kill();
  throw new Error("WebKitWebDriver does not answer", { cause: failure });
}
