// Running other programs: quiet while all is well, their whole output when it is not.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Seconds between two signs of life of a step. */
const heartbeat = 15;

/** Emscripten compiles its own libraries at the first use, which takes minutes: worth a line. */
const worthShowing = /generating system (library|asset|headers)/;

/** The programs write to a pipe; colours are for a terminal behind it. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };

/** A failure that needs no stack to be understood, with a program's output if it was one's. */
export class Failure extends Error {
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a program in the project's folder and resolves to its output (stdout and stderr together).
 * `show` passes the output on as it comes. A code other than 0 throws a Failure.
 */
export function run(command, args, { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...colours, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const take = (chunk) => {
      output += chunk;
      if (show) process.stdout.write(chunk);
      else
        for (const line of chunk.split("\n"))
          if (worthShowing.test(line)) console.log(`    ${line}`);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => reject(new Failure(`${command}: ${error.message}`, output)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(new Failure(`${[command, ...args].join(" ")} ended with ${code ?? signal}`, output));
    });
  });
}

/** Runs `work`, printing the step's name and, when it is over, its seconds. */
export async function step(name, work) {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const timer = setInterval(
    () => console.log(`  ... ${name}: ${Math.round(seconds())} s`),
    heartbeat * 1000,
  );
  try {
    const note = await work();
    console.log(`  ${name}${note ? ` (${note})` : ""}: ${seconds()} s`);
  } catch (error) {
    console.log(`  ${name} FAILED after ${seconds()} s`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Longer lines are compressed code, which Node prints whole above an error's message. */
const longestLine = 1000;

/** What to tell of an error: a failure's output and message, or a stack where none was expected. */
export function explain(error) {
  if (!(error instanceof Failure)) return error.stack ?? String(error);
  const shorten = (line) => (line.length > longestLine ? `${line.slice(0, 80)} ...` : line);
  return [...error.output.split("\n").map(shorten), error.message].join("\n").trim();
}

/** The path of a program that an npm package brings. */
export const bin = (name) => `${root}node_modules/.bin/${name}`;

/** Is there a program of this name? */
export const onPath = (name) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
