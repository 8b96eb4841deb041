/** The glue that Emscripten writes beside each build (web/src/core/generated). */
declare module "*.mjs" {
  export default function create(options: import("./module.ts").GlueOptions): Promise<object>;
}

/** What scripts/provenance.mjs writes beside them. */
declare module "*/provenance.js" {
  export const made: import("./provenance.ts").Provenance;
}

/** In builds of one file (scripts/one-file.ts): each program, packed and in base64; null for one that is left out. */
declare module "dikkat:programs" {
  export const packed: Readonly<
    Record<import("./types.ts").Build, { readonly length: number; readonly text: string } | null>
  >;
  type Glue = typeof import("./generated/simd-first.mjs").default;
  export const simd: Glue;
  export const scalar: Glue;
}
