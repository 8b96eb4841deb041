// What builds of one file need that the site does without: the programs within the script, no Workers,
// and styles that hold in a shadow root as in a page.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
// @ts-expect-error: plain JavaScript, which the build runs as it is.
import { packed } from "./lzma.mjs";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const made = (name: string) => readFileSync(at(`web/src/core/generated/${name}`));

interface Packed {
  readonly length: number;
  readonly text: string;
}

function program(name: string): Packed {
  const bytes = made(name);
  return { length: bytes.length, text: packed(bytes).toString("base64") };
}

/** `scalar`: with the program for engines that have no SIMD, which is as large again. */
export function programsInside({ scalar }: { scalar: boolean }): Plugin {
  const inside = ["first", "expected", "concept-messages"].map((name) =>
    at(`web/src/core/${name}.ts`),
  );
  const virtual = "\0dikkat:programs";
  return {
    name: "programs-inside",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (source === "dikkat:programs") return virtual;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || !inside.includes(found.id)) return found;
      return found.id.replace("/core/", "/core/inside/");
    },
    load(id) {
      if (id !== virtual) return null;
      // Whether both have one glue is for Emscripten to say: newer ones name the imports of each anew.
      const same = made("simd-first.mjs").equals(made("scalar-first.mjs"));
      const glueOf = (name: string) => JSON.stringify(at(`web/src/core/generated/${name}`));
      const programs = {
        simd: program("simd-first.wasm"),
        scalar: scalar ? program("scalar-first.wasm") : null,
      };
      return [
        `export { default as simd } from ${glueOf("simd-first.mjs")};`,
        `export { default as scalar } from ${glueOf(same || !scalar ? "simd-first.mjs" : "scalar-first.mjs")};`,
        `export const packed = ${JSON.stringify(programs)};`,
      ].join("\n");
    },
  };
}

/** The glue can fetch its program in several ways; within a script it is handed over. */
const glue: readonly [RegExp, string][] = [
  [/typeof window\s*==\s*"object"/gu, "false"],
  [/typeof importScripts\s*==\s*"function"/gu, "false"],
  [/if\s*\(Module\["instantiateWasm"\]\)/gu, "if(true)"],
  [/typeof document !== 'undefined' && document\.currentScript/gu, "false"],
  // No text of wide letters crosses the boundary.
  [/:__embind_register_std_wstring\b/gu, ":()=>{}"],
];

/** Leaves out what minifiers cannot: ways of the glue that are not taken, and the margins of templates. */
export const lean: Plugin = {
  name: "lean",
  enforce: "pre",
  transform(code, id) {
    if (id.endsWith("-first.mjs"))
      return { code: glue.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    // The listings are shown as they are.
    if (!/\/src\/\w+\/[\w-]+\.ts$/u.test(id) || id.endsWith("listings.ts")) return null;
    return { code: code.replace(/\n[ \t]+/gu, "\n"), map: null };
  },
};

/**
 * Moves the program to the end: what packs a script on its way to a reader looks back only so far, and
 * would not find in one half what it knows from the other.
 */
export const programLast: Plugin = {
  name: "program-last",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const [quoted, text] =
          /([`"'])([\w+/=]{40000,})\1/u
            .exec(chunk.code)
            ?.slice(0, 3)
            .filter((_, i) => i !== 1) ?? [];
        if (!quoted || !text) continue;
        // A function is there before the script runs.
        const end = chunk.code.lastIndexOf("})");
        const [head, tail] = [chunk.code.slice(0, end), chunk.code.slice(end)];
        chunk.code = `${head.replace(quoted, "dikkatProgram()")};function dikkatProgram(){return"${text}"}${tail}`;
      }
    },
  },
};

/** Every import of a style adds its text to the sheet that all elements share. */
export const stylesInside: Plugin = {
  name: "styles-inside",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!source.endsWith(".css")) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && `\0style:${found.id.replace(/\.css$/u, "")}`;
  },
  load(id) {
    if (!id.startsWith("\0style:")) return null;
    const [home, file] = [
      at("web/src/element/styles.ts"),
      `${id.slice("\0style:".length)}.css?inline`,
    ];
    return `import { addStyle } from ${JSON.stringify(home)};
      import text from ${JSON.stringify(file)};
      addStyle(text);`;
  },
};

interface Declaration {
  value: string;
}
interface Rule {
  name: string;
  params: string;
  clone(changes: { name: string; params: string }): Rule;
  before(rule: Rule): void;
  append(rule: Rule): void;
  removeAll(): void;
  remove(): void;
}

const width = /\((?:min|max)-width:[^)]*\)/gu;

/** The conditions on a width in a query, and the rest of it. */
function parted(query: string): { widths: string; rest: string } {
  const widths = (query.match(width) ?? []).join(" and ").replaceAll("rem", "em");
  const rest = query
    .replace(width, "")
    .replace(/^\s*and\s|\sand\s*(?:and\s+)*$/gu, "")
    .trim();
  return { widths, rest };
}

/**
 * A page may have any text size at its root, and give an element any width: lengths in rem become
 * lengths in the reader's own text size, and what depends on the window's width on the element's.
 */
export const ownMeasures = {
  postcssPlugin: "own-measures",
  Declaration(declaration: Declaration) {
    if (!/\drem\b/u.test(declaration.value)) return;
    declaration.value = declaration.value.replace(/(-?[\d.]+)rem\b/gu, "calc($1 * var(--dk-rem))");
  },
  AtRule: {
    media(rule: Rule) {
      if (!rule.params.match(width)) return;
      for (const query of rule.params.split(",")) {
        const { widths, rest } = parted(query.trim());
        const inner = widths && rule.clone({ name: "container", params: `dk ${widths}` });
        const outer = rest && rule.clone({ name: "media", params: rest });
        if (inner && outer) {
          outer.removeAll();
          outer.append(inner);
        }
        const made = outer || inner;
        if (made) rule.before(made);
      }
      rule.remove();
    },
  },
};
