import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { type DraftButton, TemplateButtons } from "./TemplateButtons.tsx";

export type Draft = {
  category: "utility" | "marketing";
  language: string;
  header: string;
  footer: string;
  buttons: DraftButton[];
  samples: Record<string, string>;
};

export const emptyDraft = (language: string): Draft => ({
  category: "utility",
  language,
  header: "",
  footer: "",
  buttons: [],
  samples: {},
});

type Props = { draft: Draft; onChange: (draft: Draft) => void };

/** The optional parts of a template besides its title and text. */
export function TemplateMore({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 min-[560px]:grid-cols-2">
        <Labelled label={t("channelWhatsapp.template.category")}>
          <Select
            label={t("channelWhatsapp.template.category")}
            value={draft.category}
            options={(["utility", "marketing"] as const).map((value) => ({
              value,
              label: t(`channelWhatsapp.category.${value}`),
            }))}
            onChange={(category) => change({ category })}
            className="h-11 w-full"
          />
        </Labelled>
        <Labelled label={t("channelWhatsapp.template.language")}>
          <Select
            label={t("channelWhatsapp.template.language")}
            value={draft.language}
            options={languageOptions(draft.language)}
            onChange={(language) => change({ language })}
            className="h-11 w-full"
          />
        </Labelled>
      </div>
      <Field
        label={t("channelWhatsapp.template.header")}
        value={draft.header}
        onChange={(event) => change({ header: event.target.value })}
        maxLength={60}
        autoComplete="off"
      />
      <Field
        label={t("channelWhatsapp.template.footer")}
        value={draft.footer}
        onChange={(event) => change({ footer: event.target.value })}
        maxLength={60}
        autoComplete="off"
      />
      <TemplateButtons buttons={draft.buttons} onChange={(buttons) => change({ buttons })} />
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {label}
      </span>
      {children}
    </div>
  );
}

/** The provider's codes of languages. */
const codes = [
  "en",
  "en_GB",
  "en_US",
  "af",
  "bg",
  "de",
  "es",
  "fr",
  "it",
  "ja",
  "nl",
  "pt_BR",
  "ru",
  "tr",
  "uk",
];

function languageOptions(own: string) {
  return [...new Set([own, ...codes])].map((value) => ({
    value,
    label: `${new Intl.DisplayNames([own.slice(0, 2)], { type: "language" }).of(value.replace("_", "-"))} (${value})`,
  }));
}
