// What goes between the page and the Worker that runs a cell.

/** Row-major. */
export interface Numbers {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** What the matrices of the page are in the code. */
export type Kind = "numpy" | "torch";

export interface Request {
  readonly code: string;
  readonly kind: Kind;
  readonly matrices: Readonly<Record<string, Numbers>>;
  /** Lists of texts: tokens. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Names under which the code may leave its results. */
  readonly results: readonly string[];
}

export interface PythonError {
  readonly type: string;
  readonly message: string;
  /** Of the cell, from 1; null where the error came from no line of it. */
  readonly line: number | null;
  /** The calls that led there, the last one at the end. */
  readonly frames: readonly { readonly line: number; readonly name: string }[];
}

export interface RunResult {
  readonly error: PythonError | null;
  readonly values: Readonly<Record<string, Numbers>>;
  /** Names of matrices that hold more numbers than are sent. */
  readonly large: readonly string[];
  /** The call that was added where the code only defines a function. */
  readonly call: string | null;
  readonly milliseconds: number;
}

export interface Limits {
  readonly seconds: number;
  readonly lines: number;
  readonly characters: number;
}

export type Order = { readonly request: Request; readonly limits: Limits };

export type Report =
  | { readonly kind: "started" }
  | { readonly kind: "output"; readonly text: string }
  /** More was printed than the page takes; the run is to be ended. */
  | { readonly kind: "flood" }
  | { readonly kind: "done"; readonly result: RunResult }
  /** The interpreter itself broke down under the code. */
  | { readonly kind: "broken"; readonly message: string }
  /** It could not be had. */
  | { readonly kind: "failed"; readonly message: string }
  /** Its Worker could not be started. */
  | { readonly kind: "noWorker" };
