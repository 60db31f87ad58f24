/** The languages of one template, which an agent chooses from together. */
import { isSendable } from "@parley/contract/template-text";
import type { FilledTemplate, MessageTemplate, TemplateVariable } from "@parley/contract/templates";

export type Group = {
  name: string;
  title: string;
  /** The sendable languages; empty when there are none, and then `unsendable` says why. */
  sendable: MessageTemplate[];
  unsendable: MessageTemplate[];
};

/** Sendable ones come first; each group by its title. */
export function groupTemplates(templates: MessageTemplate[], language: string): Group[] {
  const groups = [...Map.groupBy(templates, ({ name }) => name)].map(([name, all]) => ({
    name,
    title: all.find(({ title }) => title)?.title ?? name,
    sendable: all
      .filter(isSendable)
      .sort((one, other) => languageMatch(other, language) - languageMatch(one, language)),
    unsendable: all.filter((one) => !isSendable(one)),
  }));
  const rank = ({ sendable }: Group) => (sendable.length > 0 ? 0 : 1);
  return groups.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, language));
}

/** 2 for the language itself, 1 for another form of it: "en_GB" for "en". */
function languageMatch(template: MessageTemplate, language: string): number {
  if (template.language === language) return 2;
  return template.language.split(/[-_]/)[0] === language.split(/[-_]/)[0] ? 1 : 0;
}

export const keyOf = ({ part, name }: Pick<TemplateVariable, "part" | "name">) => `${part} ${name}`;

export function fill(
  { name, language, components }: MessageTemplate,
  values: Readonly<Record<string, string>>,
): FilledTemplate {
  const variables = components.variables.map(({ part, name: variable }) => ({
    part,
    name: variable,
    value: (values[keyOf({ part, name: variable })] ?? "").trim(),
  }));
  return { name, language, variables };
}
