// Many elements on one page: those in view are drawn at once, the others one after the other, each in
// a task of its own, so that none holds up a key or a tap.

const waiting: (() => void)[] = [];
let asked = false;

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next);
  else asked = false;
}

export function drawInTurn(element: Element, draw: () => void): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom >= 0 && top <= innerHeight) {
    draw();
    return;
  }
  waiting.push(draw);
  if (asked) return;
  asked = true;
  // What is in view comes to the screen first.
  requestAnimationFrame(() => setTimeout(next));
}
