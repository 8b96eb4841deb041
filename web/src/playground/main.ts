import { start } from "../page/app.ts";
import { keepForLater } from "../page/keep.ts";
import { playgroundPage } from "./page.ts";
import { pythonView } from "./python.ts";

const app = start(playgroundPage(pythonView));

keepForLater(() => app.reload());
