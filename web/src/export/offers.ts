// What can be taken along, and as what: for a matrix, for everything of the page.

import type { SelfTrace, Trace } from "../core/types.ts";
import { problemOf } from "../inputs/problem.ts";
import type { Language, State } from "../inputs/state.ts";
import type { Engine } from "../page/engine.ts";
import { scriptOf } from "../python/script.ts";
import { formatCount } from "../views/number.ts";
import { tensorFormats, textFormats, textOf } from "./matrix-text.ts";
import { npyHeader, writeNpy } from "./npy.ts";
import type { Numbers } from "./numbers.ts";
import { cppProgram, javascriptProgram } from "./programs.ts";
import { traceText } from "./trace.ts";
import { exportWords } from "./words.ts";

export interface Content {
  /** To be copied; of a file that is no text, how it begins. */
  readonly text: string;
  /** Of a file that is no text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Above the text. */
  readonly note?: string;
  /** The address of a picture of it, and its size in CSS pixels. */
  readonly picture?: { readonly src: string; readonly width: number; readonly height: number };
}

export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly file: string;
  readonly type: string;
  /** What is made has a picture. */
  readonly pictured?: boolean;
  /** Neither a text nor a picture: no clipboard takes it. */
  readonly saveOnly?: boolean;
  readonly make: () => Content | Promise<Content>;
}

const endings = {
  csv: ["csv", "text/csv"],
  csvComma: ["csv", "text/csv"],
  tsv: ["tsv", "text/tab-separated-values"],
  tsvComma: ["tsv", "text/tab-separated-values"],
  json: ["json", "application/json"],
  numpy: ["py", "text/x-python"],
  torch: ["py", "text/x-python"],
  matlab: ["m", "text/plain"],
  latex: ["tex", "application/x-tex"],
} as const;

/** The way of the reader's spreadsheet first. */
const order = (language: Language) =>
  language === "en"
    ? textFormats
    : (["csvComma", "csv", "tsvComma", "tsv", ...textFormats.slice(4)] as const);

function npyOffer(numbers: Numbers, language: Language): Offer {
  return {
    id: "npy",
    label: exportWords[language].npy,
    file: `${numbers.name}.npy`,
    type: "application/octet-stream",
    saveOnly: true,
    make: () => {
      const bytes = writeNpy(numbers);
      const note = exportWords[language].binary(formatCount(bytes.length, language));
      return { bytes, note, text: npyHeader(numbers.shape) };
    },
  };
}

export function matrixOffers(numbers: Numbers, language: Language): readonly Offer[] {
  const offers = order(language).map((format): Offer => {
    const [ending, type] = endings[format];
    return {
      id: format,
      label: exportWords[language].formats[format],
      file: `${numbers.name}.${ending}`,
      type,
      make: () => ({ text: textOf(numbers, format) }),
    };
  });
  const all = [...offers, npyOffer(numbers, language)];
  return numbers.shape.length > 2 ? all.filter(({ id }) => tensorFormats.has(id)) : all;
}

/** Of a state that can be computed. */
export function stateOffers(state: State, engine: Engine, language: Language): readonly Offer[] {
  const words = exportWords[language];
  const comments = { heading: words.heading, tokens: words.tokens };
  const offer = (id: string, label: string, file: string, type: string, text: () => string) => ({
    ...{ id, label, file, type },
    make: () => ({ text: text() }),
  });
  const python = "text/x-python";
  return [
    offer("trace", words.trace, "dikkat-trace.json", "application/json", () =>
      traceText(state, traceOf(state, engine), engine.build),
    ),
    offer("numpy", words.numpyProgram, "dikkat_numpy.py", python, () =>
      scriptOf(state, "numpy", comments),
    ),
    offer("torch", words.torchProgram, "dikkat_torch.py", python, () =>
      scriptOf(state, "torch", comments),
    ),
    offer("jax", words.jaxProgram, "dikkat_jax.py", python, () => scriptOf(state, "jax", comments)),
    offer("cpp", words.cpp, "dikkat.cpp", "text/x-c++src", () => cppProgram(state, comments)),
    offer("javascript", words.javascript, "dikkat.mjs", "text/javascript", () =>
      javascriptProgram(state, comments),
    ),
  ];
}

function traceOf(state: State, engine: Engine): Trace | SelfTrace {
  const outcome = engine.compute(problemOf(state));
  if ("fault" in outcome) throw outcome.fault;
  return outcome.value;
}
