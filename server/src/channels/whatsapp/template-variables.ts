/** Variables of a template's texts: `{{1}}` or `{{client}}` (developers.facebook.com, message templates, components). */

import { reasonOf } from "@parley/contract/reasons";
import type { TemplateVariable } from "@parley/contract/templates";
import { invalid } from "../../floor/errors/errors.ts";

const variable = /\{\{\s*([\w]{1,60})\s*\}\}/g;
const atEdge = /^\{\{\s*\w+\s*\}\}|\{\{\s*\w+\s*\}\}$/;
const adjacent = /\{\{\s*\w+\s*\}\}\s*\{\{\s*\w+\s*\}\}/;

/** The variables of one text, each once, in the order of first use. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = ""]) => name)),
];

const isNumber = (name: string) => /^\d+$/.test(name);

type Texts = { header: string | null; body: string; samples: Readonly<Record<string, string>> };

/** The variables of both texts with their samples. Throws 400 for those the provider refuses without a review. */
export function checkVariables({ header, body, samples }: Texts): TemplateVariable[] {
  if (atEdge.test(body)) throw invalid("template_variable_at_edge");
  if (adjacent.test(body)) throw invalid("template_variables_adjacent");
  const inHeader = variablesIn(header ?? "");
  if (inHeader.length > 1) throw invalid("template_header_variables");
  const found = [
    ...inHeader.map((name) => ({ part: "header" as const, name })),
    ...variablesIn(body).map((name) => ({ part: "body" as const, name })),
  ];
  if (new Set(found.map(({ name }) => isNumber(name))).size > 1) throw invalid("template_variables_mixed");
  for (const part of [inHeader, variablesIn(body)]) checkNumbers(part);
  return found.map(({ part, name }) => {
    const sample = samples[name]?.trim();
    if (!sample) throw invalid(reasonOf("template_sample_missing", { name }));
    return { part, name, sample };
  });
}

/** Numbers run from 1 without a gap, in the order of the text. */
function checkNumbers(names: string[]): void {
  if (names.some((name, index) => isNumber(name) && Number(name) !== index + 1))
    throw invalid("template_variables_unordered");
}

/** The provider's `parameter_format`: one of the two holds for the whole template. */
export const formatOf = (variables: readonly TemplateVariable[]): "named" | "positional" =>
  variables.some(({ name }) => !isNumber(name)) ? "named" : "positional";
