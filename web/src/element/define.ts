// The script of one tag: defines the element, once, however often a page includes it.

import "../inputs/packed.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/views.css";
import "../styles/figures.css";
import "../styles/embed.css";
import "../styles/element.css";
import { DikkatAttention } from "./element.ts";

if (!customElements.get("dikkat-attention"))
  customElements.define("dikkat-attention", DikkatAttention);
