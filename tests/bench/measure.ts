/**
 * The measurement, the same in Node and in a page: every way of every contender is held against
 * float64 first, then the fastest right ones are timed in turns, in one process, with the gauges.
 */
import { type Case, cases, describe, operations, type Problem, problem } from "./cases.ts";
import type { Contender, Host, Name, Way } from "./contender.ts";
import { loadDecode } from "./contenders/decode.ts";
import { loadDikkat } from "./contenders/dikkat.ts";
import { loadMultiHead, type MultiHeadWays } from "./contenders/heads.ts";
import { javascript } from "./contenders/javascript.ts";
import { loadJax } from "./contenders/jax.ts";
import { loadNative, type Native } from "./contenders/native.ts";
import { loadOnnxruntime } from "./contenders/onnxruntime.ts";
import { loadTfjs } from "./contenders/tfjs.ts";
import { type Exact, exact, largestError } from "./exact.ts";
import type { Gauge, HostResults, Missing, Row } from "./results.ts";
import { median, rounded } from "./statistics.ts";
import { type Rounds, type Runner, runner, timeInTurns, warm } from "./timing.ts";

/**
 * What float32 may differ by from float64 on unit-normal inputs. Rounding gives about 1e-6 at these
 * sizes, and an approximate exponential up to ten times that; a wrong scale, mask or head is off by
 * more than 1e-2 somewhere.
 */
const tolerance = 2e-5;

/** How long a case is timed, and with how much patience. */
interface Pace extends Rounds {
  /** Milliseconds that a way runs before it is timed: at the first case, and at the others. */
  firstWarmUp: number;
  warmUp: number;
  /** A contender that would need more milliseconds for one call is left out. */
  longestCall: number;
  /** Tokens with which the memory of the tiled path is looked at. */
  memoryTokens: number;
}

const full: Pace = {
  budget: 5000,
  leastRounds: 7,
  mostRounds: 60,
  firstWarmUp: 1000,
  warmUp: 250,
  longestCall: 1500,
  memoryTokens: 32768,
};
const quick: Pace = {
  budget: 800,
  leastRounds: 5,
  mostRounds: 20,
  firstWarmUp: 500,
  warmUp: 100,
  longestCall: 500,
  memoryTokens: 8192,
};

/** The first line of what an error says, without the folders of the machine that compiled a peer. */
const reason = (error: unknown): string => {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.replaceAll(/\/\S+\//g, "").slice(0, 200);
};

/** A contender whose fastest right way is ready to be timed. */
interface Entry extends Runner {
  contender: Contender;
  maxError: number;
}

class Measurement {
  readonly rows: Row[] = [];
  readonly gauges: Gauge[] = [];
  readonly leftOut: Missing[] = [];
  readonly #peak: number[] = [];
  /** Operations per millisecond at the last size, for the guess at the next. */
  readonly #speed = new Map<Name, number>();

  constructor(
    readonly host: Host,
    readonly pace: Pace,
    readonly native: Native,
    readonly decode: (problem: Problem) => Way,
    readonly contenders: Contender[],
    readonly failed: Missing[],
  ) {}

  get peakGflops(): number {
    return median(this.#peak);
  }

  async measure(c: Case, p: Problem, warmUp: number): Promise<void> {
    const expected = exact(p);
    const entries: Entry[] = [];
    for (const contender of this.contenders) {
      if (c.tiledOnly && contender.name !== "tiled") continue;
      if (this.#tooSlow(contender, c)) continue;
      const entry = await this.#fastest(contender, p, expected, warmUp);
      if (entry) entries.push(entry);
    }
    const peak = runner(this.native.peak, await warm(this.native.peak, warmUp));
    const gauges: Runner[] = [];
    if (c.kind === "decode")
      for (const way of [...this.native.sums(p), this.#decodeInPlace(p, expected)])
        gauges.push(runner(way, await warm(way, warmUp)));

    await timeInTurns([peak, ...entries, ...gauges], this.pace);

    const { operations: inPeak } = this.native.peak;
    this.#peak.push(...peak.samples.map((ms) => inPeak / ms / 1e6));
    for (const entry of entries) {
      this.#record(c, entry);
      await entry.way.dispose?.();
    }
    for (const gauge of gauges) await this.#gauge(gauge, p.k.byteLength + p.v.byteLength);
  }

  /** Attention of many heads, in turns with the products and the attention that it is made of. */
  async multiHead({ group, bytes, ways }: MultiHeadWays): Promise<void> {
    const runners: Runner[] = [];
    for (const way of ways) runners.push(runner(way, await warm(way, this.pace.warmUp)));
    await timeInTurns(runners, this.pace);
    for (const gauge of runners) await this.#gauge(gauge, bytes, group);
  }

  async #gauge({ way, samples }: Runner, bytes: number, group?: string): Promise<void> {
    await way.dispose?.();
    this.gauges.push({
      host: this.host.name,
      ...(group === undefined ? {} : { group }),
      name: way.name,
      bytes,
      ms: rounded(median(samples)),
      minMs: rounded(Math.min(...samples)),
    });
  }

  #decodeInPlace(p: Problem, expected: Exact): Way {
    const way = this.decode(p);
    way.run();
    const error = largestError(way.read(undefined), p, expected);
    if (!(error <= tolerance)) throw new Error(`${way.name} is off by ${error.toPrecision(2)}`);
    return way;
  }

  /** Guessed from the last size, and noted. The tiled path is what all this is about: never. */
  #tooSlow({ name, threads }: Contender, c: Case): boolean {
    if (name === "tiled" || c.kind !== "prefill") return false;
    const ms = operations(c) / (this.#speed.get(name) ?? Number.POSITIVE_INFINITY);
    if (ms <= this.pace.longestCall) return false;
    const why = `one call would take about ${(ms / 1000).toFixed(1)} s`;
    this.leftOut.push({ host: this.host.name, name, threads, case: describe(c), reason: why });
    return true;
  }

  /** The fastest of a contender's ways that gives the right numbers. The others are put away. */
  async #fastest(
    contender: Contender,
    p: Problem,
    expected: Exact,
    warmUp: number,
  ): Promise<Entry | undefined> {
    let best: (Entry & { ms: number }) | undefined;
    for (const prepare of contender.ways(p)) {
      let way: Way | undefined;
      try {
        way = await prepare();
        const maxError = largestError(way.read(await way.run()), p, expected);
        if (!(maxError <= tolerance)) throw new Error(`off by ${maxError.toPrecision(2)}`);
        const ms = await warm(way, warmUp);
        if (best && best.ms <= ms) await way.dispose?.();
        else {
          await best?.way.dispose?.();
          best = { ...runner(way, ms), contender, maxError, ms };
        }
      } catch (error) {
        this.#fail(contender, p, way?.name, reason(error));
        await way?.dispose?.();
      }
    }
    return best;
  }

  #fail({ name, threads }: Contender, p: Problem, way: string | undefined, why: string): void {
    const failure = { host: this.host.name, name, threads, case: describe(p), reason: why };
    this.failed.push(way === undefined ? failure : { ...failure, way });
  }

  #record(c: Case, { contender, way, samples, maxError }: Entry): void {
    const ms = median(samples);
    const gflops = operations(c) / ms / 1e6;
    if (c.kind === "prefill") this.#speed.set(contender.name, operations(c) / ms);
    this.rows.push({
      host: this.host.name,
      name: contender.name,
      way: way.name,
      kind: c.kind,
      heads: c.heads,
      n: c.keys,
      d: c.width,
      causal: c.causal,
      ...(c.window === undefined ? {} : { window: c.window }),
      threads: contender.threads,
      ms: rounded(ms),
      minMs: rounded(Math.min(...samples)),
      samples: samples.length,
      gflops: rounded(gflops),
      maxError: rounded(maxError, 2),
      peakShare: 0, // known when the last case has been measured
    });
  }
}

const peers = { onnxruntime: loadOnnxruntime, tfjs: loadTfjs, jax: loadJax };

/** The peers that start. The others are noted in `failed`. */
async function startPeers(host: Host, failed: Missing[]): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const [name, load] of Object.entries(peers) as [Name, typeof loadTfjs][])
    try {
      started.push(await load(host));
    } catch (error) {
      failed.push({ host: host.name, name, threads: 1, case: "all", reason: reason(error) });
    }
  return started;
}

export async function measure(host: Host, options: { quick: boolean }): Promise<HostResults> {
  const native = await loadNative(host);
  const dikkat = await loadDikkat(host);
  const failed: Missing[] = [];
  const others = [javascript, native.contender, ...(await startPeers(host, failed))];
  const contenders = [...dikkat.contenders, ...others];
  const pace = options.quick ? quick : full;
  const decode = await loadDecode(host);
  const measurement = new Measurement(host, pace, native, decode, contenders, failed);

  const scratch = { tokens: pace.memoryTokens, bytes: dikkat.scratchBytes(pace.memoryTokens) };
  const all = cases(options.quick);
  for (const [i, c] of all.entries()) {
    const started = performance.now();
    const warmUp = i === 0 ? pace.firstWarmUp : pace.warmUp;
    await measurement.measure(c, problem(c, dikkat.normal), warmUp);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    host.log(`  ${host.name} ${i + 1}/${all.length}: ${describe(c)} (${seconds} s)`);
  }

  await measurement.multiHead(await loadMultiHead(host, dikkat.normal, tolerance));
  host.log(`  ${host.name}: attention of many heads`);

  const { peakGflops, rows, gauges, leftOut } = measurement;
  return {
    versions: { ...host.versions, compiler: dikkat.compiler },
    peakGflops: rounded(peakGflops),
    rows: rows.map((row) => ({ ...row, peakShare: rounded(row.gflops / peakGflops, 3) })),
    gauges,
    scratch: { ...scratch, host: host.name },
    failed,
    leftOut,
  };
}
