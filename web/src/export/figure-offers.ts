// A figure as a picture.

import type { Language } from "../inputs/state.ts";
import { formatCount } from "../views/number.ts";
import type { Content, Offer } from "./offers.ts";
import { type Colours, type Drawn, figureSvg } from "./picture/figure-svg.ts";
import { pngOf, RATIO, svgAddress } from "./picture/png.ts";
import { exportWords } from "./words.ts";

const textOf = (place: Element | null) => place?.textContent?.replace(/\s+/gu, " ").trim() ?? "";

export function figureOffers(
  figure: HTMLElement,
  colours: Colours,
  language: Language,
): readonly Offer[] {
  const name = figure.id.replace(/^figure-/u, "") || "figure";
  const draw = () => figureSvg(figure, colours, textOf(figure.querySelector(".dk-figure-title")));
  const shown = (drawn: Drawn, ratio: number, src: string): Pick<Content, "note" | "picture"> => ({
    note: exportWords[language].pictureSize(
      formatCount(ratio * drawn.width, language),
      formatCount(ratio * drawn.height, language),
    ),
    picture: { src, width: drawn.width, height: drawn.height },
  });
  return [
    {
      id: "svg",
      label: "SVG",
      file: `dikkat-${name}.svg`,
      type: "image/svg+xml",
      pictured: true,
      make: () => {
        const drawn = draw();
        return { text: drawn.text, ...shown(drawn, 1, svgAddress(drawn.text)) };
      },
    },
    {
      id: "png",
      label: `PNG ${RATIO}×`,
      file: `dikkat-${name}.png`,
      type: "image/png",
      pictured: true,
      make: async () => {
        const drawn = draw();
        const { bytes, address } = await pngOf(drawn);
        return { text: "", bytes, ...shown(drawn, RATIO, address) };
      },
    },
  ];
}
