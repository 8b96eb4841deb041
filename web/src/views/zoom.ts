// The teacher's view zooms a figure. Boxes on the screen and places of the pointer are as large as
// they are seen; lengths that are written into a style or a path are taken before the zoom.

export function zoomOf(element: Element): number {
  return (element as Element & { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
}
