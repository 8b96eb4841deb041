/** The glue that Emscripten writes beside each build (web/src/core/generated). */
declare module "*.mjs" {
  export default function create(options: import("./module.ts").GlueOptions): Promise<object>;
}

/** What scripts/provenance.mjs writes beside them. */
declare module "*/provenance.js" {
  export const made: import("./provenance.ts").Provenance;
}
