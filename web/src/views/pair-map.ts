// Who sees whom, as a picture: filled where there is something, hatched where there is not, with one
// row outlined. Rows and columns are only counted, so that it may be as small as the screen.

import { html, nothing, svg, type TemplateResult } from "lit/html.js";

export interface PairMap {
  /** Also makes the id of its hatching. */
  readonly id: string;
  /** What is to be seen, for those who hear the page. */
  readonly label: string;
  readonly rows: number;
  readonly columns: number;
  readonly filled: (row: number, column: number) => boolean;
  /** The row in hand. */
  readonly row?: number;
  /** Height of a row in widths of a column. */
  readonly tall?: number;
  readonly onPick?: (row: number, column: number) => void;
}

const CELL = 10;
/** Left free around each cell. */
const GAP = 0.6;

/** All filled cells in one path: a few hundred elements would be slow. */
function cells({ rows, columns, filled, tall = 1 }: PairMap): string {
  const parts: string[] = [];
  const [w, h] = [CELL - 2 * GAP, CELL * tall - 2 * GAP];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!filled(row, column)) continue;
      parts.push(`M${CELL * column + GAP} ${CELL * tall * row + GAP}h${w}v${h}h${-w}Z`);
    }
  }
  return parts.join("");
}

function pick(event: MouseEvent, o: PairMap): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const at = (place: number, size: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((place / size) * count)));
  const row = at(event.clientY - box.top, box.height, o.rows);
  o.onPick?.(row, at(event.clientX - box.left, box.width, o.columns));
}

export function pairMap(o: PairMap): TemplateResult {
  const { rows, columns, row, tall = 1 } = o;
  const [width, height] = [CELL * columns, CELL * tall * rows];
  const outline =
    row === undefined
      ? nothing
      : svg`<rect class="pairs-row" x="0.5" y=${CELL * tall * row + 0.5} width=${width - 1} height=${CELL * tall - 1}/>`;
  return html`<svg
    class=${o.onPick ? "pairs pairs-touch" : "pairs"}
    role="img"
    aria-label=${o.label}
    viewBox="0 0 ${width} ${height}"
    @click=${(event: MouseEvent) => pick(event, o)}
  >
    ${svg`<defs><pattern id="${o.id}-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path class="pairs-hatch" d="M0 0V4"/>
      </pattern></defs>
      <rect class="pairs-paper" width=${width} height=${height}/>
      <rect width=${width} height=${height} fill="url(#${o.id}-hatch)"/>
      <path class="pairs-filled" d=${cells(o)}/>
      ${outline}`}
  </svg>`;
}

/** What its fillings mean. */
export function pairKey(filled: string, hidden: string): TemplateResult {
  return html`<ul class="pairs-key">
    <li><i class="pairs-sign" aria-hidden="true"></i>${filled}</li>
    <li><i class="pairs-sign dk-hatched" aria-hidden="true"></i>${hidden}</li>
  </ul>`;
}
