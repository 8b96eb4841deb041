// Which number of the scene goes into which, over any number of steps. Told from the places of the
// cells alone: walking all the sums would be far too much for a large matrix at every move of the
// pointer.

import type { Cell, GridName, MatrixName } from "../inputs/state.ts";
import { gridOf, type Scene } from "./scene.ts";

/** The matrices of pairs in the order in which they are made of each other. */
const pairs: readonly GridName[] = ["scores", "scaled", "masked", "exponentials", "weights"];

const EXPONENTIALS = pairs.indexOf("exponentials");
const WEIGHTS = pairs.indexOf("weights");

/** Does the number at `from` go into the one at `to`? */
export function feeds(scene: Scene, from: Cell, to: Cell): boolean {
  // Sums of a figure's own are not told from the places alone.
  if (scene.sums) return false;
  switch (from.matrix) {
    case "x":
      return scene.grids.x !== undefined && tokenFeeds(scene, from.row, to);
    case "wq":
    case "wk":
    case "wv":
      return columnFeeds(scene, from, to);
    case "q":
      return queryFeeds(scene, from.row, to);
    case "k":
      return keyFeeds(scene, from.row, to);
    case "v":
      return valueFeeds(scene, from.row, to) && to.column === from.column;
    case "output":
      return false;
    default:
      return pairFeeds(scene, from.row, from.column, pairs.indexOf(from.matrix), to);
  }
}

const projected = (scene: Scene, name: MatrixName) => scene.grids[name]?.editable === false;

function tokenFeeds(scene: Scene, token: number, to: Cell): boolean {
  if (to.matrix === "q" || to.matrix === "k" || to.matrix === "v")
    return projected(scene, to.matrix) && to.row === token;
  return queryFeeds(scene, token, to) || keyFeeds(scene, token, to) || valueFeeds(scene, token, to);
}

/** A column of a weight matrix makes a column of queries, of keys or of values. */
function columnFeeds(scene: Scene, { matrix, column }: Cell, to: Cell): boolean {
  if (to.matrix === matrix.slice(1)) return to.column === column;
  if (matrix === "wv")
    return to.matrix === "output" && to.column === column && largest(scene, to.row) >= 0;
  return queryFeeds(scene, to.row, to);
}

function queryFeeds(scene: Scene, query: number, to: Cell): boolean {
  if (to.row !== query) return false;
  // A row that sees nothing is made of nothing.
  if (to.matrix === "output") return largest(scene, query) >= 0;
  const stage = pairs.indexOf(to.matrix);
  return stage >= 0 && !lost(scene, stage, to.row, to.column);
}

function keyFeeds(scene: Scene, key: number, to: Cell): boolean {
  if (to.matrix === "output") return sees(scene, to.row, key);
  return pairs.includes(to.matrix) && pairFeeds(scene, to.row, key, -1, to);
}

function valueFeeds(scene: Scene, key: number, to: Cell): boolean {
  return to.matrix === "output" && sees(scene, to.row, key);
}

/** A pair as it stands at a stage; before all of them where `at` is -1. */
function pairFeeds(scene: Scene, query: number, key: number, at: number, to: Cell): boolean {
  if (to.row !== query) return false;
  if (to.matrix === "output") return sees(scene, query, key);
  const stage = pairs.indexOf(to.matrix);
  if (stage <= at || lost(scene, stage, query, to.column)) return false;
  if (stage === WEIGHTS) return sees(scene, query, key);
  if (to.column === key) return true;
  // Every exponential of a row is counted from the largest of its scores.
  return stage === EXPONENTIALS && key === largest(scene, query);
}

const sees = (scene: Scene, query: number, key: number) =>
  !gridOf(scene, "masked").hidden(query, key);

/** What is masked holds nothing of the numbers before the mask. */
const lost = (scene: Scene, stage: number, query: number, key: number) =>
  stage >= pairs.indexOf("masked") && !sees(scene, query, key);

/** The key of the largest score of a row, or -1 where all are masked. */
function largest(scene: Scene, query: number): number {
  const grid = gridOf(scene, "masked");
  let best = -1;
  for (let j = 0; j < grid.columns; j++) {
    if (grid.hidden(query, j)) continue;
    if (best < 0 || grid.at(query, j) > grid.at(query, best)) best = j;
  }
  return best;
}
