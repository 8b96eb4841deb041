// Serves dist/site. As a program: on PORT, or 4173, or the next free port, until interrupted.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { root } from "./run.mjs";

const preferredPort = 4173;
const portsToTry = 100;

/**
 * The headers that a site asks of its host in a file of its own (web/public/_headers), as pairs by the
 * path that they are for; one that ends in * is for all that begins so.
 */
function headersOf(folder) {
  const rules = [];
  if (!existsSync(`${folder}/_headers`)) return rules;
  for (const line of readFileSync(`${folder}/_headers`, "utf8").split("\n")) {
    if (line.startsWith("/")) rules.push([line.trim(), []]);
    else if (line.startsWith(" ")) rules.at(-1)[1].push(line.trim().split(/:\s+(.*)/, 2));
  }
  return rules;
}

const matches = (rule, path) =>
  rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule;

/**
 * Serves a folder to this machine only, on `port` or the first free one after it.
 * Resolves to the address and a function that ends the server and its connections.
 */
export async function serve({ port = preferredPort, folder = `${root}dist/site` } = {}) {
  const rules = headersOf(folder);
  // dev: files are looked up at each request, so a build while serving is seen.
  const files = sirv(folder, {
    dev: true,
    etag: true,
    setHeaders: (response, path) => {
      for (const [rule, headers] of rules)
        if (matches(rule, path)) for (const header of headers) response.setHeader(...header);
    },
  });
  const server = createServer(files);
  const bound = await listen(server, port);
  return {
    url: `http://localhost:${bound}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function listen(server, first) {
  for (let port = first; port < first + portsToTry; ++port)
    if (await free(server, port)) return port;
  throw new Error(`No free port from ${first} to ${first + portsToTry - 1}`);
}

/** Binds the server to the port; false when somebody else has it. */
function free(server, port) {
  return new Promise((resolve, reject) => {
    const failed = (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed);
      resolve(true);
    });
  });
}

async function main() {
  if (!existsSync(`${root}dist/site/index.html`)) {
    console.error("Nothing to serve yet: run npm start, or npm run build first.");
    process.exit(1);
  }
  const port = Number(process.env.PORT || preferredPort);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    console.error(`PORT is ${process.env.PORT}: a number from 1 to 65535 is needed.`);
    process.exit(1);
  }
  const { url, close } = await serve({ port });
  console.log(`\n  dikkat is open at ${url}\n  Ctrl+C ends it.\n`);
  const end = () => close().then(() => process.exit(0));
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
