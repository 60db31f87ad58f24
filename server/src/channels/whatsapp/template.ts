import type { FilledTemplate, FilledVariable } from "@parley/contract/templates";

const isNumber = (name: string) => /^\d+$/.test(name);

/** developers.facebook.com, message templates: named variables carry their name, numbered ones go by their position. */
export function templateContent({ name, language, variables }: FilledTemplate) {
  const components = (["header", "body"] as const)
    .map((part) => ({ type: part, parameters: parametersOf(variables.filter((one) => one.part === part)) }))
    .filter(({ parameters }) => parameters.length > 0);
  return {
    type: "template",
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}

function parametersOf(variables: FilledVariable[]) {
  return variables
    .toSorted((one, other) => (isNumber(one.name) ? Number(one.name) - Number(other.name) : 0))
    .map(({ name, value }) => ({
      type: "text",
      ...(!isNumber(name) && { parameter_name: name }),
      text: value,
    }));
}
