// What the prose may say: numbers and tokens of the scene on the page, never typed in.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language, MatrixName } from "../inputs/state.ts";
import { formatCount, formatNumber } from "../views/number.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { symbolView } from "../views/symbol.ts";

/** Other ways to run the same example, computed beside it. */
export type Variant = "scaled" | "unscaled" | "causal" | "unmasked";

/** What a sentence says beside NaN, wherever one stands. */
const noNumber: Record<Language, string> = {
  en: "NaN is no number: it comes of a NaN or an ∞ among the inputs, or of a number too large for float64, and passes into all that is computed from it.",
  tr: "NaN sayı değildir: girdilerdeki bir NaN’dan, bir ∞’dan ya da float64’e sığmayan bir sayıdan doğar ve ondan hesaplanan her şeye geçer.",
};

/** The place of the number that is larger than every other; null for a tie, and where there is a NaN. */
export function strongestOf(shares: readonly number[]): number | null {
  const most = Math.max(...shares);
  const best = shares.indexOf(most);
  return most > 0 && best === shares.lastIndexOf(most) ? best : null;
}

export class Facts {
  readonly scene: Scene;
  readonly variants: Readonly<Record<Variant, Scene>>;
  readonly language: Language;

  constructor(scene: Scene, variants: Readonly<Record<Variant, Scene>>, language: Language) {
    this.scene = scene;
    this.variants = variants;
    this.language = language;
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

  rowValues(name: MatrixName, row: number, scene: Scene = this.scene): number[] {
    const grid = gridOf(scene, name);
    return Array.from({ length: grid.columns }, (_, j) => grid.at(row, j));
  }

  columnValues(name: MatrixName, column: number, scene: Scene = this.scene): number[] {
    const grid = gridOf(scene, name);
    return Array.from({ length: grid.rows }, (_, i) => grid.at(i, column));
  }

  /** As in [3  1  3  1]. */
  list(values: readonly number[]): TemplateResult {
    const numbers = values.map((value) => formatNumber(value, this.language, "cell"));
    return html`<span class="dk-num">[${numbers.join("\u2002")}]</span>`;
  }

  row(name: MatrixName, row: number, scene: Scene = this.scene): TemplateResult {
    return this.list(this.rowValues(name, row, scene));
  }

  column(name: MatrixName, column: number, scene: Scene = this.scene): TemplateResult {
    return this.list(this.columnValues(name, column, scene));
  }

  /** The column that outweighs every other of its row; null for a tie, and where there is a NaN. */
  strongest(name: MatrixName, row: number): number | null {
    return strongestOf(this.rowValues(name, row));
  }

  /** The sentence on NaN where one of these is none, to stand beside them; nothing otherwise. */
  noNumber(values: Iterable<number>): string | typeof nothing {
    return Array.from(values).some(Number.isNaN) ? noNumber[this.language] : nothing;
  }

  /** Are these one and the same number to whoever reads the page? */
  alike(a: number, b: number): boolean {
    return formatNumber(a, this.language) === formatNumber(b, this.language);
  }

  /** The largest number in a row; NaN where there is one. */
  largest(name: MatrixName, row: number, scene: Scene = this.scene): number {
    return Math.max(...this.rowValues(name, row, scene));
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
    return formatCount(value, this.language);
  }

  /** The size of an n x n matrix of float32: "4 MB". */
  matrixBytes(n: number): TemplateResult {
    return this.bytes(4 * n * n);
  }

  /** Three digits, and a unit of powers of ten. */
  bytes(bytes: number): TemplateResult {
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
