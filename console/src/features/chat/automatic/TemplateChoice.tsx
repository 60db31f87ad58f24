import type { AutomaticSettings } from "@parley/contract/automatic";
import { textVariables } from "@parley/contract/automatic-text";
import type { ChannelRow } from "@parley/contract/channels";
import { isSendable } from "@parley/contract/template-text";
import type { MessageTemplate, TemplateVariable } from "@parley/contract/templates";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";
import { templatesQuery } from "../../channels/templates/queries.ts";
import { variableNames } from "./draft.ts";

type Chosen = Pick<AutomaticSettings, "template" | "template_variables">;
type Props = {
  /** The accounts that have templates. */
  accounts: ChannelRow[];
  chosen: Chosen;
  onChange: (to: Chosen) => void;
};

/** The message after the reply window: an approved template, and the values of its variables. */
export function TemplateChoice({ accounts, chosen: { template, template_variables }, onChange }: Props) {
  const { t } = useTranslation();
  const lists = useQueries({ queries: accounts.map(({ channelid }) => templatesQuery(channelid)) });
  const sendable = lists.flatMap(({ data }) => data ?? []).filter(isSendable);
  const names = [...new Set([...sendable.map(({ name }) => name), ...(template ? [template] : [])])].sort();
  const variables = variablesOf(sendable.filter(({ name }) => name === template));
  const sourceOf = (variable: Key) => template_variables.find((one) => isSame(one, variable))?.from;

  function choose(name: string) {
    const wanted = variablesOf(sendable.filter((one) => one.name === name));
    onChange({
      template: name || null,
      template_variables: wanted.map(({ part, name }) => ({ part, name, from: "client.first_name" })),
    });
  }

  function fill(variable: Key, from: (typeof textVariables)[number]) {
    const others = template_variables.filter((one) => !isSame(one, variable));
    onChange({ template, template_variables: [...others, { ...variable, from }] });
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-semibold text-text-2">{t("automatic.template")}</legend>
      <Select
        label={t("automatic.template")}
        value={template ?? ""}
        options={[
          { value: "", label: t("automatic.noTemplate") },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={choose}
      />
      {variables.map((variable) => (
        <div key={keyOf(variable)} className="grid grid-cols-2 items-center gap-2 max-phone:grid-cols-1">
          <span aria-hidden="true" className="text-s text-text-2">
            {labelOf(variable)}
          </span>
          <Select
            label={labelOf(variable)}
            value={sourceOf(variable) ?? null}
            placeholder="–"
            options={textVariables.map((value) => ({
              value,
              label: t(`automatic.variable.${variableNames[value]}`),
            }))}
            onChange={(from) => fill({ part: variable.part, name: variable.name }, from)}
          />
        </div>
      ))}
      <p className="text-xs text-text-3">{t("automatic.templateHint")}</p>
    </fieldset>
  );

  function labelOf({ part, name }: Key): string {
    return t(part === "header" ? "automatic.templateHeaderVariable" : "automatic.templateVariable", { name });
  }
}

type Key = Pick<TemplateVariable, "part" | "name">;
const keyOf = ({ part, name }: Key) => `${part} ${name}`;
const isSame = (one: Key, other: Key) => keyOf(one) === keyOf(other);

/** The variables of all its languages and accounts, without repeats. */
function variablesOf(templates: MessageTemplate[]): Key[] {
  const all = templates.flatMap(({ components }) => components.variables);
  return [...new Map(all.map((variable) => [keyOf(variable), variable])).values()];
}
