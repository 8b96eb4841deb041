// Ten thousand random actions on the playground, or as many as the argument says, and half as many on
// the lesson. It takes minutes, and prints what is held on the way. The same tests with a few hundred
// actions are part of npm test.
import { build } from "./build.mjs";
import { bin, explain, run } from "./run.mjs";

const count = Number(process.argv[2] ?? 10_000);
if (!Number.isInteger(count) || count < 100) {
  console.error(`${process.argv[2]} is no number of actions: at least 100 are needed.`);
  process.exit(1);
}

try {
  await build();
  const args = ["test", "tests/web/soak.spec.ts", "--project=chromium", "--workers=1"];
  const env = { DIKKAT_SOAK: String(count), NO_COLOR: undefined };
  await run(bin("playwright"), [...args, "--retries=0", "--reporter=line"], { show: true, env });
} catch (error) {
  console.log(explain(error));
  process.exit(1);
}
