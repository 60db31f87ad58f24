/** The text of a template with its variables filled in. Free of zod, as the console previews it. */
import type { TemplateComponents, TemplateVariable } from "./templates.ts";

const placeholder = /\{\{\s*(\w{1,60})\s*\}\}/g;

type Filled = Pick<TemplateVariable, "part" | "name"> & { value: string };

/** Header, body and footer as paragraphs. A variable without a value stays as written. */
export function templateText(
  { header, body, footer }: Pick<TemplateComponents, "header" | "body" | "footer">,
  variables: readonly Filled[],
): string {
  const fill = (part: TemplateVariable["part"], text: string) =>
    text.replace(placeholder, (written, name: string) => {
      const value = variables.find((one) => one.part === part && one.name === name)?.value;
      return value || written;
    });
  return [header && fill("header", header), fill("body", body), footer].filter(Boolean).join("\n\n");
}

/** Only an approved template that Parley can fill in is sent. */
export const isSendable = ({ status, components }: { status: string; components: TemplateComponents }) =>
  status === "approved" && !components.other;

/** True for a text that a provider accepts as a variable: one line, without five spaces in a row. */
export const isVariableText = (value: string): boolean => value.trim() !== "" && !/[\n\r\t]| {5}/.test(value);
