// Why there are no results, in the page's language.

import { nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { fieldName } from "../inputs/messages.ts";
import { faultView } from "../views/figure.ts";
import type { Session } from "./session.ts";

/** Why the present inputs cannot be computed. */
export function faultOf(session: Session): TemplateResult | typeof nothing {
  const { fault, language } = session;
  if (!fault) return nothing;
  // The page's names for its matrices, not those of the API.
  const named = {
    code: fault.code,
    values: fault.values,
    field: fieldName(fault.field, language),
    other: fieldName(fault.other, language),
  };
  return faultView(new AttentionError(named).describe(language));
}
