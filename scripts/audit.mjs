// What npm knows of weaknesses in the packages of package-lock.json, judged by where they run.
import { readFileSync } from "node:fs";
import { Failure, root, run } from "./run.mjs";

/** Packages that are in what is published; the others are tools. */
const shipped = ["lit", "@micropython/micropython-webassembly-pyscript"];

const severities = ["info", "low", "moderate", "high", "critical"];
const least = { shipped: "moderate", tool: "high" };

/** The packages and all that they depend on, by the lock file. */
export function closureOf(names, lock) {
  const known = new Set();
  const visit = (name) => {
    if (known.has(name)) return;
    known.add(name);
    const { dependencies = {} } = lock.packages[`node_modules/${name}`] ?? {};
    Object.keys(dependencies).forEach(visit);
  };
  names.forEach(visit);
  return known;
}

/** A line for each weakness that is too much for where its package runs. */
export function judged(report, published) {
  return Object.values(report.vulnerabilities).flatMap(({ name, severity, range, via }) => {
    const where = published.has(name) ? "shipped" : "tool";
    if (severities.indexOf(severity) < severities.indexOf(least[where])) return [];
    const reasons = via.map((cause) => cause.url ?? cause).join(", ");
    return [`${name} ${range} (${where}): ${severity}, ${reasons}`];
  });
}

/**
 * npm ends with 1 both when it found something and when it got no answer; where it is told to work
 * offline it finds nothing, in an answer of its own.
 */
async function report() {
  const options = [
    "--json",
    "--silent",
    "--package-lock-only",
    "--fetch-retries=0",
    "--offline=false",
  ];
  const text = await run("npm", ["audit", ...options, "--fetch-timeout=20000"]).catch((failure) => {
    if (failure instanceof Failure && failure.output.startsWith("{")) return failure.output;
    throw failure;
  });
  return JSON.parse(text);
}

/** Throws for what is too much. Without an answer nothing is known, which it resolves to. */
export async function audit() {
  const answer = await report();
  if (answer.vulnerabilities === undefined)
    return { skipped: `not audited, no answer: ${answer.message ?? "npm said nothing"}` };
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8"));
  const found = judged(answer, closureOf(shipped, lock));
  if (found.length > 0) throw new Failure(found.join("\n"));
  return undefined;
}
