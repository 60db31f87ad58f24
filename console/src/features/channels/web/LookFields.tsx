import type { Language } from "@parley/contract/sessions";
import { widgetSides, widgetThemes } from "@parley/contract/widget-choices";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../i18n/language-names.ts";
import { Field } from "../../../ui/Field.tsx";
import { Choice } from "./Choice.tsx";
import { isColour, textOn } from "./contrast.ts";
import type { FieldsProps } from "./draft.ts";
import { Toggle } from "./Toggle.tsx";

const ofThePage = "page";

export function LookFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { colour } = draft;
  const valid = isColour(colour);
  const { text, contrast } = textOn(valid ? colour : "#000000");
  const languages = Object.entries(languageNames) as [Language, string][];
  return (
    <>
      <div className="grid gap-1.5">
        <Field
          label={t("channelWeb.look.colour")}
          value={colour}
          onChange={({ target }) => onChange({ colour: target.value.trim().toLowerCase() })}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={!valid}
          aria-describedby={id}
        >
          <input
            type="color"
            aria-label={t("channelWeb.look.pick")}
            value={valid ? colour : "#000000"}
            onChange={({ target }) => onChange({ colour: target.value })}
            className="size-9 shrink-0 cursor-pointer rounded-chip bg-transparent"
          />
        </Field>
        <p id={id} aria-live="polite" className={`text-xs ${valid ? "text-text-3" : "text-danger"}`}>
          {valid
            ? t(`channelWeb.look.${text === "#000000" ? "black" : "white"}`, { ratio: contrast.toFixed(1) })
            : t("channelWeb.look.wrongColour")}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-4 max-phone:grid-cols-1">
        <Choice
          label={t("channelWeb.look.side")}
          value={draft.side}
          options={widgetSides.map((value) => ({ value, label: t(`channelWeb.look.sides.${value}`) }))}
          onChange={(side) => onChange({ side })}
        />
        <Choice
          label={t("channelWeb.look.theme")}
          value={draft.theme}
          options={widgetThemes.map((value) => ({ value, label: t(`channelWeb.look.themes.${value}`) }))}
          onChange={(theme) => onChange({ theme })}
        />
      </div>
      <Choice
        label={t("channelWeb.look.language")}
        value={draft.language ?? ofThePage}
        options={[
          { value: ofThePage, label: t("channelWeb.look.pageLanguage") },
          ...languages.map(([value, label]) => ({ value, label })),
        ]}
        onChange={(to) => onChange({ language: to === ofThePage ? null : to })}
      />
      <Toggle
        label={t("channelWeb.look.sound")}
        hint={t("channelWeb.look.soundHint")}
        checked={draft.sound}
        onChange={(sound) => onChange({ sound })}
      />
    </>
  );
}
