// Emscripten before 3.1.10 asks fetch for the wasm wherever there is one, and Node's refuses files.
if (typeof require === "function") {
  Module.wasmBinary = require("node:fs").readFileSync(`${__dirname}/attention_tests.wasm`);
}
