import type { FieldValue } from "@parley/contract/field-values";
import type { Field } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/composing.ts";
import { Select } from "../../../ui/Select.tsx";

type Props = {
  field: Field;
  value: FieldValue | undefined;
  /** Resolves to whether the value was accepted. */
  onSet: (value: FieldValue | null) => Promise<boolean>;
};

/** The control of a field's type. A typed value is saved on Enter and when it is left; Escape leaves it as it was. */
export function FieldInput(props: Props) {
  const { type } = props.field;
  return type === "choice" || type === "yes_no" ? <Choice {...props} /> : <Typed {...props} />;
}

const nothing = "none";

function Choice({ field, value, onSet }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const yesNo = field.type === "yes_no";
  const offered = yesNo
    ? [
        { value: "true", label: t("fields.yes") },
        { value: "false", label: t("fields.no") },
      ]
    : field.choices
        .filter(({ choiceid, archived }) => !archived || choiceid === value)
        .map(({ choiceid, name }) => ({ value: choiceid, label: name }));
  async function choose(to: string) {
    // The choice shows at once, and a refused one goes back.
    setChosen(to);
    await onSet(to === nothing ? null : yesNo ? to === "true" : to);
    setChosen(null);
  }
  return (
    <Select
      label={field.name}
      value={chosen ?? (value === undefined ? nothing : String(value))}
      options={[{ value: nothing, label: "–" }, ...offered]}
      disabled={chosen !== null}
      onChange={(to) => void choose(to)}
      className="w-full"
    />
  );
}

const inputs = {
  text: { type: "text", maxLength: limits.fieldText * 2 },
  link: { type: "url", maxLength: limits.fieldLink },
  number: { type: "number", step: "any" },
  date: { type: "date", min: "1000-01-01", max: "9999-12-31" },
};

function Typed({ field, value, onSet }: Props) {
  const { t } = useTranslation();
  const before = value === undefined ? "" : String(value);
  const [text, setText] = useState(before);
  const [known, setKnown] = useState(before);
  const [busy, setBusy] = useState(false);
  // The text was sent from here and is not being changed.
  const [mine, setMine] = useState(false);
  // Another agent's change replaces a text that is not being changed here.
  if (known !== before && (mine || text === known)) {
    setKnown(before);
    setText(before);
  }
  const [refused, setRefused] = useState(false);
  const saving = useRef(false);
  const { name, type } = field;
  const input = inputs[type as keyof typeof inputs];
  async function save(target: HTMLInputElement) {
    const given = text.trim();
    if (saving.current || (given === before && !target.validity.badInput)) return;
    saving.current = true;
    setBusy(true);
    setMine(true);
    // A refused text stays, so that it can be corrected.
    setRefused(!(await onSet(read(given, target))));
    saving.current = false;
    setBusy(false);
  }
  function read(given: string, { validity }: HTMLInputElement): FieldValue | null {
    // The browser hides a text that is no number or date: the server refuses the space by its reason.
    if (validity.badInput) return " ";
    if (given === "") return null;
    return type === "number" ? Number(given) : given;
  }
  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event)) return;
    if (event.key === "Enter") void save(event.currentTarget);
    else if (event.key === "Escape" && (text !== before || refused)) {
      setKnown(before);
      setText(before);
      setRefused(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <span className="grid w-full min-w-0">
      <input
        {...input}
        aria-label={name}
        aria-invalid={refused || undefined}
        aria-busy={busy || undefined}
        value={text}
        onChange={({ target }) => {
          setMine(false);
          setText(target.value);
        }}
        onBlur={({ target }) => void save(target)}
        onKeyDown={pressed}
        className="h-9 w-full min-w-0 rounded-m border border-line-strong bg-raised px-3 text-s outline-none focus:border-accent-text aria-busy:opacity-60 aria-invalid:border-danger max-phone:h-11"
      />
      {known !== before && (
        <span role="status" className="text-xs text-warn wrap-anywhere">
          {t("fields.meanwhile", { value: before || "–" })}
        </span>
      )}
    </span>
  );
}
