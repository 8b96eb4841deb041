// A list whose items are dragged to another place, or moved there by buttons and arrow keys.

import { html, type TemplateResult } from "lit/html.js";
import { zoomOf } from "./zoom.ts";

export interface ReorderWords {
  /** What the list is. */
  readonly list: string;
  readonly left: (item: string) => string;
  readonly right: (item: string) => string;
}

export interface ReorderOptions {
  readonly items: readonly string[];
  /** order[place] is the item that stands there. */
  readonly order: readonly number[];
  readonly words: ReorderWords;
  readonly onOrder: (order: readonly number[]) => void;
}

/** The order with the item of one place moved to another. */
export function moved(order: readonly number[], from: number, to: number): readonly number[] {
  const item = order[from];
  if (item === undefined || to < 0 || to >= order.length || to === from) return order;
  return order.toSpliced(from, 1).toSpliced(to, 0, item);
}

type Side = "left" | "right";

/** The same button of the same item, at its new place: so that it can be pressed again. */
function focusMoved(list: Element, place: number, side: Side): void {
  list.children[place]?.querySelector<HTMLElement>(`[data-side=${side}]`)?.focus();
}

/** The place whose middle is nearest to the pointer. */
function placeUnder(boxes: readonly DOMRect[], { clientX, clientY }: PointerEvent): number {
  const away = boxes.map(({ left, top, width, height }) =>
    Math.hypot(clientX - left - width / 2, clientY - top - height / 2),
  );
  return away.indexOf(Math.min(...away));
}

/** Follows the pointer until it is let go. The list is drawn anew only then. */
function drag(event: PointerEvent, place: number, o: ReorderOptions): void {
  const handle = event.currentTarget as HTMLElement;
  const item = handle.closest("li");
  const list = item?.parentElement;
  if (event.button !== 0 || !item || !list) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const items = [...list.children];
  const boxes = items.map((one) => one.getBoundingClientRect());
  const zoom = zoomOf(item);
  const ended = new AbortController();
  const { signal } = ended;
  let target = place;
  const show = () => {
    for (const [i, one] of items.entries())
      one.toggleAttribute("data-target", i === target && i !== place);
  };
  const end = () => {
    ended.abort();
    item.style.translate = "";
    item.removeAttribute("data-dragged");
    target = place;
    show();
  };
  item.setAttribute("data-dragged", "");
  const follow = (now: PointerEvent) => {
    const [x, y] = [now.clientX - event.clientX, now.clientY - event.clientY];
    item.style.translate = `${x / zoom}px ${y / zoom}px`;
    target = placeUnder(boxes, now);
    show();
  };
  handle.addEventListener("pointermove", follow, { signal });
  handle.addEventListener("pointercancel", end, { signal });
  handle.addEventListener(
    "pointerup",
    () => {
      const to = target;
      end();
      if (to !== place) o.onOrder(moved(o.order, place, to));
    },
    { signal },
  );
}

export function reorderView(o: ReorderOptions): TemplateResult {
  const { items, order, words } = o;
  const move = (event: Event, place: number, side: Side) => {
    const to = side === "left" ? place - 1 : place + 1;
    if (to < 0 || to >= order.length) return;
    const list = (event.target as Element).closest("ol");
    o.onOrder(moved(order, place, to));
    if (list) focusMoved(list, to, side);
  };
  const keyed = (event: KeyboardEvent, place: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const sides: Record<string, Side> = { ArrowLeft: "left", ArrowRight: "right" };
    const side = sides[event.key];
    if (!side) return;
    event.preventDefault();
    move(event, place, side);
  };
  const button = (place: number, side: Side, label: string) => {
    const last = side === "left" ? place === 0 : place === order.length - 1;
    // Not `disabled`: the button under the finger would lose the focus at the last place.
    return html`<button
      type="button"
      class="dk-button"
      data-side=${side}
      aria-label=${label}
      aria-disabled=${last ? "true" : "false"}
      @click=${(event: Event) => move(event, place, side)}
    ><span aria-hidden="true">${side === "left" ? "←" : "→"}</span></button>`;
  };
  return html`<ol class="reorder" aria-label=${words.list}>
    ${order.map((item, place) => {
      const name = items[item] ?? "";
      return html`<li @keydown=${(event: KeyboardEvent) => keyed(event, place)}>
        <span class="reorder-item" @pointerdown=${(event: PointerEvent) => drag(event, place, o)}><span class="reorder-grip" aria-hidden="true"></span><span class="dk-word">${name}</span></span>
        <span class="reorder-moves"><span class="reorder-place" aria-hidden="true">${place + 1}</span>${button(place, "left", words.left(name))}${button(place, "right", words.right(name))}</span>
      </li>`;
    })}
  </ol>`;
}
