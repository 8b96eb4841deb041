import { start } from "../page/app.ts";
import { playgroundPage } from "./page.ts";
import { pythonView } from "./python.ts";

start(playgroundPage(pythonView));
