// The core, in a Worker: a long computation never holds up the page.
import { expose } from "comlink";
import { createEngine } from "./engine.ts";

expose(createEngine());
