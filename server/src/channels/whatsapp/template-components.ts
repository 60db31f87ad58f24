/** A template's parts in the provider's shape and in ours. */
import type { TemplateButton, TemplateComponents, TemplateVariable } from "@parley/contract/templates";
import { z } from "zod";
import { formatOf, variablesIn } from "./template-variables.ts";

type Parts = Omit<TemplateComponents, "other">;

/** The provider's `components` of a new template. */
export function toProvider({ header, body, footer, buttons, variables }: Parts): object[] {
  return [
    ...(header ? [{ type: "HEADER", format: "TEXT", text: header, ...exampleOf("header", variables) }] : []),
    { type: "BODY", text: body, ...exampleOf("body", variables) },
    ...(footer ? [{ type: "FOOTER", text: footer }] : []),
    ...(buttons.length > 0
      ? [
          {
            type: "BUTTONS",
            buttons: buttons.map((button) => ({ ...button, type: button.type.toUpperCase() })),
          },
        ]
      : []),
  ];
}

function exampleOf(part: TemplateVariable["part"], all: readonly TemplateVariable[]) {
  const own = all.filter((variable) => variable.part === part);
  if (own.length === 0) return {};
  if (formatOf(all) === "named") {
    const named = own.map(({ name, sample }) => ({ param_name: name, example: sample }));
    return { example: { [`${part}_text_named_params`]: named } };
  }
  const samples = own.map(({ sample }) => sample);
  return { example: part === "header" ? { header_text: samples } : { body_text: [samples] } };
}

const named = z.array(z.object({ param_name: z.string(), example: z.string() })).optional();
const component = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(z.looseObject({ type: z.string(), text: z.string().default("") })).optional(),
  example: z
    .looseObject({
      header_text: z.array(z.string()).optional(),
      body_text: z.array(z.array(z.string())).optional(),
      header_text_named_params: named,
      body_text_named_params: named,
    })
    .optional(),
});
export const providerComponents = z.array(component);
type Component = z.infer<typeof component>;

/** Unknown parts, and parts whose values Parley does not fill in, are marked as `other`. */
export function fromProvider(given: readonly Component[]): TemplateComponents {
  const find = (type: string) => given.find((one) => one.type.toUpperCase() === type);
  const header = find("HEADER");
  const body = find("BODY");
  const isText = !header || (header.format ?? "TEXT").toUpperCase() === "TEXT";
  const buttons = (find("BUTTONS")?.buttons ?? []).map(buttonOf);
  const known = ["HEADER", "BODY", "FOOTER", "BUTTONS"];
  return {
    header: (isText && header?.text) || null,
    body: body?.text ?? "",
    footer: find("FOOTER")?.text ?? null,
    buttons: buttons.filter((button) => button !== null),
    variables: [...variablesOf("header", isText ? header : undefined), ...variablesOf("body", body)],
    other:
      !isText ||
      !body?.text ||
      buttons.includes(null) ||
      given.some(({ type }) => !known.includes(type.toUpperCase())),
  };
}

/** Null where sending would have to fill the button in, as with a code to copy or an address with a variable. */
function buttonOf(button: { type: string; text: string } & Record<string, unknown>): TemplateButton | null {
  const { text } = button;
  switch (button.type.toUpperCase()) {
    case "QUICK_REPLY":
      return { type: "quick_reply", text };
    case "URL": {
      const url = String(button.url ?? "");
      return variablesIn(url).length > 0 ? null : { type: "url", text, url };
    }
    case "PHONE_NUMBER":
      return { type: "phone_number", text, phone_number: String(button.phone_number ?? "") };
    default:
      return null;
  }
}

function variablesOf(part: TemplateVariable["part"], given: Component | undefined): TemplateVariable[] {
  const example = given?.example;
  const positional = part === "header" ? example?.header_text : example?.body_text?.[0];
  const byName = part === "header" ? example?.header_text_named_params : example?.body_text_named_params;
  return variablesIn(given?.text ?? "").map((name, index) => {
    const sample = byName?.find(({ param_name }) => param_name === name)?.example ?? positional?.[index];
    return { part, name, sample: sample ?? "" };
  });
}
