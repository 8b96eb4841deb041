// What the prose may say: numbers and tokens of the scene on the page, never typed in.

import { html, type TemplateResult } from "lit/html.js";
import type { Language, MatrixName } from "../inputs/state.ts";
import type { Engine } from "../page/engine.ts";
import { formatNumber } from "../views/number.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { symbolView } from "../views/symbol.ts";

/** Other ways to run the same example, computed beside it. */
export type Variant = "scaled" | "unscaled" | "causal" | "unmasked";

/** What the prose says of the core itself. */
export interface CoreFacts {
  /** Queries and keys from which on the tiled path works in no more memory. */
  readonly tiledTokens: number;
  readonly tiledWidth: number;
  /** Bytes that it works in then. */
  readonly tiledScratch: number;
}

/** The blocks of the tiled path are 256 queries by 256 keys (cpp/attention/tiled.h). */
export function coreFacts(engine: Engine): CoreFacts {
  const [tiledTokens, tiledWidth] = [256, 64];
  const tiledScratch = engine.tiledScratchBytes(tiledTokens, tiledWidth);
  return { tiledTokens, tiledWidth, tiledScratch };
}

export class Facts {
  readonly scene: Scene;
  readonly variants: Readonly<Record<Variant, Scene>>;
  readonly language: Language;
  private readonly core: CoreFacts;

  constructor(
    scene: Scene,
    variants: Readonly<Record<Variant, Scene>>,
    language: Language,
    core: CoreFacts,
  ) {
    this.scene = scene;
    this.variants = variants;
    this.language = language;
    this.core = core;
  }

  get settings() {
    return this.scene.state.settings;
  }

  /** Q, K and V are given as they are; there is no X and no projection. */
  get direct(): boolean {
    return this.scene.state.source.kind === "direct";
  }

  /** The name of a matrix, in the colour of its role. */
  symbol(name: MatrixName): TemplateResult {
    return symbolView(name);
  }

  /** The width of a key, as the formula writes it. */
  get symbolDk(): TemplateResult {
    return html`<span class="dk-symbol"><i>d</i><sub>k</sub></span>`;
  }

  token(index: number): TemplateResult {
    return html`<i class="dk-word">${this.scene.state.tokens[index] ?? ""}</i>`;
  }

  number(value: number): TemplateResult {
    return html`<span class="dk-num">${formatNumber(value, this.language, "cell")}</span>`;
  }

  at(name: MatrixName, row: number, column: number, scene: Scene = this.scene): number {
    return gridOf(scene, name).at(row, column);
  }

  cell(name: MatrixName, row: number, column: number, scene: Scene = this.scene): TemplateResult {
    return this.number(this.at(name, row, column, scene));
  }

  /** A whole row, as in [3  1  3  1]. */
  row(name: MatrixName, row: number, scene: Scene = this.scene): TemplateResult {
    const grid = gridOf(scene, name);
    const numbers = Array.from({ length: grid.columns }, (_, j) =>
      formatNumber(grid.at(row, j), this.language, "cell"),
    );
    return html`<span class="dk-num">[${numbers.join("\u2002")}]</span>`;
  }

  /** A whole column, as in [2  0  1]. */
  column(name: MatrixName, column: number, scene: Scene = this.scene): TemplateResult {
    const grid = gridOf(scene, name);
    const numbers = Array.from({ length: grid.rows }, (_, i) =>
      formatNumber(grid.at(i, column), this.language, "cell"),
    );
    return html`<span class="dk-num">[${numbers.join("\u2002")}]</span>`;
  }

  /** The column that outweighs every other of its row; null for a tie, and where there is a NaN. */
  strongest(name: MatrixName, row: number): number | null {
    const grid = gridOf(this.scene, name);
    const best = this.largest(name, row);
    for (let j = 0; j < grid.columns; j++) {
      if (j !== best && !(grid.at(row, j) < grid.at(row, best))) return null;
    }
    return grid.at(row, best) > 0 ? best : null;
  }

  /** The column of the largest number in a row, the first of them for a tie. */
  largest(name: MatrixName, row: number, scene: Scene = this.scene): number {
    const grid = gridOf(scene, name);
    let best = 0;
    for (let j = 1; j < grid.columns; j++) if (grid.at(row, j) > grid.at(row, best)) best = j;
    return best;
  }

  get dk(): number {
    return gridOf(this.scene, "q").columns;
  }

  /** "2" for d_k = 4: the number the scores are divided by. */
  get rootDk(): TemplateResult {
    return this.number(Math.sqrt(this.dk));
  }

  /** "67 %" in English, "%67" in Turkish. */
  percent(value: number): TemplateResult {
    return html`<span class="dk-num">${formatNumber(value, this.language, "percent")}</span>`;
  }

  /** A large count in the language's digit groups. */
  count(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  /** The size of an n x n matrix of float32: "4 MB". */
  matrixBytes(n: number): TemplateResult {
    return this.bytes(4 * n * n);
  }

  get tiledTokens(): string {
    return this.count(this.core.tiledTokens);
  }

  get tiledWidth(): string {
    return this.count(this.core.tiledWidth);
  }

  get tiledScratch(): TemplateResult {
    return this.bytes(this.core.tiledScratch);
  }

  /** Three digits, and a unit of powers of ten. */
  private bytes(bytes: number): TemplateResult {
    const units = ["B", "kB", "MB", "GB", "TB"];
    const power = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
    const size = new Intl.NumberFormat(this.language, { maximumSignificantDigits: 3 });
    return html`<span class="dk-num">${size.format(bytes / 1000 ** power)}\u00a0${units[power]}</span>`;
  }

  /** Billions with two decimals: 1.34. */
  billions(value: number): string {
    return new Intl.NumberFormat(this.language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }).format(value / 1e9);
  }
}
