import { type FieldOwner, type FieldType, fieldTypes } from "@parley/contract/field-types";
import type { Field } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { NamedDialog } from "../../../ui/NamedDialog.tsx";
import { newId } from "../../../ui/new-id.ts";
import { Select } from "../../../ui/Select.tsx";
import { useFieldSettings } from "./field-settings.ts";

/** Without a field a new one is defined; the type of a defined one stays. */
type Props = { owner: FieldOwner; field?: Field; onClose: () => void };

type Choice = { key: string; choiceid?: string; name: string };

export function EditField({ owner, field, onClose }: Props) {
  const { t } = useTranslation();
  const { create, update } = useFieldSettings();
  const [name, setName] = useState(field?.name ?? "");
  const [type, setType] = useState<FieldType>(field?.type ?? "text");
  const [choices, setChoices] = useState<Choice[]>(() => choicesOf(field));
  const given = choices
    .map(({ choiceid, name: choice }) => ({ ...(choiceid && { choiceid }), name: choice.trim() }))
    .filter((choice) => choice.name !== "");
  function save() {
    const to = { name: name.trim(), ...(type === "choice" && { choices: given }) };
    if (field) update.mutate({ fieldid: field.fieldid, ...to }, { onSuccess: onClose });
    else create.mutate({ owner, type, ...to }, { onSuccess: onClose });
  }
  const incomplete = name.trim() === "" || (type === "choice" && given.length === 0);
  return (
    <NamedDialog
      title={field ? field.name : t(`fields.newOf.${owner}`)}
      label={t("fields.name")}
      maxLength={limits.fieldName}
      name={name}
      onName={setName}
      onSave={save}
      onClose={onClose}
    >
      {!field && (
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("fields.typeLabel")}
          </span>
          <Select
            label={t("fields.typeLabel")}
            value={type}
            options={fieldTypes.map((one) => ({ value: one, label: t(`fields.type.${one}`) }))}
            onChange={setType}
          />
        </div>
      )}
      {type === "choice" && <Choices choices={choices} onChange={setChoices} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" type="submit" disabled={incomplete || create.isPending || update.isPending}>
          {t("fields.save")}
        </Button>
      </div>
    </NamedDialog>
  );
}

const choicesOf = (field: Field | undefined): Choice[] => {
  const offered = field?.choices.filter(({ archived }) => !archived) ?? [];
  if (offered.length === 0) return [{ key: newId(), name: "" }];
  return offered.map(({ choiceid, name }) => ({ key: choiceid, choiceid, name }));
};

type ChoicesProps = { choices: Choice[]; onChange: (choices: Choice[]) => void };

/** The choices in their order. Values that have a removed one keep it. */
function Choices({ choices, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-semibold text-text-2">{t("fields.choices")}</legend>
      {choices.map((choice, at) => (
        <div key={choice.key} className="flex items-center gap-1">
          <input
            aria-label={t("fields.choiceOf", { number: at + 1 })}
            maxLength={limits.fieldChoiceName}
            value={choice.name}
            onChange={({ target }) => onChange(choices.with(at, { ...choice, name: target.value }))}
            className="h-9 min-w-0 flex-1 rounded-m border border-line-strong bg-raised px-3 text-s outline-none focus:border-accent-text max-phone:h-11"
          />
          <IconButton
            label={t("fields.removeChoice", { number: at + 1 })}
            onClick={() => onChange(choices.toSpliced(at, 1))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={15} />}
        disabled={choices.length >= limits.fieldChoices}
        onClick={() => onChange([...choices, { key: newId(), name: "" }])}
      >
        {t("fields.addChoice")}
      </Button>
    </fieldset>
  );
}
