// The settings in a link; one that is at its default is left out.

import { InputError, valid } from "./error.ts";
import { MAX_TOKENS } from "./limits.ts";
import * as words from "./link-words.ts";
import { parsePositive, parseWhole, printNumber } from "./number.ts";
import { defaultSettings, type Settings } from "./state.ts";

/** What a link holds: keys and decoded values. */
export type Params = ReadonlyMap<string, string>;

/** The one of `options` that a key names; null where the link has no such key. */
export function readOption<T extends string>(
  params: Params,
  key: string,
  options: readonly T[],
): T | null {
  const text = params.get(key);
  if (text === undefined) return null;
  const option = options.find((name) => name === text);
  if (option === undefined) throw new InputError("linkValue", { key, text });
  return option;
}

function at<Field extends keyof Settings, T>(field: Field, result: T | InputError): T {
  return valid(result instanceof InputError ? result.at({ field }) : result);
}

/** Throws InputError. */
export function readSettings(params: Params): Settings {
  const get = <T>(key: string, read: (text: string) => T, otherwise: T): T => {
    const text = params.get(key);
    return text === undefined ? otherwise : read(text);
  };
  const whole = (field: "window" | "sinks", least: number) => (text: string) =>
    at(field, parseWhole(text, least, MAX_TOKENS));
  const settings: Settings = {
    scaled: readOption(params, "scaled", ["yes", "no"]) !== "no",
    temperature: get("temperature", (text) => at("temperature", parsePositive(text)), 1),
    causal: readOption(params, "causal", ["top-left", "bottom-right"] as const) ?? false,
    window: get<number | null>("window", whole("window", 1), null),
    sinks: get("sinks", whole("sinks", 0), 0),
    padding: get<Settings["padding"]>("padding", readPadding, null),
    bias: get<Settings["bias"]>("bias", (text) => valid(words.readMatrix(text, "bias")), null),
    attend: get<Settings["attend"]>(
      "attend",
      (text) => valid(words.readFlags(text, "attend")),
      null,
    ),
  };
  if (settings.sinks > 0 && settings.window === null) {
    throw new InputError("linkMissing", { key: "window" });
  }
  return settings;
}

function readPadding(text: string): readonly boolean[] {
  const [row, ...more] = valid(words.readFlags(text, "padding"));
  if (row === undefined || more.length > 0) {
    throw new InputError("linkValue", { key: "padding", text });
  }
  return row;
}

export function writeSettings(
  settings: Settings,
  spell: (matrix: words.Cells) => string,
): [string, string][] {
  const { scaled, temperature, causal, window, sinks, padding, bias, attend } = settings;
  const entries: [string, string][] = [];
  if (!scaled) entries.push(["scaled", "no"]);
  if (temperature !== defaultSettings.temperature) {
    entries.push(["temperature", printNumber(temperature)]);
  }
  if (causal) entries.push(["causal", causal]);
  if (window !== null) entries.push(["window", String(window)]);
  if (sinks > 0) entries.push(["sinks", String(sinks)]);
  if (padding) entries.push(["padding", spell([padding])]);
  if (bias) entries.push(["bias", spell(bias)]);
  if (attend) entries.push(["attend", spell(attend)]);
  return entries;
}
