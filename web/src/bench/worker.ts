// Measures away from the page, which so never freezes. Stopped by ending it.

import { threadsHere } from "../core/read.ts";
import { prepare } from "./prepare.ts";
import type { Settings } from "./protocol.ts";

const measure = prepare({ tell: (report) => self.postMessage(report), threads: threadsHere });
self.addEventListener("message", ({ data }: MessageEvent<Settings>) => measure(data));
