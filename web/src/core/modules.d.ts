/** The glue that Emscripten writes beside each build (web/src/core/generated). */
declare module "*.mjs" {
  export default function create(options: import("./module.ts").GlueOptions): Promise<object>;
}
