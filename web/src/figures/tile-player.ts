// Where the reader is among the tiles, and which tiles they are.

import type { Block } from "../views/replay.ts";
import { Player } from "./player.ts";

export type TileExample = "own" | "random";

export class TilePlayer extends Player {
  example: TileExample = "own";
  /** Of the reader's own numbers. */
  block: Block = { queries: 2, keys: 1 };
  seed = 7;

  /** Other numbers or tiles, from their first step on. */
  choose(change: Partial<Pick<TilePlayer, "example" | "block" | "seed">>): void {
    Object.assign(this, change);
    this.goTo(0, 0);
  }
}
