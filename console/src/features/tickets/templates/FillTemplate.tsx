import { firstNameOf } from "@parley/contract/client-name";
import { limits } from "@parley/contract/limits";
import { isVariableText, templateText } from "@parley/contract/template-text";
import type { FilledTemplate, TemplateVariable } from "@parley/contract/templates";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { fill, type Group, keyOf } from "./groups.ts";
import { languageName } from "./language-name.ts";

type Props = {
  group: Group;
  /** The client's name, where known. */
  clientName?: string;
  /** The reason why it was not sent. */
  failure: string | null;
  pending: boolean;
  onBack: () => void;
  onSend: (filled: FilledTemplate) => void;
};

/** Language and variables of a chosen template, and the message as the client will read it. */
export function FillTemplate({ group, clientName = "", failure, pending, onBack, onSend }: Props) {
  const { t, i18n } = useTranslation();
  const [values, setValues] = useState<Record<string, string>>(() => {
    const first = firstNameOf(clientName);
    const named = group.sendable.flatMap(({ components }) => components.variables.filter(isClientName));
    return first ? Object.fromEntries(named.map((variable) => [keyOf(variable), first])) : {};
  });
  const [language, setLanguage] = useState(group.sendable[0]?.language);
  const template = group.sendable.find((one) => one.language === language);
  if (!template) return null;
  const { components } = template;
  const filled = fill(template, values);
  const complete = filled.variables.every(({ value }) => isVariableText(value));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (complete && !pending) onSend(filled);
  }

  return (
    <form onSubmit={submit} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{group.title}</h3>
        {group.sendable.length > 1 && (
          <Select
            label={t("templates.language")}
            value={template.language}
            options={group.sendable.map((one) => ({
              value: one.language,
              label: languageName(one.language, i18n.language),
            }))}
            onChange={setLanguage}
          />
        )}
      </div>
      {components.variables.map((variable, index) => (
        <Field
          key={keyOf(variable)}
          label={labelOf(variable)}
          value={values[keyOf(variable)] ?? ""}
          placeholder={variable.sample && t("templates.example", { sample: variable.sample })}
          maxLength={limits.templateVariable}
          autoFocus={index === 0}
          autoComplete="off"
          onChange={({ target }) => setValues({ ...values, [keyOf(variable)]: target.value })}
        />
      ))}
      <figure
        aria-label={t("templates.preview")}
        className="grid justify-items-end gap-1 rounded-m bg-bg p-3"
      >
        <p
          dir="auto"
          className="max-h-48 max-w-full overflow-y-auto rounded-card rounded-br-[5px] border border-own-line bg-own px-3 py-2 text-s break-words whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {templateText(components, filled.variables)}
        </p>
        {components.buttons.map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the buttons' only identity
          <span key={index} className="rounded-m border border-line px-3 py-1 text-xs text-text-2">
            {text}
          </span>
        ))}
      </figure>
      <p role="alert" className="text-s text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t("templates.back")}</Button>
        <Button look="primary" type="submit" disabled={!complete || pending}>
          {t("composer.send")}
        </Button>
      </div>
    </form>
  );

  /** A number alone explains little. */
  function labelOf({ part, name }: TemplateVariable): string {
    if (isClientName({ name })) return t("templates.clientName");
    if (!/^\d+$/.test(name)) return name.replaceAll("_", " ");
    return t(part === "header" ? "templates.headerVariable" : "templates.variable", { number: name });
  }
}

const isClientName = ({ name }: Pick<TemplateVariable, "name">): boolean =>
  ["client", "name", "client_name", "first_name", "customer", "customer_name"].includes(name.toLowerCase());
