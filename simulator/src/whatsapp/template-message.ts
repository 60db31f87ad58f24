// A template as a message: checked against the approved one, and filled in for the phone.
import type { Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";
import { officeOf, type Template } from "./office.ts";
import { badParameter, GraphRefusal } from "./refusal.ts";

type Part = Record<string, unknown>;
type PartName = "header" | "body";

export type FilledTemplate = Pick<PhoneMessage, "header" | "text" | "footer" | "buttons"> & {
  /** The payload of a press, by the button's text. */
  quickReplies: Record<string, string>;
};

const placeholder = /\{\{(\w+)\}\}/g;
const longest = { header: 60, body: 1024 };

/** Throws the provider's answer for a template that does not exist, is not approved or does not fit. */
export function fillTemplate(network: Network, wabaId: string, part: Part): FilledTemplate {
  const template = findTemplate(network, wabaId, part);
  const given = (part.components ?? []) as { type?: string; parameters?: Part[] }[];
  const parametersOf = (name: PartName) =>
    given.find(({ type }) => type?.toLowerCase() === name)?.parameters ?? [];
  const names = ["header", "body"] as const;
  for (const name of names) checkCount(template, name, parametersOf(name).length);
  for (const name of names) checkFormat(template, name, parametersOf(name));
  const [header, text] = names.map((name) => fill(template, name, parametersOf(name)));
  const buttons = (componentOf(template, "BUTTONS")?.buttons ?? []) as Part[];
  return {
    header,
    text,
    footer: componentOf(template, "FOOTER")?.text as string | undefined,
    buttons: buttons.length > 0 ? buttons.map((button) => [keyOf(button)]) : undefined,
    quickReplies: Object.fromEntries(
      buttons.filter(({ type }) => type === "QUICK_REPLY").map(({ text }) => [text, text]),
    ),
  };
}

function findTemplate(network: Network, wabaId: string, { name, language }: Part): Template {
  const code = (language as { code?: string } | undefined)?.code;
  if (!code) throw badParameter("The parameter template['language']['code'] is required.");
  const template = [...officeOf(network).templates.values()].find(
    (one) => one.wabaId === wabaId && one.name === name && one.language === code,
  );
  if (template?.status === "PAUSED") throw refused(132015, "Template is paused", `${name} is paused`);
  if (template?.status === "DISABLED") throw refused(132016, "Template is disabled", `${name} is disabled`);
  if (template?.status !== "APPROVED")
    throw refused(
      132001,
      "Template name does not exist in the translation",
      `template name (${name}) does not exist in ${code}`,
    );
  return template;
}

function checkCount(template: Template, name: PartName, given: number): void {
  const wanted = formatOf(template, name) === "TEXT" ? variablesOf(template, name).length : given;
  if (given !== wanted)
    throw refused(
      132000,
      "Number of parameters does not match the expected number of params",
      `${name}: number of localizable_params (${given}) does not match the expected number of params (${wanted})`,
    );
}

function checkFormat(template: Template, name: PartName, parameters: Part[]): void {
  const format = formatOf(template, name);
  const wrong = (details: string) =>
    refused(132012, "Parameter format does not match format in the created template", `${name}: ${details}`);
  const types = parameters.map(({ type }) => String(type).toUpperCase());
  if (format !== "TEXT" && types.length === 0) types.push("UNKNOWN");
  const other = types.find((type) => type !== format);
  if (other) throw wrong(`Format mismatch, expected ${format}, received ${other}`);
  if (format !== "TEXT") return;
  const named = variablesOf(template, name).filter((variable) => !/^\d+$/.test(variable));
  if (named.some((variable) => parameters.every((one) => one.parameter_name !== variable)))
    throw wrong("parameter_name is missing or unknown");
  if (parameters.some(({ text }) => /[\n\r\t]| {5}/.test(String(text))))
    throw refused(
      132007,
      "Template format character policy violated",
      "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
    );
}

function fill(template: Template, name: PartName, parameters: Part[]): string | undefined {
  const written = componentOf(template, name.toUpperCase())?.text as string | undefined;
  const variables = variablesOf(template, name);
  const text = written?.replace(placeholder, (_, variable: string) => {
    const named = parameters.find((one) => one.parameter_name === variable);
    return String((named ?? parameters[variables.indexOf(variable)])?.text ?? "");
  });
  if (text && text.length > longest[name])
    throw refused(
      132005,
      "Translated text too long",
      `${name}: text length (${text.length}) exceeds the limit (${longest[name]})`,
    );
  return text;
}

function keyOf({ type, text, url, phone_number }: Part) {
  const shown = String(text);
  if (type === "URL") return { text: shown, url: String(url) };
  if (type === "PHONE_NUMBER") return { text: shown, url: `tel:${phone_number}` };
  return { text: shown, data: shown };
}

/** The variables by position or by name, without repeats. */
function variablesOf(template: Template, name: PartName): string[] {
  const text = String(componentOf(template, name.toUpperCase())?.text ?? "");
  const names = new Set([...text.matchAll(placeholder)].map(([, variable = ""]) => variable));
  return [...names].toSorted((one, other) => Number(one) - Number(other) || 0);
}

const formatOf = (template: Template, name: PartName) =>
  String(componentOf(template, name.toUpperCase())?.format ?? "TEXT");

const componentOf = ({ components }: Template, type: string): Part | undefined =>
  components.find((one) => one.type === type);

const refused = (code: number, title: string, details: string) =>
  new GraphRefusal(code, `(#${code}) ${title}`, { details });
